#!/bin/sh
# The engine's output on the screen: analysis of any position with several lines, advice with its reason,
# interrupted searches and pondering. Nothing of an old search remains.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Prints the lines of the panel that begin with a score and a move number: "W+0.10 3.", "B#2 2...".
shows_lines() { # COUNT NUMBER
    [ "$(screen_text | grep -Ec "([WB]([+]|#)[0-9]+(\.[0-9]+)?|0\.00) +$2[a-g]")" = "$1" ]
}

expect_lines() {
    screen_until shows_lines "$1" "$2" || fail "expected $1 lines that begin with $2"
}

# Prints the only line if it has no score: "3.d3-d4". (In the list of moves blanks follow the number.)
shows_line() { # NUMBER
    screen_text | grep -q "  $1[a-g]"
}

expect_line() {
    screen_until shows_line "$1" || fail "expected a line that begins with $1"
}

# Prints the marks of the best move on the board.
is_marked() {
    screen_text | sed 's/[*] White//; s/[*] Black//' | grep -q '[*]'
}

is_unmarked() {
    ! is_marked
}

# The second key answers the question whether to leave a game.
quit() {
    screen_keys q q
    expect_end
    screen_later_start
}

# An analysis follows the position on the screen, with the chosen number of lines.
screen_start 80 24 --white=hi/random --black=hi/random --lines=3 --colors=mono
screen_wait "Pawn d2"
for move in d2d3 d6d5 e2e3 e6e5; do
    screen_command $move
done
screen_wait " 3  …"
screen_keys A
expect_lines 3 "3\."
screen_until is_marked || fail "expected the best move marked"
screen_keys '>'
screen_wait "The analysis shows 4 lines."
expect_lines 4 "3\."
screen_keys '<' '<' '<'
screen_wait "The analysis shows 1 line."
expect_line "3\."
screen_command "lines 2"
expect_lines 2 "3\."
screen_keys '['
expect_lines 2 "2\.\.\."
screen_keys '{'
expect_lines 2 "1\."
screen_keys '}' u
expect_lines 2 "2\.\.\."
screen_keys A
screen_wait "The analysis is off."
expect_lines 0 "2\.\.\."
screen_until is_unmarked || fail "expected no move marked"
quit

# A win is described in words, also when earlier positions of a finished game are analysed.
screen_start 80 24 --white=hi/negamax --black=hi/negamax --game=2l4/7/7/7/3Z3/7/3LE2/w/-1
screen_wait "d2, in White's castle"
screen_keys a
screen_wait "Advice: zebra d3 moves to "
screen_wait "White wins in 2"
screen_wait "Black: lion "
for move in d3e5 c7d7 d1d7; do
    screen_command $move
done
screen_wait "White wins: the lion took the other lion on d7."
screen_keys A
screen_wait "there is nothing to analyse"
screen_keys '[' A
screen_wait "White wins in 1"
screen_keys '['
expect_lines 3 "1\.\.\."
screen_wait "White wins in 1"
screen_keys '}'
screen_wait_gone "White wins in 1"
screen_keys q
expect_end

# In the middle of a monkey's capture, the rest of it is analysed and advised.
screen_start 80 24 --white=hi/negamax --black=hi/negamax --game=2l4/7/7/7/1p1p3/1p3p1/M2L3/w/-1
screen_wait "d2, in White's castle"
screen_walk a1
screen_keys Enter
screen_walk c3
screen_keys Enter A
screen_wait "1.c3"
screen_keys A a
screen_wait "Advice: monkey"
quit

# A search that would take ten minutes is interrupted by c: the best move so far is advised, and played.
screen_start 80 24 --movetime=600000
screen_wait "Pawn d2"
screen_keys a
screen_wait "Working out advice"
screen_walk e2
screen_wait "Working out advice. Pawn e2" # wherever the cursor is
screen_wait "You: "
screen_hides "depth" || fail "expected no depth beside advice"
screen_keys c
screen_wait "Advice: "
screen_keys a Enter
screen_wait "thinking"
screen_keys A
screen_wait "The analysis begins when the computer has moved"
screen_keys c
expect_lines 3 "2\." # of the analysis that was asked for, after the move
screen_keys A
screen_wait "The analysis is off."
expect_lines 0 "2\."
quit

# The computer ponders after its move, except during analysis and advice; its thoughts are not shown during a
# game against it. (Depth without a time limit: an interrupted search may not have reached the expected answer.)
screen_start 120 40 --depth=6 --movetime=0 --ponder=on
screen_wait "Pawn d2"
screen_command d2d3
screen_wait "thinking"
screen_hides "Last move" || fail "expected no thoughts of the opponent"
screen_keys u
screen_wait_gone "thinking"
screen_keys r
screen_wait "thinking"
screen_keys A
screen_wait_gone "thinking"
expect_lines 3 "2\."
screen_keys A
screen_wait "thinking"
screen_keys a
screen_wait "Advice: "
screen_wait "thinking"
screen_keys a Enter
screen_wait "thinking"
screen_keys n
screen_wait "New game"
screen_keys Enter
screen_wait_gone "New game"
screen_wait_gone "thinking"
screen_keys q
expect_end
screen_later_start

# In a game of two computers, analysis is available only while the game is paused.
screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=100 --pace=60000
screen_wait "White's "
screen_keys A
screen_wait "pause them with Space"
screen_keys p
screen_wait "Paused"
screen_keys A
screen_wait "Analysis"
expect_lines 3 "[0-9]+\.+"
