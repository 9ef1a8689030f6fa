#!/bin/sh
# congo-engine perft against known counts, on one thread and on several.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine

# check LEAVES ARGUMENT...
check() {
    expected="Nodes searched: $1"
    shift
    found=$("$engine" perft "$@" 2>&1)
    if [ "$found" != "$expected" ]; then
        fail "perft $*: expected \"$expected\", got \"$found\""
    fi
}

# check_division ARGUMENT...: the counts of the moves add up to the total.
check_division() {
    "$engine" perft "$@" --divide | awk -v arguments="$*" '
        /^[a-g][1-7][a-g1-7]*: [0-9]+$/ { sum += $2; next }
        /^Nodes searched: [0-9]+$/ && sum == $3 { whole = 1; next }
        { print "perft " arguments " --divide: " $0; wrong = 1 }
        END { exit wrong || !whole }' || fail "perft $* --divide"
}

# The rows of the data file, which tests/rules/test_perft counts on one thread.
rows=0
while IFS=';' read -r variant fen depth leaves; do
    case $variant in \#*) continue ;; esac
    check "$leaves" "$depth" "$fen" --variant="$variant" --threads=3
    rows=$((rows + 1))
done <"$CONGO_SOURCE/tests/data/perft.txt"
if [ "$rows" -ne 80 ]; then
    fail "tests/data/perft.txt has $rows rows, expected 80"
fi

# The table of congo-rules(6).
middle='1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1'
check 1 0
check 24 1
check 576 2 --threads 2
check 14332 3
check 356456 4 --threads=2
check 9404326 5 --threads=256
check 247900251 6
check 6857443262 7 --threads 2
check 1793282 4 "$middle" --threads 2
check 70123631 5 --threads 2 "$middle"
check 379135 5 7/4l2/7/4c2/7/2p4/1M1L3/w/-1
check 4159133 5 --variant megapawn
check 99803307 6 --variant megapawn --threads=2

# A monkey with thousands of paths, a capture in progress, and a finished game.
check 3906 1 3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1
check 2 1 7/7/3l3/4M2/7/7/3L3/w/37 --threads=2
check 0 4 3l3/7/7/7/7/7/7/w/-1 --threads=2
check_division 4
check_division 4 "$middle" --threads=2
check_division 3 3l1s1/2sssss/3sMs1/2sssss/3s1s1/7/3L3/w/-1 --threads=2
check_division 2 7/7/3l3/4M2/7/7/3L3/w/37

[ "$failures" -eq 0 ]
