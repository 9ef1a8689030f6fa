#!/bin/sh
# tools/tune: the same estimate from the same seed, whatever the number of threads and however often it is
# interrupted; lines for src/engine/margins.def; checkpoints of other runs are refused.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
scratch=$(test_folder) || exit
margins=$CONGO_SOURCE/src/engine/margins.def

options='--pairs 24 --batch 2 --nodes 60 --rate 0.1'

# tune FILE OPTION...
# shellcheck disable=SC2086 # options are words
tune() {
    file=$1
    shift
    "$CONGO_BUILD/tools/tune" --output "$scratch/$file" $options "$@" \
        >"$scratch/$file.lines" 2>"$scratch/$file.log"
}

# refused FILE SENTENCE OPTION...
refused() {
    file=$1 sentence=$2
    shift 2
    cp "$scratch/$file" "$scratch/before"
    tune "$file" "$@" && fail "$file is taken"
    grep -q "^tune: .*$sentence" "$scratch/$file.log" || fail "$file: $(cat "$scratch/$file.log")"
    [ "$(wc -l <"$scratch/$file.log")" -eq 1 ] || fail "$file: more than a sentence"
    cmp -s "$scratch/$file" "$scratch/before" || fail "$file is changed"
}

# without_values FILE
without_values() {
    sed -n 's/^\(MARGIN([A-Z_]*, \)[0-9]*/\1/p' "$1"
}

tune one --seed 5 --threads 1 || fatal "no run: $(cat "$scratch/one.log")"
tune two --seed 5 --threads 2 || fail "no run on two threads: $(cat "$scratch/two.log")"
cmp -s "$scratch/one" "$scratch/two" || fail 'the number of threads changes the estimate'
tune other --seed 6 || fail "no run of another seed: $(cat "$scratch/other.log")"
tail -n +2 "$scratch/other" >"$scratch/other.estimate"
tail -n +2 "$scratch/one" | cmp -s - "$scratch/other.estimate" && fail 'another seed makes the same estimate'

# Were the margins of both sides the same, every pair would be even, and the estimate would stay.
without_values "$margins" >"$scratch/expected"
without_values "$scratch/one.lines" | diff "$scratch/expected" - || fail 'the lines are not those of margins.def'
grep '^MARGIN' "$margins" | cmp -s - "$scratch/one.lines" && fail 'no margin is moved'

# Margins at an end of their range are named, and no other.
sed -e 's/^\(FUTILITY_MARGIN\) .*/\1 250/' -e 's/^\(NULL_MOVE_DEPTH\) .*/\1 2/' -e 's/^\(DELTA_MARGIN\) .*/\1 166/' \
    "$scratch/one" >"$scratch/ends"
tune ends --seed 5 || fail "not printed: $(cat "$scratch/ends.log")"
for said in 'FUTILITY_MARGIN is at an end of its range: 250' 'NULL_MOVE_DEPTH is at an end of its range: 2'; do
    grep -q "^tune: $said\$" "$scratch/ends.log" || fail "expected $said: $(cat "$scratch/ends.log")"
done
grep -q DELTA_MARGIN "$scratch/ends.log" && fail "within its range: $(cat "$scratch/ends.log")"

# The run may end before the signal comes; then it is begun again.
attempts=0
until grep -q 'pairs are played' "$scratch/cut.log" 2>/dev/null || [ $((attempts += 1)) -gt 20 ]; do
    rm -f "$scratch/cut"
    # shellcheck disable=SC2086
    "$CONGO_BUILD/tools/tune" --output "$scratch/cut" $options --seed 5 --threads 1 >/dev/null 2>"$scratch/cut.log" &
    running=$!
    while kill -0 $running 2>/dev/null && ! grep -q '^played [1-9]' "$scratch/cut" 2>/dev/null; do
        sleep 0.01
    done
    kill $running 2>/dev/null
    wait $running || fail "interrupted: $(describe_status $?)"
done
grep -q '^played 24$' "$scratch/cut" && fail 'an interrupt does not end the run'
tune cut --seed 5 || fail "not continued: $(cat "$scratch/cut.log")"
cmp -s "$scratch/one" "$scratch/cut" || fail 'an interrupt changes the estimate'
cmp -s "$scratch/one.lines" "$scratch/cut.lines" || fail 'an interrupt changes the lines'

# What is no checkpoint of this run.
none='is no checkpoint of a run with these options'
refused one "$none" --seed 6
head -n 5 "$scratch/one" >"$scratch/short"
refused short "$none" --seed 5
sed 's/^\(FUTILITY_MARGIN\) .*/\1 100000/' "$scratch/one" >"$scratch/far"
refused far "$none" --seed 5
sed 's/^\(FUTILITY_MARGIN\) .*/\1 nan/' "$scratch/one" >"$scratch/nan"
refused nan "$none" --seed 5
sed 's/^FUTILITY_MARGIN/FUTILITY/' "$scratch/one" >"$scratch/renamed"
refused renamed "$none" --seed 5
: >"$scratch/empty"
refused empty "$none" --seed 5
"$CONGO_BUILD/tools/tune" 2>"$scratch/log" && fail 'no file is taken'
grep -q '^tune: expected --output and a file$' "$scratch/log" || fail "no file: $(cat "$scratch/log")"
"$CONGO_BUILD/tools/tune" --output "$scratch/missing/run" 2>"$scratch/log" && fail 'a missing folder is taken'
grep -q "^tune: .*missing/run" "$scratch/log" || fail "a missing folder: $(cat "$scratch/log")"

[ "$failures" -eq 0 ]
