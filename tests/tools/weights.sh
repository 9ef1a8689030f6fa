#!/bin/sh
# tools/selfplay and tools/fit: the same games from the same seed, a fit that predicts them better, and
# a source file that compiles. A fit of zero steps writes the weights of the tree.
set -u
selfplay=$CONGO_BUILD/tools/selfplay
fit=$CONGO_BUILD/tools/fit
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# play FILE OPTION...
play() {
    file=$1
    shift
    "$selfplay" --nodes 200 --output "$scratch/$file" "$@" >"$scratch/log" 2>&1
}

# pairs FILE: prints the weights in order.
pairs() {
    tr -d ' \n' <"$1" | grep -o 'WEIGHT([-0-9]*,[-0-9]*)'
}

# entropy LINE COLUMN: prints an entry of the last table of the fit.
entropy() {
    awk -v line="$1" -v column="$2" '$1 == line { value = $column } END { print value }' \
        "$scratch/report"
}

# The games.
play one --games 40 --threads 1 --seed 5 || fail "no games: $(cat "$scratch/log")"
play two --games 40 --threads 2 --seed 5 || fail 'no games on two threads'
play other --games 10 --seed 6 || fail 'no games of another seed'
cmp -s "$scratch/one" "$scratch/two" || fail 'the number of threads changes the games'
head -n 5 "$scratch/one" | cmp -s - "$scratch/other" && fail 'another seed gives the same games'
play one --games 1 && fail 'a file that was there is overwritten'
cp "$scratch/one" "$scratch/longer"
play longer --games 10 --seed 6 --append || fail 'nothing is appended'
cat "$scratch/one" "$scratch/other" | cmp -s - "$scratch/longer" || fail 'appended wrongly'
[ "$(wc -l <"$scratch/one")" -ge 100 ] || fail 'hardly a position in 40 games'

# The fit.
"$fit" --hold 1 --output "$scratch/weights.c" "$scratch/one" "$scratch/other" \
    >"$scratch/report" 2>&1 || fail "no fit: $(cat "$scratch/report")"
awk -v before="$(entropy before 2)" -v after="$(entropy rounded 2)" \
    'BEGIN { exit !(before > 0 && after > 0 && after < before) }' ||
    fail "the fit makes nothing better: $(cat "$scratch/report")"
cmp -s "$scratch/weights.c" "$CONGO_SOURCE/src/engine/weights.c" && fail 'the fit changes nothing'
"$fit" --steps 0 --output "$scratch/same.c" "$scratch/one" >"$scratch/report" 2>&1 ||
    fail "no weights: $(cat "$scratch/report")"
pairs "$scratch/same.c" >"$scratch/same"
pairs "$CONGO_SOURCE/src/engine/weights.c" >"$scratch/tree"
[ -s "$scratch/same" ] && cmp -s "$scratch/same" "$scratch/tree" ||
    fail 'a fit of no steps does not write the weights of the tree'

# The output is valid C.
compiler=${CC:-cc} # may have several words
if command -v "${compiler%% *}" >/dev/null; then
    # shellcheck disable=SC2086 # words
    $compiler -std=c17 -Wall -Werror -I"$CONGO_BUILD" -I"$CONGO_SOURCE/src" \
        -c "$scratch/weights.c" -o "$scratch/weights.o" || fail 'the weights do not compile'
fi

# Errors.
for wrong in '--games 0 --output x' '--nodes many --output x' '--colour red' '--seed' ''; do
    # The arguments are split into words.
    # shellcheck disable=SC2086
    (cd "$scratch" && "$selfplay" $wrong) >"$scratch/log" 2>&1
    [ $? = 2 ] || fail "selfplay $wrong: not refused"
    grep -q '^selfplay: .' "$scratch/log" || fail "selfplay $wrong: nothing said"
done
echo 'nonsense' >"$scratch/nonsense"
"$fit" --output "$scratch/none.c" "$scratch/nonsense" 2>&1 | grep -q 'nonsense:1: expected FEN' ||
    fail 'a line of nonsense is not named'
[ ! -e "$scratch/none.c" ] || fail 'weights of nonsense'

[ "$failures" = 0 ]
