#!/bin/sh
# Two computers play each file of etc/variants to its end, and the islands of fords count.
set -u
. "$CONGO_SOURCE/tests/lib.sh"
cd "$folder" || exit 99

for file in "$CONGO_SOURCE"/etc/variants/*.conf; do
    "$CONGO_BUILD/src/congo" --ui=cli --plain=on --config=none --variant="$file" \
        --white=ai/random --black=ai/greedy --pace=0 </dev/null >log 2>&1 || fail "$file: $(cat log)"
    grep -q -e ' won\.$' -e ' draw' log || fail "$file: not played to its end: $(cat log)"
done

# perft VARIANT: counts from a position in which the pawn c4 may stay only on an island.
perft() {
    "$CONGO_BUILD/src/congo-engine" perft --variant="$1" 3 gmelecz/ppppppp/7/2P4/7/PP1PPPP/GMELECZ/w/-1 | tail -n 1
}
fords=$(perft "$CONGO_SOURCE/etc/variants/fords.conf")
[ "$fords" != "$(perft congo)" ] || fail "the islands of fords count for nothing: $fords"
[ "$failures" -eq 0 ]
