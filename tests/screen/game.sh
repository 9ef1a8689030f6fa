#!/bin/sh
# A whole game of a human against the computer, played with arrow keys. The human follows the advice square by
# square.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Sets advice to the squares of the advised move, such as b1d3f5, as soon as it is there.
find_advice() {
    is_over && return
    screen_shows "Advice: " || return 1
    advice=${screen_now##*Advice: }
    advice=${advice%%[.;"$newline"]*}
    advice=$(printf %s "${advice%% and takes*}" | grep -o '[a-g][1-7]' | tr -d '\n')
    [ -n "$advice" ]
}

is_over() {
    screen_look
    case $screen_now in
    *"Swap sides"*) ;; # on the card of the end, which may hide the line below the board
    *) return 1 ;;
    esac
}

# Succeeds once the list of moves has Black's, so that it is White's turn again, or the game is over. (What the line
# below the board says of a move depends on the room that warnings leave.)
is_answered() {
    screen_shows " $((turns + 1))  …" || is_over
}

# Succeeds if a monkey on the square could jump on or stop. (It may have come by another path than advised.)
can_stop() { # SQUARE
    screen_look
    case $screen_now in
    *"Monkey $1 can jump on to "*" stops here"*) ;;
    *) return 1 ;;
    esac
}

is_walked() {
    can_stop "$1" || is_answered
}

walk_and_enter() {
    rest=$1
    while [ -n "$rest" ]; do
        last=${rest%"${rest#??}"}
        screen_walk "$last"
        screen_keys Enter
        rest=${rest#??}
    done
    # A monkey that could jump on stops on its own square.
    screen_until is_walked "$last" || fail "expected the move to be made"
    if can_stop "$last"; then
        screen_keys Enter
    fi
}

play() { # VARIANT
    screen_start 80 24 --variant="$1" --white=hi/negamax --black=ai/random --seed=1 --depth=4 --movetime=0
    screen_wait "Pawn"
    turns=0
    until is_over; do
        turns=$((turns + 1))
        [ "$turns" -le 120 ] || fail "the game does not end"
        screen_wait_gone "Advice: " # for the turn before; the list of moves may be drawn already
        screen_keys a
        screen_until find_advice || fail "expected advice"
        is_over && break
        walk_and_enter "$advice"
        screen_until is_answered || fail "expected Black's move"
    done
    screen_wait "You win" # as expected against random moves
    screen_keys q
    expect_end
    [ -z "$(screen_kept)" ] || fail "a finished game is kept as an unfinished one"
}

play congo
play megapawn
