#!/bin/sh
# Training endings in the line interface: won by hints, then by the same moves; a slip, draws, results and
# errors.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
congo=$CONGO_BUILD/src/congo
[ -d "${CONGO_ENDINGS:?}" ] || exit 77
LC_ALL=C
export LC_ALL
options=

# run LINE...: runs the commands and writes the output to out.
run() {
    # shellcheck disable=SC2086 # options are words
    printf '%s\n' "$@" | timeout 300 "$congo" --ui=cli --config=none --seed=5 $options \
        >"$folder/out" 2>"$folder/err" || fail "status $? after: $*"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
}

# says TEXT: the output contains TEXT.
says() {
    grep -qF -e "$1" "$folder/out" || fail "no \"$1\" in: $(cat "$folder/out")"
}

lacks() {
    ! grep -qF -e "$1" "$folder/out" || fail "\"$1\" in: $(cat "$folder/out")"
}

# refuses OPTION TEXT: the program ends with this error.
refuses() {
    "$congo" --ui=cli --config=none "$1" </dev/null >"$folder/out" 2>&1 && fail "$1 is accepted"
    says "$2"
}

# best: prints the move of the last hint, as squares.
best() {
    sed -n 's/^ *White .* with \([-A-Z0-9:,#=]*\)\.$/\1/p' "$folder/out" | tail -n 1
}

# An ending of four pieces is won by hints, which does not count.
options=--train=Lzz_l,short
run
says 'You have White: lion and two zebras against lion. White wins in '
says 'A ply is a move of either side; each one beyond the fastest win is wasted.'
moves=
turns=0
while ! grep -q 'Won in' "$folder/out" && [ $turns -lt 6 ]; do
    # shellcheck disable=SC2086
    run $moves hint hint
    move=$(best)
    [ -n "$move" ] || { fail "no hint in: $(cat "$folder/out")" && break; }
    moves="$moves $move"
    # shellcheck disable=SC2086
    run hint hint $moves
    turns=$((turns + 1))
done
says 'No other move wins faster. White wins in '
says 'the fewest possible. A move was shown or taken back, so it does not count. Consult "help next".'
lacks 'You have won'

# The same moves without hints count; the next run remembers it.
# shellcheck disable=SC2086
run $moves next
says 'the fewest possible. You have won 1 ending of this class, with no ply wasted. Consult "help next".'
[ "$(grep -c 'You have White: lion and two zebras against lion.' "$folder/out")" = 2 ] ||
    fail "next begins no ending of the kind: $(cat "$folder/out")"
# shellcheck disable=SC2086
run $moves
says 'You have won 2 endings of this class, the best one with no ply wasted.'
[ "$(ls "$folder/state/congo")" = "training
training.lock" ] || fail "in the state folder: $(ls "$folder/state/congo")"

# Every first move: some give the win away, and can be taken back.
options=--train=Lz_lp,medium
run 'show moves'
slips=0
steps=$(grep -o '([a-g][1-7],[a-g][1-7])' "$folder/out" | sort -u)
for step in $steps; do
    run "$step" undo
    grep -q 'Take it back and try again. Consult "help undo".' "$folder/out" || continue
    slips=$((slips + 1))
    says 'That gives the win away: '
done
[ "$slips" -gt 0 ] || fail 'no move gives the win away'

# Draws, other endings and wrong words.
options=
run 'train L_lz draw 4-6' draw 'endings moves' analyse 'train 3' train 'train Lz_lzzz' 'train what' 'train Lp_l 40-50' hint
says 'You have White: lion against lion and zebra. Hold the draw for 6 moves. Each of your moves has to keep the'
says 'An ending in training is played out; no draw is agreed.'
says 'In training, an ending can be looked into once you have won or held it.'
says 'a number of pieces from 3 to 5, '
says '"Lz_lzzz": an ending has at most 5 pieces'
says 'Expected an ending such as "Lz_lp"'
says 'There is no ending of lion and pawn against lion that White wins in 40 to 50 moves.'
says 'White wins fastest with the '
[ "$(grep -c 'You have White: ' "$folder/out")" = 3 ] || fail "not three endings: $(cat "$folder/out")"
refuses --train=what '--train: expected an ending such as "Lz_lp"'
refuses --train=Lp_l,draw 'there is no drawn ending of lion and pawn against lion'
printf 'train\n' | "$congo" --ui=cli --config=none --endings=none >"$folder/out" 2>&1
says 'he solved endings are turned off'

[ "$failures" -eq 0 ]
