#!/bin/sh
# Whether a change of congo-engine changes what it searches, and how much faster or slower it is: runs
# "bench" of both builds in turns, so that what else the machine does meets both alike, and prints the
# signatures and the ratio of the speeds, the middle one of the rounds with the least and the largest.
# The same signature means the same search; another one, that only a match can tell which is better.
# Usage: bench/compare.sh BEFORE AFTER [ROUNDS [DEPTH]]    (9 rounds, bench's own depth)
set -u
if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# //p' "$0" >&2
    exit 2
fi
before=$1
after=$2
rounds=${3:-9}
depth=${4:-}

# figures ENGINE: its signature and its nodes a second.
figures() {
    # shellcheck disable=SC2086 # no depth is no word
    "$1" bench $depth | awk '/^signature / { nodes = $2 } /^nodes\/s / { speed = $2 }
        END { if (!speed) exit 1; print nodes, speed }'
}

round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    if ! old=$(figures "$before") || ! new=$(figures "$after"); then
        echo "bench/compare.sh: $before or $after does not run bench" >&2
        exit 1
    fi
    echo "${new#* } ${old#* } ${old% *} ${new% *}"
done | awk '{ print $1 / $2, $3, $4 }' | sort -n | awk '
    { ratio[NR] = $1; before = $2; after = $3 }
    END {
        if (NR == 0)
            exit 1
        printf "signature before %d, after %d: %s\n", before, after,
            before == after ? "the same search" : "another search: play a match"
        printf "speed after/before %.3f (%.3f to %.3f in %d rounds)\n", ratio[int((NR + 1) / 2)],
            ratio[1], ratio[NR], NR
    }'
