#!/bin/sh
# The line interface at a terminal: editing, completion, history, output while typing, Ctrl-C, stop
# and continue, and when it is the default.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# tail_of: prints the last lines that are not empty.
tail_of() {
    screen_text | awk -v count="$1" 'NF { line[++n] = $0 }
        END { for (i = n - count + 1; i <= n; i++) if (i > 0) { sub(/ +$/, "", line[i]); print line[i] } }'
}

ends_with() {
    [ "$(tail_of "$(echo "$1" | wc -l)")" = "$1" ]
}

expect_end() {
    screen_until ends_with "$1" || fail "expected it to end with: $1"
}

# interrupted COMMAND...: presses Ctrl-C until the command succeeds at a prompt. An extra Ctrl-C only
# prints another prompt.
interrupted() {
    "$@" && ends_with ' >' && return
    if ends_with 'Working out advice' || [ "$(screen_tmux display-message -p '#{cursor_x}')" = 0 ]; then
        screen_keys C-c
    fi
    false
}

interrupt() {
    screen_until interrupted "$@" || fail "an interrupt does not lead to: $*"
    screen_wait_stable
}

has_two_moves() {
    [ "$(screen_text | grep -c transition)" = 2 ]
}

has_analysis() {
    screen_shows ' The computer looked ' || screen_shows 'Nothing has been found yet.'
}

people='--white=hi/random --black=hi/random'

# --- editing, completion, history ---

# shellcheck disable=SC2086 # the options are words
start() {
    screen_start 80 50 --ui=cli --config=none "$@"
    expect_end ' >'
}

# shellcheck disable=SC2086
# shellcheck disable=SC2086 # the options are words
start $people
screen_type 'shwo '
screen_keys C-a Right Right C-d Right
screen_type 'w'
screen_keys C-e
screen_type 'pl'
screen_keys Tab Enter
expect_end ' * white 2E 1Z 1G 1C 7P 0S 1L 1M
   black 2e 1z 1g 1c 7p 0s 1l 1m
 >'
screen_type 'move g1 '
screen_keys Tab
expect_end ' > move g1 f3' # the only step
screen_keys C-u
screen_type 'move d2 '
screen_keys Tab Tab
expect_end 'c3  d3  e3
 > move d2'
screen_type 'd3'
screen_keys Enter
screen_wait 'transition (d2,d3)'
expect_end ' >'
screen_type 'Z-F'
screen_keys Tab Enter
screen_wait 'transition (g7,f5)'
expect_end ' >'
: >"$scratch/one.congo"
screen_type 'load one'
screen_keys Tab
expect_end ' > load one.congo'
screen_keys C-u
screen_type 'games save 1 one'
screen_keys Tab
expect_end ' > games save 1 one.congo'
screen_keys C-u
screen_type 'join ID bl'
screen_keys Tab
expect_end ' > join ID black'
screen_keys C-c
expect_end ' > join ID black
 >'
screen_type 'fen'
screen_keys Enter
screen_wait 'w/-1'
expect_end ' >'
screen_keys Up Up Up
expect_end ' > move d2 d3'
screen_keys C-u C-d
[ "$(screen_ended)" = 0 ] || fail "Ctrl-D does not end it well"
expect_end 'The program is terminated...'

# The next run has the history.
# shellcheck disable=SC2086 # the options are words
start $people
screen_keys Up Up
expect_end ' > Z-F5'
screen_keys Enter
screen_wait 'Entered move is wrong.'
expect_end ' >'
screen_type 'exit'
screen_keys Enter
[ "$(screen_ended)" = 0 ] || fail "exit does not end it well"
rm -rf "$scratch/state"

# --- output while typing ---

start --white=hi/random --black=ai/negamax --movetime=2000 --depth=0
screen_type 'move a2 a3'
screen_keys Enter
screen_wait 'transition (a2,a3)'
screen_type 'show pl'
screen_until ends_with ' > show pl' || fail "the line is not there after the reply"
screen_text | grep -qx 'show pl *' && fail "the line is left above the reply"
[ "$(screen_text | grep -c transition)" = 2 ] || fail "expected two transitions"
screen_type 'ayers'
screen_keys Enter
screen_wait ' * white'

# Ctrl-C ends a search, and its best move is played.

start --white=hi/negamax --black=ai/negamax --movetime=3600000
screen_type 'advise'
screen_keys Enter
screen_wait 'Working out advice'
interrupt screen_shows 'Advised move is ('
screen_type 'move a2 a3'
screen_keys Enter
screen_wait 'transition (a2,a3)'
interrupt has_two_moves
screen_type 'analyse 3000'
screen_keys Enter
interrupt has_analysis
screen_type 'help'
expect_end ' > help'
screen_keys C-c
expect_end ' > help
 >'

# Some commands run during a search.
screen_type 'move a3 a4'
screen_keys Enter
screen_wait 'transition (a3,a4)'
screen_type 'level 2'
screen_keys Enter
screen_wait 'The computer plays at level 2'
screen_type 'exit'
screen_keys Enter
[ "$(screen_ended)" = 0 ] || fail "it does not end while the computer thinks"
rm -rf "$scratch/state"

# --- two computers ---

start --white=ai/random --black=ai/random --pace=2000 --seed=1 # its end is far
screen_type 'fe'
screen_wait 'transition ('
expect_end ' > fe' # an interrupt would take what is not read yet
screen_keys C-c
screen_wait 'The game is paused.'
expect_end ' > fe'
screen_type 'n'
screen_keys Enter
screen_wait '/-1'
screen_type 'exit'
screen_keys Enter
[ "$(screen_ended)" = 0 ] || fail "it does not end"
rm -rf "$scratch/state"

# --- pasted lines ---

start --white=hi/random --black=ai/random
screen_tmux set-buffer 'move a2 a3
move g2 g3
fen'
screen_tmux paste-buffer -p
screen_keys Enter
screen_wait 'transition (g2,g3)'
screen_wait ' > fen'
screen_wait 'w/-1'

# --- stopped, continued, killed ---

screen_start_shell 80 50
screen_type 'congo --ui=cli --config=none --white=hi/random --black=hi/random'
screen_keys Enter
expect_end ' >'
screen_type 'move a2 a'
expect_end ' > move a2 a'
screen_keys C-z
screen_wait 'Stopped'
screen_type 'fg'
screen_keys Enter
screen_until ends_with ' > move a2 a' || fail "the line is not there after fg"
screen_type '3'
screen_keys Enter
screen_wait 'transition (a2,a3)'
kill -TERM "$(screen_pid)"
screen_wait 'Terminated'
expect_end 'ready:'
screen_type 'stty -a | tr " ;" "\n\n" | grep -cx -e icanon -e echo'
screen_keys Enter
expect_end '2
ready:'
screen_type 'congo --ui=cli --config=none'
screen_keys Enter
screen_wait 'A game was left unfinished: White against Black, variant congo, 1 move played'
expect_end ' >'
screen_type 'resume'
screen_keys Enter
expect_end ' /   a b c d e f g
   white 2E 1Z 1G 1C 7P 0S 1L 1M
 * black 2e 1z 1g 1c 7p 0s 1l 1m
 >'

# --- the default interface ---

# shellcheck disable=SC2086
SCREEN_TERM=dumb screen_start 80 50 --config=none $people
expect_end ' >'
SCREEN_TERM=unheard-of screen_start 80 50 --config=none
expect_end ' >'
grep -q '^Playing in the line interface: .*"dumb"' "$scratch/stderr" || fail "the terminal dumb is not explained"
grep -q '^Playing in the line interface: .*"unheard-of"' "$scratch/stderr" || fail "nor the unknown one"
: >"$scratch/stderr"
# shellcheck disable=SC2086 # the options are words
screen_start 80 50 --config=none $people
screen_wait 'nfinished game' # the one that was killed, on the full screen
screen_start_shell 80 50
screen_type 'echo fen | congo --config=none'
screen_keys Enter
screen_wait 'gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1'
screen_wait 'The program is terminated...'
