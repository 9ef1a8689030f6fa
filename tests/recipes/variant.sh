#!/bin/sh
# Follows "A variant" in HACKING: two computers play each file of etc/variants to its end; then one of
# them, fords, is built in.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"
XDG_STATE_HOME=$folder
export XDG_STATE_HOME

for file in "$CONGO_SOURCE"/etc/variants/*.conf; do
    "$CONGO_BUILD/src/congo" --ui=cli --plain=on --config=none --variant="$file" \
        --white=ai/random --black=ai/greedy --pace=0 </dev/null >log 2>&1 || fail "$file: $(cat log)"
    grep -q -e ' won\.$' -e ' draw' log || fail "$file: not played to its end: $(cat log)"
done

build congo-engine 'rules engine uci' "src/main/congo-engine.c src/main/program.c" src_congo_engine_LDADD

# perft VARIANT: counts from a position in which the pawn c4 may stay only on an island.
perft() {
    ./congo-engine perft --variant="$1" 3 gmelecz/ppppppp/7/2P4/7/PP1PPPP/GMELECZ/w/-1 | tail -n 1
}
built_in=$(perft fords)
[ "$built_in" != "$(perft congo)" ] || fail "the islands of fords count for nothing: $built_in"
# No file may define a variant of a name that is built in.
sed 's/fords/shallows/' "$CONGO_SOURCE/etc/variants/fords.conf" >shallows.conf
from_file=$(perft ./shallows.conf)
[ "$built_in" = "$from_file" ] || fail "fords built in: $built_in; from its file: $from_file"
./congo-engine match ./congo-engine ./congo-engine --games 2 --nodes 100 --variant fords >log 2>&1 ||
    fail "fords is not played: $(cat log)"

# The manual describes it, and the tests over all variants pass.
with_copies man
with_copies etc
run_test man/test_settings_pages rules
run_test rules/test_position rules
