#!/bin/sh
# The position editor in a real terminal: keys, the mouse, a pasted position; playing from it, and the game that waits.
. "$CONGO_SOURCE/tests/screen/lib.sh"

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

# In the editor, w copies at once.
editor_asks() {
    screen_keys w
    screen_pause 0.05
    screen_shows_fen "$1"
}

expect_set_up() { # FEN
    screen_until editor_asks "$1" || fail "expected $1 in the editor, found $(screen_find_fen && cat "$scratch/fen")"
}

# ASCII: each column is one byte.
SCREEN_LOCALE=C
screen_start 80 24 --white=hi/random --black=hi/random --charset=ascii --colors=mono
screen_wait "Pawn d2: 3 moves."
screen_type ':d2d3'
screen_keys Enter
expect_fen $one

# Squares are six columns wide and three lines high: d2 is at 23, 16. A click and a click, a drag, a drag off the
# board, the right button.
screen_keys S
screen_wait "The position is legal"
expect_set_up $one
screen_click 17 16
screen_wait "Enter puts the white pawn down."
screen_click 23 10
expect_set_up gmelecz/ppppppp/7/3P3/3P3/PP2PPP/GMELECZ/b/-1
screen_send_button 0 23 10
screen_send_button 32 23 11
screen_send_button 32 29 10
screen_send_button 3 29 10
expect_set_up gmelecz/ppppppp/7/4P2/3P3/PP2PPP/GMELECZ/b/-1
screen_send_button 0 29 10
screen_send_button 32 50 20
screen_send_button 3 50 20
expect_set_up gmelecz/ppppppp/7/7/3P3/PP2PPP/GMELECZ/b/-1
screen_send_button 2 23 13
expect_set_up gmelecz/ppppppp/7/7/7/PP2PPP/GMELECZ/b/-1
screen_send_button 2 23 19
screen_wait "White has no lion: put it on"
screen_keys n
screen_wait "White has no lion: put it on c1 to e3."
screen_wait_gone "New game"
screen_keys A
screen_wait "Set-up"

# The palette.
screen_click_text "L    Z"
screen_wait "Enter puts a white lion on d1."
screen_click 23 19
screen_wait "The position is legal"
screen_keys Escape

# A pasted position; then the user goes back to the game, after a question.
screen_type "$(printf '\033[200~2l4/7/7/2p4/3M3/7/3L3 w -1\033[201~')"
screen_wait "The pasted position is set up."
screen_keys Escape
screen_wait "Leave the set-up"
screen_keys y
screen_wait_gone "Set-up"
expect_fen $one

# The first screen leaves the editor.
screen_keys S
screen_wait "Set-up"
screen_keys n
screen_click_text "First screen"
screen_wait_gone "New game"
screen_keys Escape
expect_fen $one
screen_shows "Set-up" && fail "the editor is still there"

# A copied position is left without a question.
screen_keys S
screen_wait "Set-up"
screen_type d
screen_keys Tab Tab
expect_set_up $start
screen_keys Escape
screen_wait_gone "Set-up"
expect_fen $one

# Another variant is a change.
screen_keys S
screen_wait "Set-up"
screen_keys i
screen_wait "Position as text"
screen_keys Down Right Enter
screen_wait_gone "Position as text"
screen_keys Escape
screen_wait "The position is not kept"
screen_keys y
screen_wait_gone "Set-up"

# A piece that is picked up goes with its board.
screen_keys S
screen_wait "Set-up"
screen_walk d1
screen_type L
screen_keys Enter
screen_wait "Enter puts the white lion down."
screen_type b
screen_wait "d1 is empty."

# A position is played: the form of a new game, in its variant.
screen_type L
screen_walk d7
screen_type l
screen_walk a1
screen_type Z
screen_keys n
screen_wait "Position as text"
screen_wait "3l3/7/7/7/7/7/Z2L3/b/-1"
screen_hides "n play" || fail "the editor's keys stay under the dialog"
screen_keys Enter
screen_wait_gone "New game"
screen_wait_gone "Set-up"
expect_fen 3l3/7/7/7/7/7/Z2L3/b/-1
screen_type ':d7d1'
screen_keys Enter
screen_wait "Black wins"
screen_keys Escape q
expect_end

# Two computers play on afterwards.
screen_later_start
screen_start 80 24 --white=ai/random --black=ai/random --seed=1 --pace=200 --charset=ascii --colors=mono
screen_wait " 2  "
screen_keys S
screen_wait "Set-up"
screen_keys Escape
screen_wait_gone "Set-up"
screen_wait " 9  "
screen_keys q y # there is no question if the game is over by now
expect_end

# The palette has pictures, as the board has, if there is room; else, and in the set of letters, letters.
palette() {
    screen_text | LC_ALL=C.UTF-8 sed -n 's/^.\{48\}//; 3,14p'
}
has_pictures() {
    palette | grep -q '▛'
}
unset SCREEN_LOCALE
for size in "80 24" "100 30" "120 40"; do
    screen_end
    screen_later_start
    # shellcheck disable=SC2086
    screen_start $size --white=hi/random --black=hi/random
    screen_wait "Pawn d2: 3 moves."
    screen_keys S
    screen_wait "Set-up"
    screen_until has_pictures || fail "the palette has no pictures at $size"
done

# No sentence about what is not legal is cut: those that have no room beside the board go to the line below it.
screen_resize 80 24
screen_keys b
screen_wait "   Black has no lion: put it on c5 to e7."
expect_panel "White has no lion: put it on c1 to e3. b empty"

# Keys that the user has changed are named and do what they say: in the editor, on the first screen, in the list of
# games; the former ones do nothing.
screen_end
screen_first_start
mkdir -p "$scratch/config/congo"
cat >"$scratch/config/congo/congo.conf" <<'END'
keys = { help = "F2"; welcome = "&"; quit = "Q"; setup = "F5"; games = "F6"; select = [ "F8", "Enter" ]; undo = "F9";
         setup-empty = "z"; setup-remove = "F7"; games-find = "F7"; games-delete = "u"; games-results = [ ]; };
END
screen_start 80 24
screen_wait "F2 help   Q quit"
screen_keys Enter
screen_wait "Pawn d2: 3 moves."
screen_type ":setup-empty" # is no command
screen_keys Enter
screen_wait "\"setup-empty\" is not a move"
screen_keys Escape
screen_wait_gone "is not a move"
screen_keys F5
screen_wait "& home"
screen_wait "F2 help"
screen_wait "F8 picks it up, F7 removes it."
screen_wait "z empty"
screen_keys H
screen_wait "The key H does nothing here; F2 shows the help."
screen_keys x
screen_wait "The key x does nothing here; F2 shows the help."
screen_keys F7
screen_wait "d2 is empty."
screen_keys z # the editor's own keys go before the letters of pieces
screen_wait "White has no lion"
screen_keys F9
screen_wait "The position is legal."
screen_keys F9
screen_wait "F8 picks it up"
screen_keys F2
screen_wait "F7 removes it, Tab says"
screen_wait "z empties the board"
screen_keys Escape Escape
screen_wait "& home"
screen_keys "&"
screen_wait "F2 help   Esc back"
screen_keys "&"
screen_wait "Pawn d2: 3 moves."
screen_keys F6
screen_wait "F8 open  Esc back  F7 find  v review  s save  u delete  & home"
screen_keys x
screen_wait "That key does nothing"
screen_keys H
screen_wait "That key does nothing"
screen_keys "&"
screen_wait "F2 help   Esc back"
