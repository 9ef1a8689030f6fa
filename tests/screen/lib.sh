# Library of the screen tests: runs congo in its own terminal (tmux) and inspects the screen. The functions wait
# until something appears, not for a fixed time.
#
#   screen_start 80 24 OPTION...   congo in a new terminal of that size; SCREEN_TERM, SCREEN_LOCALE and
#                                  SCREEN_ENV (NAME=value words) change the environment
#   screen_start_shell 80 24       a shell in a new terminal, in which `congo ...` starts the game
#   screen_keys KEY...             presses keys by their tmux names (Enter, Up, C-l, a); waits after
#                                  Escape, so that the next key does not combine with it
#   screen_type TEXT               types a text
#   screen_text                    prints the screen
#   screen_status                  prints the last line that is not empty
#   screen_wait TEXT               waits until the screen shows a text
#   screen_wait_gone TEXT          waits until the screen no longer shows a text
#   screen_wait_stable               waits until the screen no longer changes
#   screen_fen                     prints the position shown, by the keys w and Enter
#   expect_fen FEN                 presses w and Enter, and waits until the position shown is this one
#   screen_walk SQUARE             moves the cursor there by arrow keys (White's side at the bottom)
#   screen_click COLUMN LINE       clicks there; both count from 0
#   screen_click_text TEXT         clicks the first place where the screen shows a text
#   screen_send_button BUTTON COLUMN LINE   sends one event of the mouse
#   screen_resize COLUMNS LINES
#   screen_online_ways             in a game of two people here: opens the dialog with the ways to play online
#   screen_read_invitation         waits for the invitation to a seat that is kept, and sets `invitation`: id-key
#   screen_first_start             removes the state folder
#   screen_later_start             empties it, except for the choices
#   screen_kept                    prints the files of the state folder besides the choices and the finished games
#   screen_finished                prints the files of finished games
#   screen_ended                   waits until the program has ended, prints its exit status
#   screen_pid                     prints the program's process id
#   screen_at NAME                 switches to another terminal with a state folder of its own; the
#                                  previous one keeps running
#   fail SENTENCE                  fails the test; prints where, and for each terminal how the program ended or that
#                                  it runs, its last screen, and what the terminal shows now, if that is something
#                                  else
#
# Every test has a state folder of its own, $scratch/state, in its test_folder. It holds the file of choices, so
# that no start is the first one ever; screen_first_start removes everything in it.
# shellcheck shell=sh

. "$CONGO_SOURCE/tests/lib.sh"

command -v tmux >/dev/null || exit 77

program=$CONGO_BUILD/src/congo
scratch=$(test_folder) || exit
starts=0
# For about SCREEN_PATIENCE seconds on an idle machine; only a failing test waits that long.
attempts=$(seq $((${SCREEN_PATIENCE:-150} * 20)))

screen_base=$scratch
screen_name=
screen_names= # of screen_at

screen_first_start() {
    rm -rf "$scratch/state"
}

screen_later_start() {
    rm -rf "$scratch/state"
    mkdir -p "$scratch/state/congo" "$scratch/config"
    chmod 700 "$scratch/state/congo"
    : >"$scratch/state/congo/choices.conf"
}

screen_later_start

# Prints what the state folder holds besides the choices and the finished games, such as unfinished games.
screen_kept() {
    find "$scratch/state/congo" -mindepth 1 ! -name 'choices.conf*' ! -path '*/congo/games*' 2>/dev/null
}

screen_finished() {
    find "$scratch/state/congo/games" -name '*.congo' 2>/dev/null
}

screen_tmux() {
    SHELL=/bin/sh tmux -L "congo-$$-$screen_name$starts" -f /dev/null "$@"
}

screen_at() {
    eval "starts_$screen_name=$starts"
    screen_name=$1
    eval "starts=\${starts_$1:-}"
    scratch=$screen_base/$1
    [ -n "$starts" ] && return
    starts=0
    screen_names="$screen_names $1"
    screen_later_start
}

# Prints the state of the program's process, such as R, S or Z, on systems that tell it.
screen_process_state() {
    sed -n 's/^State:[^A-Z]*\(.\).*/\1/p' "/proc/$(cat "$scratch/pid")/status" 2>/dev/null
}

# Succeeds once the program has ended and unlocked its game, which the next start may offer.
screen_gone() {
    [ ! -s "$scratch/ended.$starts" ] || return 0
    screen_number=$(cat "$scratch/pid")
    kill -0 "$screen_number" 2>/dev/null || return 0
    # It may be a zombie; a small system has no ps. Its locks stay as long as one of its threads.
    [ "$(screen_process_state)" = Z ] &&
        [ "$(ls "/proc/$screen_number/task" 2>/dev/null)" = "$screen_number" ]
}

# Fails if the program outlives its terminal.
screen_end() {
    screen_tmux kill-server 2>/dev/null
    if [ -s "$scratch/pid" ]; then
        screen_until screen_gone && rm -f "$scratch/pid" # the number may be another process's soon
    fi
}

# Fails the test if the program wrote to standard error, such as the report of a sanitizer.
screen_finish_one() {
    screen_end || {
        echo "${0##*/}: the program, process $(cat "$scratch/pid"), outlives its terminal" >&2
        screen_result=1
    }
    if [ -s "$scratch/stderr" ]; then
        echo "${0##*/}: the program wrote to standard error:" >&2
        cat "$scratch/stderr" >&2
        screen_result=1
    fi
}

screen_finish() {
    screen_result=$?
    for one in '' $screen_names; do
        screen_at "$one"
        screen_finish_one
    done
    exit "$screen_result"
}
trap 'fail "a signal ended the test"' HUP INT TERM
trap screen_finish EXIT

fail() {
    {
        echo "$(test_place): $*"
        screen_describe
        for one in '' $screen_names; do
            [ "$one" = "$screen_name" ] || (screen_at "$one" && echo "=== ${one:-the first terminal}" && screen_describe)
        done
    } >&2
    exit 1
}

# A program that ends may have left the alternate screen, and its last screen with that.
screen_describe() {
    [ "$starts" -gt 0 ] || return
    if [ -s "$scratch/ended.$starts" ]; then
        echo "--- the program $(describe_status "$(cat "$scratch/ended.$starts")")"
    else
        echo "--- the program has not ended; its process is $(cat "$scratch/pid" 2>/dev/null)"
    fi
    if screen_tmux capture-pane -p >"$scratch/.now" 2>&1 && [ ! -s "$scratch/ended.$starts" ]; then
        rm -f "$scratch/.last"
    elif [ -s "$scratch/.last" ]; then
        echo "--- its last screen:"
        cat "$scratch/.last"
    fi
    cmp -s "$scratch/.last" "$scratch/.now" || {
        echo "--- the terminal shows:"
        cat "$scratch/.now"
    }
}

screen_start() {
    screen_columns=$1 screen_lines=$2
    shift 2
    screen_end || fail "the program outlives its terminal"
    starts=$((starts + 1)) # the old server may still hold its socket
    screen_arguments=
    for argument in "$@"; do
        screen_arguments="$screen_arguments '$argument'"
    done
    rm -f "$scratch/pid" "$scratch/.last"
    # Each start has its own file for the exit status, as the previous one may arrive late. The outer
    # shell's message about a killed program stays out of stderr; an interrupt does not end the shell.
    screen_tmux new-session -d -x "$screen_columns" -y "$screen_lines" \
        "cd '$scratch'; unset COLORTERM; trap : INT
         env TERM=${SCREEN_TERM:-tmux-256color} LC_ALL=${SCREEN_LOCALE:-C.UTF-8} \
         XDG_STATE_HOME='$scratch/state' XDG_CONFIG_HOME='$scratch/config' HOME='$scratch' \
         ${SCREEN_ENV:-} sh -c 'echo \$\$ >pid; exec \"\$@\" 2>>stderr' sh \
         '$program' $screen_arguments; echo \$? >'$scratch/ended.$starts'; exec sleep 600" ||
        fail "tmux does not start"
    screen_tmux set-option -g window-size manual
}

# An interactive shell with job control.
screen_start_shell() {
    screen_end || fail "the program outlives its terminal"
    starts=$((starts + 1))
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\necho $$ >"%s/pid"\nexec "%s" "$@"\n' "$scratch" "$program" >"$scratch/bin/congo"
    chmod +x "$scratch/bin/congo"
    rm -f "$scratch/pid" "$scratch/.last"
    screen_tmux new-session -d -x "$1" -y "$2" \
        "cd '$scratch'; unset COLORTERM; env TERM=${SCREEN_TERM:-tmux-256color} LC_ALL=${SCREEN_LOCALE:-C.UTF-8} \
         XDG_STATE_HOME='$scratch/state' XDG_CONFIG_HOME='$scratch/config' HOME='$scratch' ${SCREEN_ENV:-} \
         PATH='$scratch/bin:$PATH' PS1='ready: ' ENV= sh -i" || fail "tmux does not start"
    screen_tmux set-option -g window-size manual
    screen_wait "ready:"
}

screen_text() {
    screen_tmux capture-pane -p 2>/dev/null
}

screen_status() {
    screen_text | awk 'NF { line = $0 } END { print line }'
}

# Runs a command until it succeeds. Counts attempts and no time, so that a machine that stood still costs nothing.
# (A return without a number, in a trap, is the status from before the trap.)
screen_until() {
    for _ in $attempts; do
        "$@" && return 0
        sleep 0.03
    done
    return 1
}

# Starts no other process than tmux, as most of what tests do is this. Keeps the last screen of a running program,
# for screen_describe.
screen_shows() {
    screen_now=$(tmux -L "congo-$$-$screen_name$starts" capture-pane -p 2>/dev/null) || return 1
    case $screen_now in
    *[!\ ]*) [ -s "$scratch/ended.$starts" ] || printf '%s\n' "$screen_now" >"$scratch/.last" ;;
    esac
    case $screen_now in
    *"$1"*) ;;
    *) return 1 ;;
    esac
}

screen_hides() {
    ! screen_shows "$1"
}

screen_wait() {
    screen_until screen_shows "$1" || fail "expected to see: $1"
}

screen_wait_gone() {
    screen_until screen_hides "$1" || fail "expected no longer to see: $1"
}

# Fails while the program waits for a processor: what it would show is missing.
screen_is_idle() {
    case $(screen_process_state) in
    R | T) return 1 ;;
    esac
}

screen_is_stable() {
    screen_before=$(screen_text)
    sleep 0.2 # longer than a piece flashes
    screen_is_idle && [ "$(screen_text)" = "$screen_before" ]
}

screen_wait_stable() {
    screen_until screen_is_stable || fail "the screen does not come to rest"
}

screen_keys() {
    for key in "$@"; do
        if [ "$key" = Escape ]; then
            screen_tmux send-keys Escape
            sleep 0.1
        else
            screen_tmux send-keys "$key"
        fi
    done
}

screen_type() {
    screen_tmux send-keys -l "$1"
}

screen_find_fen() {
    screen_text | grep -Eo '[A-Za-z1-7]+(/[A-Za-z1-7]+){6}/[wb]/[-0-9@]+' >"$scratch/fen"
}

screen_fen() {
    screen_keys w Enter
    screen_until screen_find_fen || fail "expected a FEN"
    cat "$scratch/fen"
}

# Asks again, as the line may show an older position, or what a move did.
expect_fen() {
    screen_until screen_asks_fen "$1" || fail "expected $1, found $(cat "$scratch/fen")"
}

screen_asks_fen() {
    screen_keys w Enter
    sleep 0.05
    screen_shows_fen "$1"
}

screen_shows_fen() {
    screen_find_fen && [ "$(cat "$scratch/fen")" = "$1" ]
}

# Moves the cursor to a1 first, wherever it is.
screen_walk() {
    screen_files=$(printf '%s' "$1" | cut -c1 | tr abcdefg 0123456)
    screen_ranks=$(($(printf '%s' "$1" | cut -c2) - 1))
    screen_path="Left Left Left Left Left Left Down Down Down Down Down Down"
    while [ "$screen_files" -gt 0 ]; do
        screen_path="$screen_path Right"
        screen_files=$((screen_files - 1))
    done
    while [ "$screen_ranks" -gt 0 ]; do
        screen_path="$screen_path Up"
        screen_ranks=$((screen_ranks - 1))
    done
    # shellcheck disable=SC2086
    screen_tmux send-keys $screen_path
}

# As tmux reads it from a terminal: Esc [ M, then button, column and line, each plus 32.
screen_send_button() {
    screen_type "$(printf '\033[M%b%b%b' "\\0$(printf %o $(($1 + 32)))" \
        "\\0$(printf %o $(($2 + 33)))" "\\0$(printf %o $(($3 + 33)))")"
}

screen_click() {
    screen_send_button 0 "$1" "$2"
    screen_send_button 3 "$1" "$2"
}

# awk counts bytes.
screen_find_text() {
    screen_place=$(screen_text | LC_ALL=C.UTF-8 sed 's/[^ -~]/?/g' |
        awk -v text="$1" '(at = index($0, text)) { print at - 1, NR - 1; exit }')
    [ -n "$screen_place" ]
}

screen_click_text() {
    screen_until screen_find_text "$1" || fail "expected to see: $1"
    # shellcheck disable=SC2086
    screen_click $screen_place
}

screen_resize() {
    screen_tmux resize-window -x "$1" -y "$2"
}

screen_online_ways() {
    screen_keys n
    screen_wait "< A friend here >"
    screen_keys Right
    screen_wait "< Somebody online >"
    screen_keys Enter
    screen_wait "Play somebody online"
}

screen_find_invitation() {
    invitation=$(screen_text | sed -n 's/.*Invitation  \([0-9A-Z-]*\).*/\1/p')
    [ ${#invitation} -eq 37 ]
}

screen_read_invitation() {
    screen_wait "Your invitation"
    screen_until screen_find_invitation || fail "expected an id and a key"
}

screen_ended() {
    screen_until test -s "$scratch/ended.$starts" || fail "expected the program to end"
    cat "$scratch/ended.$starts"
}

screen_pid() {
    screen_until test -s "$scratch/pid" || fail "the program has not started"
    cat "$scratch/pid"
}

# Reads a text with a hint from standard input and writes the squares of the move that it tells in words, such
# as f3g5.
screen_hint_squares() { # THE WORDS BEFORE IT
    sed -n "s/.* $1 with [a-z]* \([a-g][1-7] [^.]*\)\..*/\1/p" |
        sed 's/, taking the [a-z]* *[a-z]*[1-7]*//g; s/, becoming a [a-z]*//; s/, then//g; s/ *to *//g'
}
