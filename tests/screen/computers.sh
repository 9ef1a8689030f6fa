#!/bin/sh
# A game of two computers is watched, paused, stepped and resumed, and a computer is made to move now.
. "$CONGO_SOURCE/tests/screen/lib.sh"

screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=150
screen_wait "White's "
screen_wait "Black's "

# While it is paused, nothing moves.
screen_keys Space
screen_wait "Space go on" # the status line may announce the last move
before=$(screen_fen)
screen_keys Right
screen_wait "Paused"
sleep 1
expect_fen "$before"

# It makes single moves.
side=$(printf '%s' "$before" | cut -d/ -f8)
other=$([ "$side" = w ] && echo b || echo w)
mover=$([ "$side" = w ] && echo White || echo Black)
screen_keys .
is_told() { # "e2, in White's castle" is no move
    screen_text | grep -Eq "$mover's [a-z]+ (moved|took)"
}
screen_until is_told || fail "expected the move of $mover"
after=$(screen_fen)
[ "$(printf '%s' "$after" | cut -d/ -f8)" = "$other" ] || fail "one step is one move"
screen_keys Right
screen_wait "Paused"

# Earlier positions can be shown while it is paused.
screen_keys '['
screen_wait "of "
expect_fen "$before"
screen_keys '}'
expect_fen "$after"

# Nobody at the terminal can resign. (In a running game the next move would hide the answer.)
screen_keys R
screen_wait "Two computers are playing"

# It resumes; the question whether to quit does not stop the game.
screen_keys Space
screen_wait "White's "
screen_wait "Black's "
screen_keys q
screen_wait "The game is not over"
screen_keys Escape
screen_wait_gone "The game is not over"

# It begins with a move a second, and becomes faster and slower, while it is paused and while it runs. (A move soon
# after would hide the answer.) The size of the board has other keys meanwhile.
screen_keys p
screen_wait "Space go on"
screen_keys +
screen_wait "A move every 0.5 seconds."
screen_keys + +
screen_wait "A move every 0.1 seconds."
screen_keys +
screen_wait "The game cannot go faster."
screen_keys - - - -
screen_wait "A move every 2 seconds."
screen_keys - - -
screen_wait "A move every 10 seconds."
screen_keys '>' '>'
screen_wait "There is no room for a larger board."
screen_keys Space
screen_wait_gone "Space go on"
screen_keys +
screen_wait "A move every 5 seconds."

# A long search is interrupted by c.
screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=600000
screen_wait "An unfinished game"
screen_keys d
screen_wait "brought back"
screen_keys y
screen_wait_gone "An unfinished game"
screen_wait "thinking"
screen_keys c
screen_wait "White's "
screen_keys q
screen_wait "The game is not over"
screen_keys q
expect_end

# After its end + and - have no pace to change, and say which keys there are.
screen_start 80 24 --game=gmelecz/ppp1ppp/7/7/7/PPP1PPP/GMELECZ/w/-1 --white=ai/negamax --black=ai/negamax --depth=2
screen_wait "Rematch"
screen_keys +
screen_wait "The game is over. W: watch another; >: larger board."
screen_keys -
screen_wait "The game is over. W: watch another; <: smaller board."
screen_keys q
