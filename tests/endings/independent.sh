#!/bin/sh
# The solved endings of up to four men against a solver that shares nothing with ours: it counts the same
# wins, draws and losses in every class, and the same longest ones. Then their own verifier.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine
independent=$CONGO_BUILD/tests/endings/independent_solver

# compare MEN VARIANT TABLES: by class and side to move; the last field of our lines is a position.
compare() {
    "$independent" "$1" "$2" | LC_ALL=C sort >"$folder/independent"
    "$engine" endings stats --men="$1" --variant="$2" --endings="$3" >"$folder/stats" || fail "stats of $1 men of $2"
    sed 's/ [^ ]*$//' "$folder/stats" | LC_ALL=C sort >"$folder/ours"
    [ -s "$folder/ours" ] && diff "$folder/independent" "$folder/ours" >"$folder/diff" && return
    fail "the endings of $1 men of $2 differ from those of the independent solver:"
    head -n 20 "$folder/diff" >&2
}

# positions MEN NUMBER LONGEST: what the lines add up to, and the largest number of plies.
positions() {
    awk -v number="$2" -v longest="$3" '
        { split($3, n, "="); split($7, plies, "="); sum += n[2]; if (plies[2] > most) most = plies[2] }
        END { exit sum != number || most != longest }' "$folder/ours" ||
            fail "expected $2 positions of $1 men, and $3 plies for the longest win"
}

tables=$CONGO_BUILD/endings
compare 2 congo "$tables"
compare 3 congo "$tables"
positions 3 52218 22
compare 4 congo "$tables"
positions 4 17652888 74

for men in 2 3 4; do
    "$engine" endings verify --men=$men --endings="$tables" --quiet || fail "the verifier finds faults among $men men"
done

for variant in wits islands megapawn-draw; do
    "$engine" endings build --men=3 --variant=$variant --output="$folder/tables" --quiet || fail "no tables of $variant"
    compare 2 $variant "$folder/tables"
    compare 3 $variant "$folder/tables"
done
[ "$failures" -eq 0 ]
