#!/bin/sh
# Undo, redo, browsing, a move from an earlier position, flip, zoom, themes, typed moves.
. "$CONGO_SOURCE/tests/screen/lib.sh"

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
two=gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1
three=gmelecz/ppp1ppp/3p3/7/3PP2/PPP2PP/GMELECZ/b/-1

screen_start 100 36 --white=hi/random --black=hi/random
screen_wait "Pawn d2: 3 moves."

# Moves by arrow keys, by a command, and by a pasted move.
screen_walk d2
screen_keys Enter
screen_walk d3
screen_keys Enter
expect_fen $one
screen_command "d6d5"
expect_fen $two
screen_keys m
screen_type "e2e3"
screen_keys Enter
expect_fen $three

# A wrong move is reported, and the line stays open for correction.
screen_command "d3d6"
screen_wait "The piece on d3 belongs to White."
screen_keys BSpace BSpace BSpace BSpace
screen_type "e6e4"
screen_keys Enter
screen_wait "The pawn cannot go from e6 to e4."
screen_keys BSpace BSpace BSpace BSpace
screen_type "nonsense?!"
screen_keys Enter
screen_wait "is neither a move"
screen_keys Escape :
screen_type "b5"
screen_keys Enter
screen_wait "\"b5\" fits 3 moves: a6-b5, b6-b5, c6-b5."
screen_keys Escape
screen_command "E-"
screen_wait "\"E-\": expected the square that the elephant goes to"
screen_keys Escape
expect_fen $three

screen_keys u
screen_wait "Took back White's move. r plays it again."
screen_keys Escape
screen_wait "Pawn e2" # the cursor is on the piece
expect_fen $two
screen_keys u u
expect_fen $start
screen_keys u
screen_wait "This is the start of the game."
screen_keys r
expect_fen $one
screen_keys r r
expect_fen $three

# Earlier positions, shown by keys; the wheel and the list of moves do the same.
screen_keys '['
expect_fen $two
screen_keys '{'
screen_wait "Start of the game."
expect_fen $start
screen_keys ']'
expect_fen $one
screen_keys '}'
expect_fen $three

# A move from an earlier position asks first; after Cancel nothing has changed.
screen_keys '[' '['
screen_walk c6
screen_keys Enter
screen_walk c5
screen_keys Enter
screen_wait "replaces the rest of the game"
screen_keys Escape
screen_wait_gone "replaces the rest of the game"
screen_keys '}'
expect_fen $three

# :go counts as the list of moves does: after White's move of a number, or after Black's.
go() { # NUMBER
    screen_command "go $1"
}
go 1
expect_fen $one
go 1...
expect_fen $two
go 0
expect_fen $start
go 2
expect_fen $three
go 1b
expect_fen $two
go 2b
screen_wait "The list of moves has no \"2b\"; it goes from 0, the start, to 2"
screen_keys Escape '}'
expect_fen $three
screen_keys '[' '['
screen_walk c6
screen_keys Enter
screen_walk c5
screen_keys Enter
screen_wait "replaces the rest of the game"
screen_keys y
screen_wait_gone "replaces the rest of the game"
expect_fen gmelecz/pp1pppp/2p4/7/3P3/PPP1PPP/GMELECZ/w/-1
screen_keys '{'
screen_wait "Start of the game."
screen_keys '}'

# With Black at the bottom the file a is on the right.
files() {
    screen_text | grep -Eo '^ +[a-g]( +[a-g]){6}' | tr -d ' '
}
[ "$(files | cut -c1-7)" = abcdefg ] || fail "expected the files from a to g"
screen_keys f
is_flipped() {
    [ "$(files | cut -c1-7)" = gfedcba ]
}
screen_until is_flipped || fail "expected the files from g to a"
screen_keys f

# The board in every size that fits, and the automatic size again.
screen_keys - - - - - -
screen_wait "no smaller board"
small=$(files)
screen_keys + + + + + +
screen_wait "no room for a larger board"
screen_keys 0
[ -n "$small$(files)" ] || fail "expected a board"

screen_keys t
screen_wait "Theme: "
screen_keys g
screen_wait "Pieces: letters"

# If repetition is forbidden, such a target is not offered, and the refusal says why.
screen_keys q y
expect_end
screen_start 80 24 --variant=megapawn --white=hi/random --black=hi/random
screen_wait "An unfinished game"
screen_keys Escape
screen_wait "Pawn d2"
for move in a1a2 a7a6 a2a1; do
    screen_command "$move"
done
screen_wait "a2-a1"
screen_walk a6
screen_keys Enter
screen_wait "Elephant a6 selected: 3 moves."
screen_keys Up Enter
screen_wait "Going to a7 would repeat an earlier position, which this variant forbids."

# Against the computer the human's move and the reply are taken back together; the human's piece is under the cursor.
screen_start 80 24 --white=hi/random --black=ai/random --game=$start
screen_keys m
screen_type "f2f3"
screen_keys Enter
screen_wait "Black's"
screen_wait "moved to"
screen_keys u
screen_wait "Took back your pawn's move and Black's reply. r plays them again."
screen_keys Escape
screen_wait "Pawn f2: 3 moves."
expect_fen $start

# No half piece stands above the list of commands, which covers two of the three lines of rank 3.
screen_keys q y
expect_end
screen_later_start
screen_start 80 24 --black=hi/random --game=gmelecz/ppppppp/7/7/2E4/PPPPPPP/GM1LECZ/w/-1
half_piece() {
    screen_text | sed -n 13p | grep -q '▗▄▖▄▖'
}
screen_until half_piece || fail "expected an elephant on the 13th line"
screen_keys :
screen_wait "undo  "
half_piece && fail "half an elephant stands above the list"
screen_keys Escape

# An error does not hide the warning of a piece that drowns, where both have a line.
screen_keys q y
expect_end
screen_later_start
screen_start 46 19 --black=hi/random --game=gmelecz/ppppppp/7/3P3/7/PPP1PPP/GMELECZ/w/-1
screen_wait "! Pawn d4"
screen_command a1a7
screen_wait "from a1 to a7"
screen_wait "! Pawn d4"
