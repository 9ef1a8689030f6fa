# Library of the screen tests: runs congo in its own terminal (tmux) and inspects the screen. The functions wait
# until something appears, not for a fixed time.
#
#   screen_start 80 24 OPTION...   congo in a new terminal of that size; SCREEN_TERM, SCREEN_LOCALE and
#                                  SCREEN_ENV (NAME=value words) change the environment
#   screen_start_shell 80 24       a shell in a new terminal, in which `congo ...` starts the game
#   screen_keys KEY...             presses keys by their tmux names (Enter, Up, C-l, a); waits after
#                                  Escape, so that the next key does not combine with it
#   screen_press KEY               presses a key, and waits until the screen changes
#   screen_type TEXT               types a text
#   screen_command TEXT            types a move or a command in the command line, and Enter
#   screen_tmux COMMAND WORD...    a command of tmux, for this terminal; prints what tmux answers
#   screen_look                    sets screen_now to the screen
#   screen_text                    prints the screen
#   screen_status                  prints the last line that is not empty
#   screen_wait TEXT               waits until the screen shows a text
#   screen_wait_gone TEXT          waits until the screen no longer shows a text
#   screen_wait_stable             waits until the screen no longer changes
#   screen_panel                   prints the text beside the board of a screen of 80x24, on one line
#   screen_panel_has TEXT          succeeds if that has a text, however its lines are broken
#   expect_panel TEXT              waits until it has the text
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
#   expect_end                     waits until the program has ended, with exit status 0
#   screen_pid                     prints the program's process id
#   screen_at NAME                 switches to another terminal with a state folder of its own; the
#                                  previous one keeps running
#   fail SENTENCE                  fails the test; prints where, and for each terminal how the program ended or that
#                                  it runs, its last screen, and what the terminal shows now, if that is something
#                                  else
#
# Each terminal has its files in $scratch: for the first that is $folder, for that of screen_at Ada, $folder/Ada. The
# state folder, $scratch/state, holds the file of choices, so that no start is the first one ever; screen_first_start
# removes everything in it.
# shellcheck shell=sh

. "$CONGO_SOURCE/tests/lib.sh"

command -v tmux >/dev/null || exit 77

newline='
'
program=$CONGO_BUILD/src/congo
scratch=$folder
starts=0
# For about five minutes on an idle machine; only a failing test waits that long.
attempts=9000

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

# One server of tmux has all terminals of a test, each in a session. A client in control mode takes the commands, a line
# each, so that a key and a look at the screen start no process.
mkfifo "$scratch/.ask" "$scratch/.answer" || exit 99
exec 3<>"$scratch/.ask" # no signal if the client is gone
(SHELL=/bin/sh tmux -L "congo-$$" -f /dev/null -C new-session 'exec sleep 9999' \
    <"$scratch/.ask" >"$scratch/.answer" 2>&1 3>&- &)
exec 4<"$scratch/.answer"

# Sets screen_answer to what tmux answers to a line. The answer stands between %begin and %end, or %error; outside of
# them are other news.
screen_ask() { # LINE
    printf '%s\n' "$1" >&3
    screen_read_answer
}

screen_read_answer() {
    while IFS= read -r screen_line <&4; do
        case $screen_line in
        %begin\ *) screen_answer= ;;
        %end\ *) return 0 ;;
        %error\ *) return 1 ;;
        *) screen_answer=$screen_answer$screen_line$newline ;;
        esac
    done
    return 1
}
screen_answer=
screen_read_answer || fatal "tmux does not start: $screen_answer"
screen_ask 'run-shell -d 0' || exit 77 # before tmux 3.2

# Adds a word to screen_words as tmux reads it: in quotes, but for the quotes and line feeds in it.
screen_quote() { # WORD
    screen_rest=$1
    screen_words="$screen_words '"
    while :; do
        case $screen_rest in
        *[\'"$newline"]*) ;;
        *) break ;;
        esac
        screen_part=${screen_rest%%[\'"$newline"]*}
        screen_rest=${screen_rest#"$screen_part"}
        case $screen_rest in
        \'*) screen_words="$screen_words$screen_part'\\''" ;;
        *) screen_words="$screen_words$screen_part'\"\\n\"'" ;;
        esac
        screen_rest=${screen_rest#?}
    done
    screen_words="$screen_words$screen_rest'"
}

# Asks tmux for a command, for this terminal.
screen_ask_words() { # COMMAND WORD...
    screen_words=$1
    case $1 in
    set-buffer | kill-server) ;;
    *) screen_words="$1 -t =${screen_name:-first}:" ;;
    esac
    shift
    for screen_word in "$@"; do
        screen_quote "$screen_word"
    done
    screen_ask "$screen_words"
}

screen_tmux() {
    screen_ask_words "$@" && printf %s "$screen_answer"
}

# In tmux, without a process of its own, unless tmux is gone.
screen_pause() { # SECONDS
    screen_ask "run-shell -d $1" || sleep "$1"
}

screen_at() {
    eval "starts_$screen_name=$starts"
    screen_name=$1
    eval "starts=\${starts_$1:-}"
    scratch=$folder/$1
    [ -n "$starts" ] && return
    starts=0
    screen_names="$screen_names $1"
    screen_later_start
}

# Sets screen_number to the number of the program's process.
screen_find_pid() {
    [ -s "$scratch/pid" ] && read -r screen_number <"$scratch/pid"
}

# Succeeds if the state of the program's process is one of these letters, on systems that tell it. The file has one line:
# of one that is not read to its end while the process ends, bash gives the rest to its next read, of whatever file.
screen_process_is() { # LETTERS
    screen_find_pid && { read -r screen_line <"/proc/$screen_number/stat"; } 2>/dev/null || return 1
    case ${screen_line##*) } in
    [$1]*) ;;
    *) return 1 ;;
    esac
}

# Succeeds once the program has ended and unlocked its game, which the next start may offer.
screen_gone() {
    [ ! -s "$scratch/ended.$starts" ] || return 0
    screen_find_pid
    kill -0 "$screen_number" 2>/dev/null || return 0
    # It may be a zombie; a small system has no ps. Its locks stay as long as one of its threads.
    screen_process_is Z && [ "$(ls "/proc/$screen_number/task" 2>/dev/null)" = "$screen_number" ]
}

# Fails if the program outlives its terminal.
screen_end() {
    screen_ask_words kill-session
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
    screen_ask kill-server
    cat <&4 >"$folder/.end" # tmux does not end before its last words are read
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
    if tmux -L "congo-$$" capture-pane -t "=${screen_name:-first}:" -p >"$scratch/.now" 2>&1 && [ ! -s "$scratch/ended.$starts" ]; then
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

# Runs a command of the shell in a new terminal.
screen_open() { # COLUMNS LINES COMMAND
    # shellcheck disable=SC2034 # read by the tests
    screen_columns=$1 screen_lines=$2
    screen_end || fail "the program outlives its terminal"
    starts=$((starts + 1))
    rm -f "$scratch/pid" "$scratch/.last"
    screen_words="new-session -d -s ${screen_name:-first} -x $1 -y $2"
    screen_quote "cd '$scratch'; unset COLORTERM; trap : INT
         env TERM=${SCREEN_TERM:-tmux-256color} LC_ALL=${SCREEN_LOCALE:-C.UTF-8} \
         XDG_STATE_HOME='$scratch/state' XDG_CONFIG_HOME='$scratch/config' HOME='$scratch' ${SCREEN_ENV:-} $3"
    screen_ask "$screen_words" || fail "tmux does not start: $screen_answer"
    screen_ask_words set-option -w window-size manual
}

screen_start() {
    screen_size="$1 $2"
    shift 2
    screen_arguments=
    for argument in "$@"; do
        screen_arguments="$screen_arguments '$argument'"
    done
    # Each start has its own file for the exit status, as the previous one may arrive late. The outer
    # shell's message about a killed program stays out of stderr; an interrupt does not end the shell.
    # shellcheck disable=SC2086
    screen_open $screen_size "sh -c 'echo \$\$ >pid; exec \"\$@\" 2>>stderr' sh '$program' $screen_arguments
         echo \$? >'$scratch/ended.$((starts + 1))'; exec sleep 600"
}

# An interactive shell with job control.
screen_start_shell() {
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\necho $$ >"%s/pid"\nexec "%s" "$@"\n' "$scratch" "$program" >"$scratch/bin/congo"
    chmod +x "$scratch/bin/congo"
    screen_open "$1" "$2" "PATH='$scratch/bin:$PATH' PS1='ready: ' ENV= sh -i"
    screen_wait "ready:"
}

screen_text() {
    screen_tmux capture-pane -p
}

screen_status() {
    screen_text | awk 'NF { line = $0 } END { print line }'
}

# Runs a command until it succeeds. Counts attempts and no time, so that a machine that stood still costs nothing.
# (A return without a number, in a trap, is the status from before the trap.)
screen_until() {
    screen_attempt=0
    until "$@"; do
        screen_attempt=$((screen_attempt + 1))
        [ $screen_attempt -lt $attempts ] || return 1
        screen_pause 0.03
    done
}

# Sets screen_now. Keeps the last screen of a running program, for screen_describe.
screen_look() {
    screen_ask_words capture-pane -p || return 1
    screen_now=$screen_answer
    case $screen_now in
    *[!\ $newline]*) [ -s "$scratch/ended.$starts" ] || printf %s "$screen_now" >"$scratch/.last" ;;
    esac
}

screen_shows() {
    screen_look || return 1
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
screen_is_stable() {
    screen_look
    screen_before=$screen_now
    screen_pause 0.2 # longer than a piece flashes
    ! screen_process_is RT && screen_look && [ "$screen_now" = "$screen_before" ]
}

screen_wait_stable() {
    screen_until screen_is_stable || fail "the screen does not come to rest"
}

screen_keys() {
    for key in "$@"; do
        screen_ask_words send-keys "$key"
        [ "$key" != Escape ] || screen_pause 0.1
    done
}

# Presses a key, and waits until the screen is another one.
screen_press() { # KEY
    screen_look
    screen_before=$screen_now
    screen_keys "$1"
    screen_until screen_differs || fail "$1 does nothing"
}

screen_differs() {
    screen_look && [ "$screen_now" != "$screen_before" ]
}

screen_type() {
    screen_ask_words send-keys -l "$1"
}

screen_command() { # TEXT
    screen_keys :
    screen_type "$1"
    screen_keys Enter
}

screen_panel() {
    screen_text | sed 22q | cut -c46- | tr -s '\n |' ' '
    echo
}

screen_panel_has() { # TEXT
    screen_panel | grep -qF -e "$1"
}

expect_panel() { # TEXT
    screen_until screen_panel_has "$1" || fail "expected beside the board: $1"
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
    screen_until screen_asks_fen "$1" || fail "expected $1, found $(screen_find_fen && cat "$scratch/fen")"
}

screen_asks_fen() {
    screen_keys w Enter
    screen_pause 0.05
    screen_shows_fen "$1"
}

screen_shows_fen() {
    screen_look
    case $screen_now in
    *[!A-Za-z1-7/]"$1"[!-0-9@]*) ;;
    *) return 1 ;;
    esac
}

# Moves the cursor to a1 first, wherever it is.
screen_walk() {
    screen_files=${1%?} screen_ranks=${1#?}
    set -- Left Left Left Left Left Left Down Down Down Down Down Down
    while [ "$screen_files" != a ]; do
        set -- "$@" Right
        case $screen_files in
        b) screen_files=a ;;
        c) screen_files=b ;;
        d) screen_files=c ;;
        e) screen_files=d ;;
        f) screen_files=e ;;
        g) screen_files=f ;;
        esac
    done
    while [ "$screen_ranks" -gt 1 ]; do
        set -- "$@" Up
        screen_ranks=$((screen_ranks - 1))
    done
    screen_ask_words send-keys "$@"
}

# As tmux reads it from a terminal: Esc [ M, then button, column and line, each plus 32.
screen_send_button() {
    # shellcheck disable=SC2046
    screen_ask_words send-keys -H 1b 5b 4d $(printf '%x %x %x' $(($1 + 32)) $(($2 + 33)) $(($3 + 33)))
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
    screen_ask_words resize-window -x "$1" -y "$2"
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

expect_end() {
    [ "$(screen_ended)" = 0 ] || fail "expected the exit status 0"
}

screen_pid() {
    screen_until screen_find_pid || fail "the program has not started"
    echo "$screen_number"
}

# Reads a text with a hint from standard input and writes the squares of the move that it tells in words, such
# as f3g5.
screen_hint_squares() { # THE WORDS BEFORE IT
    sed -n "s/.* $1 with [a-z]* \([a-g][1-7] [^.]*\)\..*/\1/p" |
        sed 's/, taking the [a-z]* *[a-z]*[1-7]*//g; s/, becoming a [a-z]*//; s/, then//g; s/ *to *//g'
}
