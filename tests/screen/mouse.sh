#!/bin/sh
# The mouse: a click moves the cursor and selects, the wheel browses the moves, a click on a move shows its
# position; clicks in dialogs.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Sends a mouse event as tmux reads it from a terminal: Esc [ M, then button, column and line, each plus 32.
send_button() { # BUTTON COLUMN LINE, counted from 0
    screen_type "$(printf '\033[M%b%b%b' "\\0$(printf %o $(($1 + 32)))" \
        "\\0$(printf %o $(($2 + 33)))" "\\0$(printf %o $(($3 + 33)))")"
}

click() { # COLUMN LINE
    send_button 0 "$1" "$2"
    send_button 3 "$1" "$2"
}

wheel_up() {
    send_button 64 10 10
}

wheel_down() {
    send_button 65 10 10
}

# Clicks the first place where the screen shows a text.
find_text() {
    place=$(screen_text | awk -v text="$1" '(at = index($0, text)) { print at - 1, NR - 1; exit }')
    [ -n "$place" ]
}

click_text() {
    screen_until find_text "$1" || fail "expected to see: $1"
    # shellcheck disable=SC2086
    click $place
}

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
two=gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1

# ASCII: each column is one byte.
SCREEN_LOCALE=C
screen_start 80 24 --white=hi/random --black=hi/random --charset=ascii --colors=mono
screen_wait "Pawn d2: 3 moves."

# Squares are six columns wide and three lines high: d2 is at 23, 16 and d6 at 23, 4.
click 23 16
screen_wait "Pawn d2 selected"
click 23 13
expect_fen $one
click 23 4
screen_wait "Pawn d6 selected"
click 23 7
expect_fen $two

wheel_up
screen_wait "1 of 2"
wheel_up
screen_wait "0 of 2"
wheel_up
screen_wait "This is the start of the game."
wheel_down
screen_wait "1 of 2"
wheel_down
expect_fen $two
click_text "P-DD3"
screen_wait "1 of 2"
expect_fen $one
screen_keys '}'

# Clicks a choice, a field and a button; a click outside the dialog does nothing.
screen_keys n
screen_wait "New game"
click_text "congo >"
screen_wait "< wits >"
click_text "< wits >"
screen_wait "< congo >"
click 1 23
screen_wait "New game"
click_text "Cancel"
screen_wait_gone "New game"
expect_fen $two
screen_keys n
screen_wait "New game"
click_text "Start"
screen_wait_gone "New game"
expect_fen $start

# A click on a hint is its key, a click on the title of the moves types one; the wheel scrolls the help.
click_text "Moves"
screen_type "d2d3"
screen_keys Enter
expect_fen $one
click_text "u undo"
expect_fen $start
click_text "? help"
screen_wait "On the board"
wheel_down
wheel_down
wheel_down
screen_wait_gone "On the board"
wheel_up
wheel_up
wheel_up
screen_wait "On the board"
