#!/bin/sh
# Resigning, offering and agreeing on a draw, and what is possible after the end of a game.
. "$CONGO_SOURCE/tests/screen/lib.sh"

type_move() {
    screen_keys :
    screen_type "$1"
    screen_keys Enter
}

screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2: 3 moves."

# Resigning asks first; after Cancel the game continues.
screen_keys R
screen_wait "Does White resign"
screen_keys Escape
screen_wait_gone "Does White resign"
type_move d2d3
screen_keys R
screen_wait "Does Black resign"
screen_keys y
screen_wait "Black resigned"

# After the end nothing can be selected or moved; undo continues the game.
screen_walk c2
screen_wait "awn c2"
screen_keys Enter
screen_wait "Black resigned"
screen_walk d2
type_move d6d5
screen_wait "over"
screen_keys Escape
screen_keys u
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

# Black offers a draw, White's move declines it, and the next offer is accepted.
screen_keys D
screen_wait "Black offers a draw"
type_move d6d5
screen_wait "P-DD5"
screen_wait "Black offers a draw: D accepts it"
screen_keys Left
screen_wait "Black offers a draw: D accepts. Pawn c2"
type_move d3d4
screen_wait_gone "offers a draw"
screen_keys D
screen_wait "Black offers a draw"
screen_keys D
screen_wait "Draw: both sides agreed."

# A finished game is left without a question, and not kept.
screen_keys q
[ "$(screen_ended)" = 0 ] || fail "expected the exit status 0"
[ -z "$(screen_kept)" ] || fail "a finished game is kept"

# A computer answers an offer.
screen_start 80 24 --white=hi/random --black=ai/negamax --depth=2
screen_wait "Pawn d2: 3 moves."
screen_keys D
screen_wait "Black declines the draw."
