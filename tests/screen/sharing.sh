#!/bin/sh
# The key w shares the position as a FEN or a picture, and the game as a moving picture or a page.
. "$CONGO_SOURCE/tests/screen/lib.sh"

one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

# shares FORM: opens the dialog and chooses a form by its place.
shares() {
    screen_keys w
    screen_wait "text (FEN)"
    case $1 in
    picture) screen_keys Right ;;
    "moving picture") screen_keys Right Right ;;
    page) screen_keys Right Right Right ;;
    esac
    screen_wait "< $1 ("
}

# has FILE TEXT: the file holds a text.
has() {
    grep -qF -e "$2" "$scratch/$1" || fail "$1 has no $2"
}

screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2: 3 moves."
screen_command d2d3
expect_fen $one
screen_command fen
screen_until screen_shows_fen $one || fail "the command fen shows no FEN"

# The suggested names follow the form.
shares picture
screen_wait "game.svg"
screen_keys Enter
screen_wait "Saved as ~/game.svg."
has game.svg "<title id=\"board-title\">"
has game.svg "after 1. d2-d3"
shares page
screen_wait "game.html"
screen_keys Enter
screen_wait "Saved as ~/game.html."
has game.html "data-fen=\"$one\""

# The moving picture would have the same name, but the picture stays until the user says so.
cp "$scratch/game.svg" "$scratch/picture.svg"
shares "moving picture"
screen_wait "game.svg"
screen_keys Enter
screen_wait "game.svg exists already"
screen_keys y
screen_wait "Saved as ~/game.svg."
has game.svg "@keyframes"
has game.svg "1. d2-d3"

# A file is replaced only after asking.
echo mine >"$scratch/game.html"
shares page
screen_keys Enter
screen_wait "game.html exists already"
screen_keys Escape
screen_wait_gone "exists already"
has game.html mine
shares page
screen_keys Enter
screen_wait "game.html exists already"
screen_keys y
screen_wait "Saved as ~/game.html."
has game.html "data-fen=\"$one\""

# A typed name stays when another form is chosen. An error leaves the dialog open.
shares picture
screen_keys Tab C-u
screen_type "no-such-folder/board.svg"
screen_keys Enter
screen_wait "no-such-folder/board.svg: not written"
screen_keys C-u Enter
screen_wait "Type a file's name."
screen_type "board.svg"
screen_keys Enter
screen_wait "Saved as ~/board.svg."
cmp -s "$scratch/board.svg" "$scratch/picture.svg" || fail "the same position is another picture"

# Moves that were taken back are neither in the moving picture nor on the page; the picture is of the turned board.
screen_keys u
screen_wait "Took back"
screen_keys f
shares picture
screen_keys Tab C-u
screen_type "start.svg"
screen_keys Enter
screen_wait "Saved as ~/start.svg."
has start.svg "before the first move"
has start.svg "rotate(180"
shares "moving picture"
screen_keys Tab C-u
screen_type "moving.svg"
screen_keys Enter
screen_wait "Saved as ~/moving.svg."
! grep -q "d2-d3" "$scratch/moving.svg" || fail "the moving picture has a move that was taken back"
shares page
screen_keys Tab C-u
screen_type "start.html"
screen_keys Enter
screen_wait "Saved as ~/start.html."
! grep -q "data-fen=\"$one\"" "$scratch/start.html" || fail "the page has a move that was taken back"

# A game that was saved gives the names.
screen_keys r
expect_fen $one
screen_command "save my.games/../club.congo"
screen_wait "not written"
screen_keys Escape
screen_command "save club.congo"
screen_wait "Saved as ~/club.congo."
shares page
screen_wait "club.html"
screen_keys Escape
screen_wait_gone "club.html"
screen_end
