#!/bin/sh
# tools/puzzles: makes the same set from the same seed, valid puzzles only, and a source file in the form
# of the one in the tree.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
puzzles=$CONGO_BUILD/tools/puzzles

# make FILE OPTION...
make_set() {
    file=$1
    shift
    "$puzzles" --output "$folder/$file" "$@" >"$folder/report" 2>"$folder/log"
}

# entries FILE: prints the puzzles as FEN;MOVE;MOVES.
entries() {
    sed -n '/^#/d; s/^\([^ ]*\) \([^ ]*\) \([^ ]*\) [^ ]*$/\1;\2;\3/p' "$1"
}

make_set one --games 30 --nodes 100 --seed 3 || fail "no set: $(cat "$folder/log")"
make_set two --games 30 --nodes 100 --seed 3 || fail 'no second set'
make_set other --games 30 --nodes 100 --seed 5 || fail 'no set of another seed'
cmp -s "$folder/one" "$folder/two" || fail 'the same seed gives another set'
cmp -s "$folder/one" "$folder/other" && fail 'another seed gives the same set'
[ "$(entries "$folder/one" | wc -l)" -ge 1 ] || fail 'no puzzle in so many games'

# A puzzle made from a known win has its first move and its number of moves.
grep -v '^#' "$CONGO_SOURCE/tests/data/forced-wins.txt" |
    awk -F';' '{ sub(/ +$/, "", $3); print $1 ";" $3 ";" ($2 + 1) / 2 }' |
    sort >"$folder/known"
make_set wins --games 0 "$CONGO_SOURCE/tests/data/forced-wins.txt" ||
    fail "no set of the wins known: $(cat "$folder/log")"
entries "$folder/wins" | sort >"$folder/taken"
[ "$(wc -l <"$folder/taken")" -ge 20 ] || fail 'hardly one of the wins known is a puzzle'
comm -23 "$folder/taken" "$folder/known" >"$folder/wrong"
[ -s "$folder/wrong" ] && fail "not what is known: $(cat "$folder/wrong")"
make_set few --games 0 --wanted 2 "$CONGO_SOURCE/tests/data/forced-wins.txt"
[ "$(entries "$folder/few" | wc -l)" -eq 6 ] || fail 'not two of each length'

# The file has the form of the one in the tree.
sed 's|^[^#].*/-1 [a-g1-7]* [2-4] [1-5]$|puzzle|' "$folder/wins" | uniq >"$folder/form"
sed 's|^[^#].*/-1 [a-g1-7]* [2-4] [1-5]$|puzzle|' "$CONGO_SOURCE/src/play/puzzles/puzzles.txt" | uniq |
    cmp -s - "$folder/form" || fail 'the set of the tree has another form'

# Errors.
"$puzzles" --games 1 >"$folder/log" 2>&1
[ $? -eq 2 ] || fail 'no --output, and no complaint'
grep -q '^puzzles: expected --output and a file$' "$folder/log" || fail 'another complaint'
make_set none --games 0 && fail 'an empty set is written'
grep -q '^puzzles: no puzzle was found' "$folder/log" || fail 'nothing found, and not told'
make_set no/such/folder --games 0 "$CONGO_SOURCE/tests/data/forced-wins.txt" &&
    fail 'a file is written where there is no folder'
echo '7/7/w' >"$folder/bad"
make_set bad.c --games 0 "$folder/bad" && fail 'a bad position is taken'
grep -q '/bad:1: ' "$folder/log" || fail 'the place of the bad position is not told'
"$puzzles" --help | grep -q -- '--seed' || fail 'no help'

[ "$failures" -eq 0 ]
