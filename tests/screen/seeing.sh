#!/bin/sh
# Seeing the possibilities of the opponent: where a piece could go, and what is attacked.
. "$CONGO_SOURCE/tests/screen/lib.sh"

game=3l3/7/4e1Z/7/7/P6/2L4/w/-1

# Between two people: a piece of the side that is not to move is looked at, not selected.
screen_start 80 24 --white=hi/random --black=hi/random --game=$game --colors=mono --charset=ascii
screen_wait "Moves"
screen_walk e5
screen_keys Enter
screen_wait "Black's elephant could go to 8 squares, one a capture; it is White's turn."
screen_wait "|  o  |" # the squares are marked
screen_wait "Esc cancel"
screen_wait_gone "Enter move"
screen_keys Escape
screen_wait_gone "could go to"
screen_wait_gone "|  o  |"

# Again ends it too; a piece of one's own is selected instead.
screen_keys Enter
screen_wait "could go to 8 squares"
screen_keys Enter
screen_wait_gone "could go to"
screen_keys Enter
screen_wait "could go to 8 squares"
screen_walk a2
screen_keys Enter
screen_wait "Pawn a2 selected"
screen_keys Up Enter
screen_wait "1  a2-a3"
screen_walk g5
screen_keys Enter
screen_wait "White's zebra could go to 4 squares; it is Black's turn."
screen_keys Escape

screen_keys x
screen_wait "Marked: where White could capture next. x: where Black could."
screen_keys x
screen_wait "Marked: where Black could capture next. x: where either side could."
screen_keys x
screen_wait "Marked: where either side could capture next. x: no marks."
screen_keys x
screen_wait "Attacked squares are no longer marked."

# A piece that cannot move is said not to.
screen_start 80 24 --white=hi/random --black=hi/random --game=standard
screen_wait "Pawn d2: 3 moves."
screen_walk d7
screen_keys Enter
screen_wait "Black's lion cannot move anywhere."
screen_hides "turn" || fail "expected nothing about the turn"
