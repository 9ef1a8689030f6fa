#!/bin/sh
# Two computers watched, paused, stepped, resumed, and told to move now.
. "$CONGO_SOURCE/tests/screen/lib.sh"

screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=150
screen_wait "White: "
screen_wait "Black: "

# Paused, nothing moves however long one looks.
screen_keys p
screen_wait "p go on" # the line below may tell the last move
before=$(screen_fen)
screen_keys Right
screen_wait "Paused"
sleep 1
expect_fen "$before"

# One move at a time.
side=$(printf '%s' "$before" | cut -d/ -f8)
other=$([ "$side" = w ] && echo b || echo w)
mover=$([ "$side" = w ] && echo White || echo Black)
screen_keys .
screen_wait "$mover: "
after=$(screen_fen)
[ "$(printf '%s' "$after" | cut -d/ -f8)" = "$other" ] || fail "one step is one move"
screen_keys Right
screen_wait "Paused"

# Earlier positions while paused, and back.
screen_keys '['
screen_wait "of "
expect_fen "$before"
screen_keys '}'
expect_fen "$after"

# Nobody here can resign. (While they play, the next move takes the place of the answer.)
screen_keys R
screen_wait "Two computers are playing"

# On again; the question of leaving does not stop the game.
screen_keys p
screen_wait "White: "
screen_wait "Black: "
screen_keys q
screen_wait "The game is not over"
screen_keys Escape
screen_wait_gone "The game is not over"

# A long calculation is cut short by c.
screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=600000
screen_wait "An unfinished game"
screen_keys d
screen_wait_gone "An unfinished game"
screen_wait "* thinking"
screen_keys c
screen_wait "White: "
screen_keys q
screen_wait "The game is not over"
screen_keys q
[ "$(screen_ended)" = 0 ] || fail "expected the exit status 0"
