#!/bin/sh
# The guided tour, from its first lesson to the first game after it.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Prints the title of the task beside the board: "8. The monkey 2/5".
task() {
    screen_text | sed -n 's,.*[|]  *\([0-9]*\. .*[^ ]\)  *\([0-9]*/[0-9]*\)$,\1 \2,p'
}

task_is() {
    [ "$(task)" = "$1" ]
}

expect_task() {
    screen_until task_is "$1" || fail "expected the task $1, found $(task)"
}

task_changed() {
    screen_shows "That was the tour" || ! task_is "$1"
}

go_on() {
    screen_wait "Enter continues."
    now=$(task)
    screen_keys Enter
    screen_until task_changed "$now" || fail "expected another task than $now"
}

move() {
    for square in "$@"; do
        screen_walk "$square"
        screen_keys Enter
    done
}

# Does the task by the key that shows it: a chain jump by jump, and perhaps a stop.
do_task() {
    screen_wait_stable # the title is drawn first: below it may still be the task before
    screen_shows "Enter continues." && return
    screen_keys a
    screen_wait "plays it"
    presses=0
    until screen_shows "Enter continues."; do
        presses=$((presses + 1))
        [ "$presses" -lt 100 ] || fail "the task cannot be done as it is shown"
        screen_press Enter
        screen_until is_answered || fail "the screen does not come to rest"
    done
}

# Waits until the last key has had its effect: another Enter would belong to the next task.
is_answered() {
    screen_shows "Enter continues." || { screen_is_stable && screen_hides "The other side answers"; }
}

# The tour is offered to a new user.
screen_start 80 24 --charset=ascii
screen_wait "New to Congo? T begins a guided tour."
screen_keys T
expect_task "1. The board 1/2"
screen_wait "] forward"
screen_hides "[ back" || fail "nothing is before the first step"
screen_keys Escape
screen_wait "Pawn d2"
screen_wait_gone "New to Congo?"

# Plays by hand, with mistakes.
screen_start 80 24 --charset=ascii --tour --white=hi/random --black=hi/random
expect_task "1. The board 1/2"
go_on
expect_task "1. The board 2/2"
move d2
screen_wait "Pawn d2 selected: 3 moves."
move d3
screen_wait "Well done!"
screen_wait "[ back"
expect_fen gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1
go_on
expect_task "2. The lion 1/2"
move d1 d3
screen_wait "cannot go to d3. A lion goes one step"
move d2
go_on
move c2 c3
expect_panel "nothing was captured"
expect_fen 2l4/2ppp2/7/7/1p1p3/2L4/7/w/-1 # it was taken back
screen_keys Escape # from the FEN's sentence nothing is left to cancel: this leaves the tour
screen_wait "Moves"

# It continues where it was left, also in another run of the program.
screen_keys q
expect_end
screen_start 80 24 --charset=ascii --white=hi/random --black=hi/random
screen_wait "Pawn d2"
screen_command tour
expect_task "2. The lion 2/2"
screen_wait "where you left it"

# Moves back and forward, by tasks and by lessons, and by the list.
screen_keys '['
expect_task "2. The lion 1/2"
screen_keys '{' '{'
expect_task "1. The board 1/2"
screen_keys '['
screen_wait "This is where the tour begins."
screen_keys '}' '}' ']'
expect_task "3. The elephant 2/3"
screen_keys T
screen_wait "The guided tour"
screen_wait "12. How to win"
screen_keys Down Down Down Enter
expect_task "6. The river 1/4"

# A piece drowns, and is saved the second time.
move b4 c2
expect_panel "You saved the zebra"
move f2 f3
expect_panel "The zebra has drowned."
expect_fen 2l4/2ppp2/7/7/5P1/7/4L2/b/-1
go_on
screen_wait "! Zebra b4 may drown."
move f2 f3
expect_panel "And the zebra has drowned"
move b4 c2
expect_panel "Saved!"

# A monkey's chain: stopped too early, then completed with a jump taken back.
screen_keys '}' '}' ']'
expect_task "8. The monkey 2/5"
move b1 d3
screen_wait "can jump on to d5"
screen_keys Enter
expect_panel "stopped too early"
move b1 d3 d5
screen_wait "can jump on to f7"
screen_keys Escape
screen_wait "can jump on to d5"
move d5 f7
expect_panel "Three at one go!"
# u begins the task again
screen_keys u
expect_panel "Capture all three pawns"

# Keys that are not for the tour only say so; help and display keys work.
screen_keys R
screen_wait "That is not possible in the tour; q leaves it."
screen_keys '?'
screen_wait "> Keys"
screen_keys Escape
screen_wait_gone "> Keys"
screen_command "go 0"
screen_wait "\"go\" is for games, not for the tour"
screen_keys Escape
screen_keys q
screen_wait "Moves"

# A game in progress waits, however the tour ends.
screen_command d2d3
game=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
expect_fen $game
screen_keys T
expect_task "8. The monkey 2/5"
screen_keys q
screen_wait "Moves"
expect_fen $game
screen_keys T
expect_task "8. The monkey 2/5"
kill "$(screen_pid)"
screen_ended >/dev/null
screen_start 80 24 --charset=ascii --white=hi/random --black=hi/random
screen_wait "An unfinished game"
screen_keys Enter
screen_wait_gone "An unfinished game"
expect_fen $game
screen_keys q
screen_wait "It is kept"
screen_keys y
screen_ended >/dev/null

# The whole tour, as it is shown; then the first game against the computer.
screen_later_start
screen_start 80 24 --charset=ascii --tour
expect_task "1. The board 1/2"
tasks=0
until screen_shows "That was the tour"; do
    tasks=$((tasks + 1))
    [ "$tasks" -lt 100 ] || fail "the tour does not end"
    do_task
    go_on
done
[ "$tasks" -gt 30 ] || fail "the tour has only $tasks tasks"
screen_keys Enter
screen_wait "Your first game"
screen_wait "Computer"
expect_fen gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1

# On the smallest screen the text is in a dialog, page by page, and a key shows it again.
small() {
    screen_later_start
    screen_start 24 10 --charset=ascii --tour --white=hi/random --black=hi/random
    screen_wait "1. The board"
    until screen_shows "Move a pawn one step" && screen_hides "1. The board"; do
        screen_press Enter
        screen_wait_stable
    done
    screen_keys Enter
    screen_wait "Pawn b2 selected"
    screen_keys Up Enter
    screen_wait "Well done!"
}
small
screen_resize 80 24
screen_wait "Well done!"
screen_resize 24 10
screen_wait "Well done!"
