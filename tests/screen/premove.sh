#!/bin/sh
# A move chosen while the computer thinks: made at once, impossible, or cancelled. The key c ends the thinking.
. "$CONGO_SOURCE/tests/screen/lib.sh"

start() { # FEN
    screen_start 80 24 --white=hi/random --black=ai/negamax --movetime=600000 --threads=1 --game="$1"
    screen_wait "Moves"
}

start gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
screen_walk d2
screen_keys Enter Up Enter
screen_wait "d2-d3"

# The computer's pieces can be looked at while it thinks; where they stand later depends on how far it has thought.
screen_walk d7
screen_keys Enter
screen_wait "Black's lion can" # ... go somewhere, or not

screen_walk e2
screen_keys Enter
screen_wait "Pawn e2 selected, to move as soon as Black has."
screen_keys Up
screen_wait "Enter: pawn e2 goes to e3 as soon as Black has moved."
screen_wait "Enter move"
screen_keys Enter
screen_wait "Pawn e2 goes to e3 as soon as Black has moved; Esc cancels it."
screen_keys c
screen_wait "e2-e3"

# Esc cancels it, and so does the selection of another piece.
screen_walk f2
screen_keys Enter Up Enter
screen_wait "Pawn f2 goes to f3"
screen_keys Escape
screen_wait_gone "goes to"
screen_keys Down Enter Up Enter
screen_wait "Pawn f2 goes to f3"
screen_walk g2
screen_keys Enter
screen_wait "Pawn g2 selected, to move as soon as Black has."
screen_wait_gone "goes to f3"

# A piece that is only selected when the computer moves can be moved then.
screen_keys c
screen_wait_gone "to move as soon as Black has"
screen_keys Up Enter
screen_wait "g2-g3"

# processor_time: what the program has used, in hundredths of a second.
processor_time() {
    cut -d ' ' -f 14 "/proc/$(screen_pid)/stat"
}

has_thought() { # SINCE
    [ "$(processor_time)" -ge $(($1 + 50)) ]
}

# The zebra is taken before it can go away: the first thing that a computer sees here, and the last.
start gmelecz/ppppp1p/6Z/7/7/PPPPP1P/GMELEC1/w/-1
screen_walk a2
screen_keys Enter Up Enter
screen_wait "1  a2-a3"
[ ! -d /proc/self ] || begun=$(processor_time)
screen_walk g5
screen_keys Enter Left Down Down Enter
screen_wait "Zebra g5 goes to f3"
[ ! -d /proc/self ] || screen_until has_thought "$begun" || fail "expected the computer to think"
screen_keys c
screen_wait "Your zebra g5 cannot go to f3 now."
expect_fen gmelecz/ppppp2/6p/7/P6/1PPPP1P/GMELEC1/w/-1

# Not between two people: the others' pieces are looked at.
screen_start 80 24 --white=hi/random --black=hi/random --game=standard
screen_wait "Moves"
screen_walk d2
screen_keys Enter Up Enter
screen_wait "d2-d3"
screen_keys Right Down Enter
screen_wait "White's pawn could go to 2 squares; it is Black's turn."
