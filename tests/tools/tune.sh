#!/bin/sh
# tools/tune: the same estimate from the same seed, whatever the number of threads and however often it is
# interrupted; lines for src/engine/margins.def; checkpoints of other runs are refused.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
margins=$CONGO_SOURCE/src/engine/margins.def

options='--pairs 24 --batch 2 --nodes 60 --rate 0.1'

# tune FILE OPTION...
# shellcheck disable=SC2086 # options are words
tune() {
    file=$1
    shift
    "$CONGO_BUILD/tools/tune" --output "$folder/$file" $options "$@" \
        >"$folder/$file.lines" 2>"$folder/$file.log"
}

# refused FILE SENTENCE OPTION...
refused() {
    file=$1 sentence=$2
    shift 2
    cp "$folder/$file" "$folder/before"
    tune "$file" "$@" && fail "$file is taken"
    grep -q "^tune: .*$sentence" "$folder/$file.log" || fail "$file: $(cat "$folder/$file.log")"
    [ "$(wc -l <"$folder/$file.log")" -eq 1 ] || fail "$file: more than a sentence"
    cmp -s "$folder/$file" "$folder/before" || fail "$file is changed"
}

# without_values FILE
without_values() {
    sed -n 's/^\(MARGIN([A-Z_]*, \)[0-9]*/\1/p' "$1"
}

tune one --seed 5 --threads 1 || fatal "no run: $(cat "$folder/one.log")"
tune two --seed 5 --threads 2 || fail "no run on two threads: $(cat "$folder/two.log")"
cmp -s "$folder/one" "$folder/two" || fail 'the number of threads changes the estimate'
tune other --seed 6 || fail "no run of another seed: $(cat "$folder/other.log")"
tail -n +2 "$folder/other" >"$folder/other.estimate"
tail -n +2 "$folder/one" | cmp -s - "$folder/other.estimate" && fail 'another seed makes the same estimate'

# Were the margins of both sides the same, every pair would be even, and the estimate would stay.
without_values "$margins" >"$folder/expected"
without_values "$folder/one.lines" | diff "$folder/expected" - || fail 'the lines are not those of margins.def'
grep '^MARGIN' "$margins" | cmp -s - "$folder/one.lines" && fail 'no margin is moved'

# Margins at an end of their range are named, and no other.
sed -e 's/^\(FUTILITY_MARGIN\) .*/\1 250/' -e 's/^\(NULL_MOVE_DEPTH\) .*/\1 2/' -e 's/^\(DELTA_MARGIN\) .*/\1 166/' \
    "$folder/one" >"$folder/ends"
tune ends --seed 5 || fail "not printed: $(cat "$folder/ends.log")"
for said in 'FUTILITY_MARGIN is at an end of its range: 250' 'NULL_MOVE_DEPTH is at an end of its range: 2'; do
    grep -q "^tune: $said\$" "$folder/ends.log" || fail "expected $said: $(cat "$folder/ends.log")"
done
grep -q DELTA_MARGIN "$folder/ends.log" && fail "within its range: $(cat "$folder/ends.log")"

# The run may end before the signal comes; then it is begun again.
attempts=0
until grep -q 'pairs are played' "$folder/cut.log" 2>/dev/null || [ $((attempts += 1)) -gt 20 ]; do
    rm -f "$folder/cut"
    # shellcheck disable=SC2086
    "$CONGO_BUILD/tools/tune" --output "$folder/cut" $options --seed 5 --threads 1 >/dev/null 2>"$folder/cut.log" &
    running=$!
    while kill -0 $running 2>/dev/null && ! grep -q '^played [1-9]' "$folder/cut" 2>/dev/null; do
        sleep 0.01
    done
    kill $running 2>/dev/null
    wait $running || fail "interrupted: $(describe_status $?)"
done
grep -q '^played 24$' "$folder/cut" && fail 'an interrupt does not end the run'
tune cut --seed 5 || fail "not continued: $(cat "$folder/cut.log")"
cmp -s "$folder/one" "$folder/cut" || fail 'an interrupt changes the estimate'
cmp -s "$folder/one.lines" "$folder/cut.lines" || fail 'an interrupt changes the lines'

# Files that are no checkpoint of this run.
none='is no checkpoint of a run with these options'
refused one "$none" --seed 6
head -n 5 "$folder/one" >"$folder/short"
refused short "$none" --seed 5
sed 's/^\(FUTILITY_MARGIN\) .*/\1 100000/' "$folder/one" >"$folder/far"
refused far "$none" --seed 5
sed 's/^\(FUTILITY_MARGIN\) .*/\1 nan/' "$folder/one" >"$folder/nan"
refused nan "$none" --seed 5
sed 's/^FUTILITY_MARGIN/FUTILITY/' "$folder/one" >"$folder/renamed"
refused renamed "$none" --seed 5
: >"$folder/empty"
refused empty "$none" --seed 5
"$CONGO_BUILD/tools/tune" 2>"$folder/log" && fail 'no file is taken'
grep -q '^tune: expected --output and a file$' "$folder/log" || fail "no file: $(cat "$folder/log")"
"$CONGO_BUILD/tools/tune" --output "$folder/missing/run" 2>"$folder/log" && fail 'a missing folder is taken'
grep -q "^tune: .*missing/run" "$folder/log" || fail "a missing folder: $(cat "$folder/log")"

[ "$failures" -eq 0 ]
