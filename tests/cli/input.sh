#!/bin/sh
# Input that no keyboard produces: an invalid line is reported and skipped, and the program ends with a
# message if it cannot read or write.
. "$CONGO_SOURCE/tests/lib.sh"
congo=$CONGO_BUILD/src/congo
trap 'exit 1' INT TERM

# Runs the line interface on its input. Sets $status.
play() {
    timeout 300 "$congo" --ui=cli --config=none --white=hi/random --black=hi/random \
        >"$folder/out" 2>"$folder/err"
    status=$?
}

says() {
    grep -qF -- "$1" "$folder/out" || fail "expected \"$1\" in: $(tail -n 20 "$folder/out"; cat "$folder/err")"
}

# ---- lines ----
{
    head -c 20000 /dev/zero | tr '\0' 'x'
    printf '\nmove b2 b3\n'
} >"$folder/long"
play <"$folder/long"
[ $status -eq 0 ] || fail "status $status after a long line"
says 'The line is longer than 8192 bytes.'
says ' transition (b2,b3)'

printf 'move b2\0 b3\nmove c2 c3\n' >"$folder/zero"
play <"$folder/zero"
says 'The line holds a NUL byte; expected text.'
says ' transition (c2,c3)'

printf 'move b2 \377b3\nmove c2 c3\n' >"$folder/bytes"
play <"$folder/bytes"
says 'The line holds bytes that are not UTF-8 text.'
says ' transition (c2,c3)'

printf 'd2-d3+\nZ-F3+!\n' >"$folder/check" # as mindsports.nl marks an attack on the lion
timeout 300 "$congo" --ui=cli --config=none --white=hi/random --black=ai/random \
    <"$folder/check" >"$folder/out" 2>"$folder/err" || fail "moves with a +"
says ' transition (d2,d3)'
says ' transition (g1,f3)'

printf 'move b2 b3' >"$folder/open" # the last line has no end
play <"$folder/open"
says ' transition (b2,b3)'

# ---- closed and full files ----
play <"$folder"
[ $status -eq 1 ] || fail "status $status, though there is nothing to read"
[ "$(cat "$folder/err")" = 'congo: standard input: Is a directory' ] || fail "what cannot be read?"
"$congo" file check - <"$folder" 2>"$folder/err" && fail "a folder was taken for a file"
grep -q '^congo file check: standard input: cannot be read: Is a directory$' "$folder/err" ||
    fail "what cannot be checked?"

if [ -w /dev/full ]; then
    echo help | timeout 300 "$congo" --ui=cli --config=none >/dev/full 2>"$folder/err"
    [ $? -eq 1 ] || fail "no failure, though nothing can be written"
    [ "$(cat "$folder/err")" = 'congo: standard output: No space left on device' ] ||
        fail "why can nothing be written?"
fi
yes help | timeout 300 "$congo" --ui=cli --config=none 2>"$folder/err" | head -n 1 >"$folder/out"
[ -s "$folder/out" ] || fail "nothing was written to who reads one line only"
[ ! -s "$folder/err" ] || fail "who reads one line only is told: $(cat "$folder/err")"
[ "$failures" -eq 0 ]
