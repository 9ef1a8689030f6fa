#!/bin/sh
# The mouse: a click moves the cursor and selects, the wheel browses the moves, a click on a move shows its
# position; clicks in dialogs.
. "$CONGO_SOURCE/tests/screen/lib.sh"

wheel_up() {
    screen_send_button 64 10 10
}

wheel_down() {
    screen_send_button 65 10 10
}

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
two=gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1

# ASCII: each column is one byte.
SCREEN_LOCALE=C
screen_start 80 24 --white=hi/random --black=hi/random --charset=ascii --colors=mono
screen_wait "Pawn d2: 3 moves."

# Squares are six columns wide and three lines high: d2 is at 23, 16 and d6 at 23, 4.
screen_click 23 16
screen_wait "Pawn d2 selected"
screen_click 23 13
expect_fen $one
screen_click 23 4
screen_wait "Pawn d6 selected"
screen_click 23 7
expect_fen $two

wheel_up
screen_wait "move 1 of 1"
wheel_up
screen_wait "Start of the game."
wheel_up
screen_wait "This is the start of the game."
wheel_down
screen_wait "move 1 of 1"
wheel_down
expect_fen $two
screen_click_text "d2-d3"
screen_wait "move 1 of 1"
expect_fen $one
screen_keys '}'

# Clicks a choice, a field and a button; a click outside the dialog does nothing.
screen_keys n
screen_wait "New game"
screen_click_text "congo >"
screen_wait "< wits >"
screen_click_text "< wits >"
screen_wait "< congo >"
screen_click_text "Variant"
screen_wait "> Variant"
screen_shows "< congo >" || fail "a click on the label changed the choice"
screen_click 1 23
screen_wait "New game"
screen_click_text "Cancel"
screen_wait_gone "New game"
expect_fen $two
screen_keys n
screen_wait "New game"
screen_click_text "Start"
screen_wait_gone "New game"
expect_fen $start

# A click on a hint is its key, a click on the title of the moves types one; the wheel scrolls the help.
screen_click_text "Moves"
screen_type "d2d3"
screen_keys Enter
expect_fen $one
screen_click_text "u undo"
expect_fen $start
screen_click_text "? help"
screen_wait "> Keys"
screen_click_text "Giraffe"
screen_wait "Two squares straight"
screen_keys Escape
screen_click_text "Keys"
screen_wait "On the board"
wheel_down
wheel_down
wheel_down
screen_wait_gone "On the board"
wheel_up
wheel_up
wheel_up
screen_wait "On the board"
