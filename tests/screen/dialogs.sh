#!/bin/sh
# Dialogs, help and the command line, in a small, a usual and a large terminal.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Every page of the help can be reached and read to its end.
read_help() {
    screen_keys '?'
    screen_wait " Keys "
    pages=$(screen_text | sed -n 's|.* 1/\([0-9]*\) Keys.*|\1|p')
    [ "$pages" -ge 12 ] || fail "expected a page for every piece"
    page=1
    while [ "$page" -lt "$pages" ]; do
        page=$((page + 1))
        screen_keys Right
        screen_wait " $page/$pages "
        screen_keys End
        screen_wait_gone " more "
    done
    screen_keys m
    screen_wait " Monkey "
    screen_keys Escape
    screen_wait_gone " Monkey "
}

# A small screen has no room for a FEN, but says whose turn it is.
expect_position() {
    if [ "$screen_columns" -ge 80 ]; then
        expect_fen "$1"
    else
        screen_wait "* Black to move"
    fi
}

# A wrong position is reported in the dialog, and the game stays; a correct one starts a game.
new_game() {
    screen_keys :
    screen_type "d2d3"
    screen_keys Enter
    screen_keys n
    screen_wait "New game"
    screen_keys Up Up Up Up Up Up Up # past the buttons to the position
    screen_type "3l3/7/7"
    screen_keys Enter
    screen_wait "expected"
    screen_keys Escape
    screen_wait_gone "New game"
    expect_position gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
    screen_keys n
    screen_wait "New game"
    screen_keys Right
    screen_wait "< wits >"
    screen_keys Up Up Up Up Up Up Up
    screen_type "3l3/7/7/7/7/2Z4/3L3/b/-1"
    screen_keys Enter
    screen_wait_gone "New game"
    expect_position 3l3/7/7/7/7/2Z4/3L3/b/-1
}

start() {
    screen_end # the one before, which keeps its game when it ends
    screen_later_start
    screen_start "$1" "$2" --white=hi/random --black=hi/random
    screen_wait "Pawn d2: 3 moves."
}

# Pasted text is not read as keys: a move goes to the command line, a position to the dialog.
paste() {
    screen_tmux set-buffer "$1"
    screen_tmux paste-buffer -p
    screen_wait ":$1"
}
start 80 24
paste d2d3
screen_keys Enter
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
paste 3l3/7/7/7/7/2Z4/3L3/w/-1
screen_keys Enter
screen_wait "New game"
screen_keys Enter
expect_fen 3l3/7/7/7/7/2Z4/3L3/w/-1

# The command line completes names and recalls earlier lines.
screen_keys :
screen_type fl
screen_keys Tab
screen_wait ":flip"
screen_keys Enter
screen_wait_gone ":flip"
screen_keys : Up
screen_wait ":flip"
screen_keys Up
screen_wait ":3l3/"
screen_keys Escape

for size in "24 10" "80 24" "200 60"; do
    # shellcheck disable=SC2086
    start $size
    read_help
    # shellcheck disable=SC2086
    start $size
    new_game
done
