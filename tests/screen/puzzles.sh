#!/bin/sh
# Puzzles in the full screen: shown, tried, solved, and remembered.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# The task changes with every correct move.
task() {
    screen_panel | grep -Eo '> [A-Z][a-z]* wins (in [2-4]|with this) moves?'
}

is_past() {
    screen_shows "Enter shows the next one." || { task >/dev/null && [ "$(task)" != "$1" ]; }
}

find_hint() {
    screen_panel | screen_hint_squares "wins in [0-9]" >"$scratch/hint"
    test -s "$scratch/hint"
}

# Asks for the solution of a puzzle, move by move, and writes it down.
watch() {
    screen_command "puzzle $1"
    screen_wait "Puzzle $1 "
    screen_wait_stable # the title is drawn first
    : >"$scratch/solution"
    until screen_shows "Enter shows the next one."; do
        now=$(task)
        screen_keys a
        expect_panel " with the "
        screen_keys a
        screen_until find_hint || fail "expected the move"
        cat "$scratch/hint" >>"$scratch/solution"
        until is_past "$now"; do # a monkey jumps several times
            screen_press Enter
            screen_wait_stable
        done
    done
    expect_panel "does not count as solved"
}

# Solves the puzzle by these moves.
solve() {
    screen_command "puzzle $1"
    expect_panel "Only one first move is right."
    screen_wait_stable # the task appears below
    while read -r move; do
        now=$(task)
        screen_command "$move"
        screen_until is_past "$now" || fail "expected to go on after $move"
    done <"$scratch/solution"
    expect_panel "Solved, well done!"
    screen_wait " $2 of "
}

screen_start 80 24 --charset=ascii --puzzle=1
screen_wait "Puzzle 1 "
screen_wait " 0 of "
solved=0
for number in 1 2 3; do
    watch $number
    solved=$((solved + 1))
    solve $number $solved
done
screen_keys Enter
screen_wait "Puzzle 4 "

# Any other first move is refused with a reason, and taken back.
is_answered() {
    screen_shows "Enter takes it back." || screen_panel_has "That is right!"
}
screen_wait_gone "take back" # there is no move yet
start=$(screen_fen)
screen_keys Tab Enter Tab Enter
screen_until is_answered || fail "expected an answer"
screen_wait "take back"
if screen_panel_has "That is right!"; then # of all moves, it was that one
    screen_keys u
    expect_panel "Only one first move"
    screen_keys Tab Enter Tab Tab Enter
fi
expect_panel "lets the win slip"
screen_keys Down Right # the board can still be looked at, but not played on
screen_keys Enter
expect_panel "Only one first move is right."
expect_fen "$start"

# Other puzzles: the next, the previous, those of another grade, one by its number.
screen_keys ']'
screen_wait "Puzzle 5 "
screen_keys '[' '['
screen_wait "Puzzle 3 "
expect_panel "You have solved it before."
screen_keys '}'
expect_panel "Grade 2 of 5."
screen_keys P
screen_wait "Another puzzle"
screen_keys Tab
screen_type 99999
screen_keys Enter
screen_wait "Expected a number from 1 to"
screen_keys Escape
screen_wait_gone "Another puzzle"
screen_keys P
screen_wait "Another puzzle"
screen_keys Right Enter # in 2 moves, the next unsolved one
expect_panel "wins in 2 moves."
screen_keys R
screen_wait "That is not possible in a puzzle; q leaves it."

# A usual game follows; solved puzzles are remembered.
screen_keys q
screen_wait "Computer"
expect_fen gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
screen_keys q
expect_end
screen_start 80 24 --charset=ascii --white=hi/random --black=hi/random
screen_wait "Pawn d2"
screen_command d2d3
screen_keys P
screen_wait "Puzzle 4 "
screen_wait " 3 of "
screen_keys Escape # nothing is selected: this leaves
screen_wait "Moves"
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

# On a small screen the texts are in dialogs.
screen_later_start
screen_start 24 10 --charset=ascii --puzzle
screen_wait "Puzzle 1"
is_read() {
    screen_shows "wins in 2 moves." && screen_hides "To the board"
}
until is_read; do
    screen_press Enter
    screen_wait_stable
done
screen_keys a
screen_wait "wins in 2 with"
