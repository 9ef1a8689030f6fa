#!/bin/sh
# Solved endings on the screen: the value of the position, and the list of its moves, which can be played.
. "$CONGO_SOURCE/tests/screen/lib.sh"

zebra=3l3/7/7/7/7/2Z4/2L4/w/-1 # White wins in 7 moves

# Prints whether a line of the screen is a row of the list: its move, then its value.
has_row() { # MOVE VALUE
    screen_text | grep -Eq " $1 +$2 *$"
}

expect_row() {
    screen_until has_row "$1" "$2" || fail "expected the row $1 $2"
}

# Against the computer the value is help that nobody has asked for.
screen_start 80 24 --white=hi/negamax --black=ai/random --game=$zebra --colors=mono --charset=ascii
screen_wait "e ending"
screen_hides "White wins" || fail "expected no value before it is asked for"
screen_keys v
screen_wait "Ending       White wins in 7"
screen_keys v
screen_wait_gone "White wins in 7"
screen_keys v
screen_wait "where they matter"

# The list shows every move, the best first, and marks the chosen one on the board.
screen_keys e
screen_wait "Zebra c2 moves to d4: White wins in 7 moves."
screen_wait "> c2-d4"
expect_row c2-d4 "wins in 7"
expect_row c2-b4 "wins in 9"
screen_wait "Esc close"
screen_wait "(Z)"
screen_keys Down Down
screen_wait "Zebra c2 moves to e3: White wins in 7 moves."
screen_wait "> c2-e3"
screen_keys End
screen_wait "Lion c1 moves to d1: Black wins in 1 move."
expect_row c1-d1 "loses in 1"
screen_keys Home
screen_wait "> c2-d4"

# A click chooses a move; a second one, like Enter, plays it. The computer replies, and the list follows.
screen_click_text "c2-e3"
screen_wait "> c2-e3"
screen_click_text "c2-e3"
screen_wait "1  c2-e3"
screen_wait " 2  ..."
screen_wait "wins in"
screen_keys Left
screen_wait "browsing"
screen_wait "Lion d7 moves to d6: White wins in 6 moves."
screen_keys Left
screen_wait "Zebra c2 moves to d4: White wins in 7 moves."
screen_keys Enter
screen_wait "A move here replaces the rest of the game"
screen_keys Escape
screen_wait_gone "A move here"
screen_keys Escape
screen_wait_gone "c2-b4"
screen_wait "Ending       White wins in 7" # as always where a game is looked back at
screen_keys e
screen_wait "> c2-d4"
screen_keys e
screen_wait_gone "> c2-d4"
screen_keys q q
expect_end

# The list adapts to the size of the screen, down to the status line.
screen_later_start
screen_start 80 24 --white=hi/random --black=hi/random --game=$zebra
screen_wait "e ending"
screen_keys e Down
screen_wait "> c2-a3"
screen_resize 24 10
screen_wait "2 of 8: Zebra c2"
screen_keys Down
screen_wait "3 of 8: Zebra c2"
screen_resize 120 40
screen_wait "> zebra     c2-e3"
screen_resize 46 19
screen_wait "> c2-e3  W#7"
screen_keys Enter
screen_wait "Ending   W#6"
screen_keys Escape q q
expect_end

# The key says why there is no list.
screen_later_start
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2"
is_refused() { # WHY
    screen_keys e # again, as the endings may still be being opened
    screen_shows "$1"
}
screen_until is_refused "Only the endings of at most 5 pieces are solved" || fail "expected why there is no list"
screen_keys Enter
screen_wait_gone "Only the endings"
screen_keys q
expect_end
screen_start 80 24 --white=hi/random --black=hi/random --game=$zebra --endings=none
screen_wait "Moves"
screen_until is_refused "The solved endings are turned off." || fail "expected why there is no list"
screen_hides "e ending" || fail "expected no hint of endings that are turned off"
screen_keys q
expect_end

# A puzzle is solved without this help.
screen_start 80 24 --puzzle=1
screen_wait "Puzzle 1"
screen_keys e
screen_wait "That is not possible in"
screen_keys q
