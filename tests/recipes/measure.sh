#!/bin/sh
# Follows "Measuring a change" in HACKING: compares the engine with itself and with programs that search
# differently or faster, and lets a match end by its test.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
compare=$CONGO_SOURCE/bench/compare.sh
cd "$CONGO_BUILD" || exit 1
engine=src/congo-engine # a command of the shell: without blanks

# says PATTERN COMMAND...: the command prints a line that matches.
says() {
    pattern=$1
    shift
    "$@" >"$folder/log" 2>&1 || fail "$* failed: $(cat "$folder/log")"
    grep -q -e "$pattern" "$folder/log" || fail "expected $pattern of $*: $(cat "$folder/log")"
}

# make_engine NAME SIGNATURE SPEED
make_engine() {
    printf '#!/bin/sh\necho "signature %s"\necho "nodes/s %s"\n' "$2" "$3" >"$folder/$1"
    chmod +x "$folder/$1"
}
make_engine usual 500 1000000
make_engine faster 500 1500000
make_engine other 501 900000

says ': the same search$' "$compare" "$engine" "$engine" 2 3
says '^speed after/before 1\.500 (1\.500 to 1\.500 in 3 rounds)$' \
    "$compare" "$folder/usual" "$folder/faster" 3
says '^signature before 500, after 501: another search: play a match$' \
    "$compare" "$folder/usual" "$folder/other" 1
"$compare" "$folder/usual" "$folder/missing" >"$folder/log" 2>&1 &&
    fail 'a missing engine is compared'

says '^SPRT of .* 100 accepted$' "$engine" match "$engine" "$engine" --nodes1 400 --nodes2 5 \
    --games 60 --concurrency 2 --sprt 0,100
[ "$failures" -eq 0 ]
