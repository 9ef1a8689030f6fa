#!/bin/sh
# Golden screens: plays every script of tests/screen/scripts, or those that are named (without folder and
# ending), and prints the two screens side by side where they differ. With ACCEPT=1 the current screens are
# written into the scripts: git diff then shows the changes. The network's scripts have a server of their own.
#
# Whole tours, helps and lists are recorded at 80x24 and 24x10 only; sizes.script has the other sizes, and
# tests/board/golden the boards.
#
# Screens during a search, with clocks and speeds that no run repeats, are in tests/board/golden, painted from
# made-up figures.
#
# "make check-screens" runs this; SCREENS="NAME..." names some.

. "$CONGO_SOURCE/tests/lib.sh"

scripts=$CONGO_SOURCE/tests/screen/scripts
program=$CONGO_BUILD/src/congo
terminal=$CONGO_BUILD/tests/screen/in_terminal
LC_ALL=C.UTF-8 TERM=xterm-256color
export LC_ALL TERM
unset NO_COLOR COLORTERM LINES COLUMNS

# Plays a script, or records it again; errors are in its output.
play() { # NAME OPTION...
    name=$1
    shift
    if [ -z "${ACCEPT:-}" ]; then
        "$terminal" 240x80 "$program" --script="$scripts/$name.script" --pace=0 "$@" >"$folder/$name.out" 2>&1
        return
    fi
    "$terminal" 240x80 "$program" --script="$scripts/$name.script" --record="$folder/$name.new" \
        --pace=0 "$@" >"$folder/$name.out" 2>&1 || return
    cmp -s "$folder/$name.new" "$scripts/$name.script" || {
        cp "$folder/$name.new" "$scripts/$name.script"
        echo "accepted: $name"
    }
}

report_failure() {
    { echo "FAIL: $1" && cat "$folder/$1.out"; } >&2
    return 1
}

play_all() { # NAME...
    status=0
    for one in "$@"; do
        play "$one" || report_failure "$one" || status=1
    done
    return $status
}

# Dan watches the games that he is told of, with nc. When a spectator says hello, which players do not hear while
# they play, he makes a game of his own: Ada sees that one in the lobby.
tell_ada_of_spectators() {
    mkfifo dan.in dan.out
    nc 127.0.0.1 "$port" <dan.in >dan.out &
    exec 9>dan.in 8<dan.out
    echo SUBSCRIBE >&9
    while read -r event id text <&8; do
        case "$event $text" in
        '!LIST '*) echo "WATCH $id" >&9 ;;
        '!SAY - '*': hello') break ;;
        esac
    done
    echo 'NEW standard name=Dan' >&9
    wait
}

# Plays scripts that share a server at the same time, and waits for all of them.
play_network() ( # NAME...
    [ $# -gt 0 ] || exit 0
    . "$CONGO_SOURCE/tests/server/lib.sh"
    configure 'limits = { commands = 0; };'
    start_server
    tell_ada_of_spectators &
    dan=$!
    status=0 plays=
    for one in "$@"; do
        play "$one" --port="$port" &
        plays="$plays $one:$!"
    done
    for one in $plays; do
        wait "${one#*:}" || report_failure "${one%:*}" || status=1
    done
    kill $dan
    exit $status
)

if [ $# -eq 0 ]; then
    cd "$scripts" || exit 1
    # shellcheck disable=SC2046 # names without blanks
    set -- $(ls -- *.script | sed 's/\.script$//')
fi

# Two at a time.
odd='' even='' network=''
for one in "$@"; do
    case $one in
    network-*) # not with ./configure --without-server
        [ ! -x "$CONGO_BUILD/src/congod" ] || ! command -v nc >/dev/null || network="$network $one"
        ;;
    *)
        other="$odd $one"
        odd=$even even=$other
        ;;
    esac
done
# shellcheck disable=SC2086
play_all $odd &
first=$!
# shellcheck disable=SC2086
play_network $network &
second=$!
# shellcheck disable=SC2086
play_all $even
result=$?
wait $first || result=1
wait $second || result=1
exit $result
