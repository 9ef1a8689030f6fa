#!/bin/sh
# tools/selfplay and tools/train: the same games from the same seed, and a network that predicts their scores
# better than the men's values do, the better the longer it is trained; the same one for the same seed.
. "$CONGO_SOURCE/tests/lib.sh"
set -u

# play FILE OPTION...
play() {
    file=$1
    shift
    "$CONGO_BUILD/tools/selfplay" --nodes 100 --output "$folder/$file" "$@" >"$folder/log" 2>&1
}

# train FILE OPTION...
train() {
    file=$1
    shift
    # Only the scores of the searches are learned: the results of a few games say little.
    "$CONGO_BUILD/tools/train" --output "$folder/$file" --epochs 6 --batch 512 --step 0.003 --result 0 "$@" \
        >"$folder/$file.log" 2>&1
}

# The games.
play one --games 900 --threads 2 --seed 5 || fail "no games: $(cat "$folder/log")"
play two --games 20 --threads 1 --seed 5 || fail 'no games on one thread'
play other --games 20 --threads 1 --seed 6 || fail 'no games of another seed'
cmp -s -n "$(wc -c <"$folder/two")" "$folder/one" "$folder/two" || fail 'the number of threads changes the games'
cmp -s "$folder/two" "$folder/other" && fail 'another seed gives the same games'
play one --games 1 && fail 'a file that was there is overwritten'
# shellcheck disable=SC3045 # every sh has it
(ulimit -v 20000 && play refused --games 1 --threads 256) && fail 'engines without memory'
[ -e "$folder/refused" ] && fail 'a file without games is in the way of the next try'
cp "$folder/two" "$folder/longer"
play longer --games 20 --seed 6 --append || fail 'nothing is appended'
cat "$folder/two" "$folder/other" | cmp -s - "$folder/longer" || fail 'appended wrongly'

# The network.
train network --threads 1 "$folder/other" "$folder/one" || fail "no network: $(cat "$folder/network.log")"
train again --threads 2 "$folder/other" "$folder/one" || fail 'no training on two threads'
cmp -s "$folder/network" "$folder/again" || fail 'the number of threads changes the network'
awk '{
        for (i = 1; i < NF; i++)
            if ($i == "out")
                loss[$1 == "epoch" ? $1 $2 : $1] = $(i + 1) + 0
    }
    END {
        exit !(loss["epoch6"] > 0 && loss["epoch6"] < loss["epoch1"] && loss["epoch6"] < loss["material"] &&
            loss["rounded"] < 1.1 * loss["epoch6"])
    }' "$folder/network.log" || fail "it learns nothing: $(cat "$folder/network.log")"
od -A n -v -t u1 "$folder/network" | LC_ALL=C awk -f "$CONGO_SOURCE/src/engine/nnue.awk" >"$folder/data.h" ||
    fail 'the network is no table of C'
cc -fsyntax-only -I"$CONGO_SOURCE/src" -include engine/nnue.h -x c "$folder/data.h" ||
    fail 'the table of C does not compile'

# A network of other sizes is trained before the engine can be built with it.
# plan TARGET: prints how it would be built after a change of the network.
plan() (
    unset MAKEFLAGS MFLAGS MAKELEVEL
    "${MAKE:-make}" -n -C "$CONGO_BUILD" -W src/engine/congo.nnue "$1"
)
plan tools/selfplay | grep -q nnue_data || fail 'the engine is not built from the network'
plan tools/train | grep nnue_data && fail 'the trainer is built from the network'

# A training that is interrupted: the network says how long it was trained.
"$CONGO_BUILD/tools/train" --output "$folder/short" --epochs 10000 "$folder/other" >"$folder/short.log" 2>&1 &
training=$!
while kill -0 $training && ! grep -q '^epoch' "$folder/short.log"; do
    sleep 0.1
done
kill $training
wait $training
head -n 1 "$folder/short" | grep -aq " epochs $(grep -c '^epoch' "$folder/short.log") " ||
    fail "trained for $(grep -c '^epoch' "$folder/short.log") epochs, the network says: $(head -n 1 "$folder/short")"

# Files that are none.
head -c 100 "$folder/one" >"$folder/cut"
train none "$folder/cut" && fail 'a cut file is taken'
grep -q 'cut is not a file of samples' "$folder/none.log" || fail "cut: $(cat "$folder/none.log")"
train none "$folder/missing" && fail 'a missing file is taken'
train none && fail 'no file is taken'

[ "$failures" -eq 0 ]
