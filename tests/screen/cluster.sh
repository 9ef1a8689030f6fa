#!/bin/sh
# Two players and a spectator in full screens, each on a congod of their own over one PostgreSQL, play a whole game.
# Each congod and the database are killed in turn in the middle of it; some come back and some do not. Nothing is
# lost, and nobody does more than wait.
. "$CONGO_SOURCE/tests/screen/online_lib.sh"

"$congod" --version | grep -q "Games in PostgreSQL: yes" || exit 77
postgres=$CONGO_SOURCE/tools/private-postgres
cluster=$(mktemp -d /tmp/congo-screens-XXXXXX)
uri=$("$postgres" start "$cluster" $$) || {
    status=$?
    rm -rf "$cluster"
    exit $status
}

finish() {
    status=$1
    for number in 1 2 3 4; do
        [ "$status" = 0 ] || { echo "--- the log of congod $number" && tail -n 20 "log-$number"; } >&2
        kill_congod $number
    done
    "$postgres" remove "$cluster"
    (exit "$status")
    screen_finish
}

# --- the congods, by number ---

begin_congod() {
    : >"log-$1"
    "$congod" --config="congod-$1.conf" 2>>"log-$1" &
    eval "process_$1=\$!"
}

# While a congod was not there, the system may have lent its port to somebody's connection: then it is begun again.
listens() {
    grep -q 'listening on 127' "log-$1" && return
    ! grep -q 'Address already in use' "log-$1" || begin_congod "$1"
    return 1
}

# Starts a congod, with its port of before if it had one. Sets port_N and process_N.
start_congod() {
    number_port=
    eval "number_port=\${port_$1:-0}"
    printf '%s\n' "listen = [ \"127.0.0.1:$number_port\" ];" "database = \"$uri\";" 'admin = "";' \
        'limits = { outage = 0; };' >"congod-$1.conf"
    begin_congod "$1"
    screen_until listens "$1" || fail "congod $1 does not listen"
    eval "port_$1=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' "log-$1")"
}

kill_congod() {
    eval "process=\${process_$1:-}"
    [ -n "$process" ] || return 0
    kill -9 "$process"
    wait "$process" 2>/dev/null
    eval "process_$1="
}

# --- the clients ---

# start_on NAME COLUMNS LINES NUMBER...: a player whose servers are these congods.
start_on() {
    name=$1 columns=$2 lines=$3 hosts=
    shift 3
    for number in "$@"; do
        eval "hosts=\$hosts\${hosts:+,}127.0.0.1:\$port_$number"
    done
    screen_at "$name"
    screen_start "$columns" "$lines" --host="$hosts" --name="$name"
    screen_wait "Pawn d2"
    screen_keys L
    screen_wait "Lobby"
}

# moves NAME TEXT SIGN...: a player moves; everybody sees it, by the sign of the move in the list.
moves() {
    screen_at "$1"
    command "$2"
    everybody_sees "$3"
}

for number in 1 2 3 4; do
    start_congod $number
done
kill_congod 4 # the one that Bo and Cy go to later

# --- three congods, one game ---

start_on Ada 80 24 1
screen_keys n
make_game
start_on Bo 80 24 4 2
screen_wait "Ada - (free)"
screen_keys Enter
screen_wait "You play Black in game"
screen_at Ada
screen_wait "Bo plays Black: the game can begin."
start_on Cy 120 40 3 4
screen_wait "Ada - Bo"
screen_keys Enter
screen_wait "You are watching game"
moves Ada b2b3 "b2-b3"

# --- Ada's congod dies and comes back; Bo moves meanwhile ---

kill_congod 1
screen_at Bo
screen_wait "Ada is away"
command b6b5
screen_wait "b6-b5"
screen_at Cy
screen_wait "b6-b5"
start_congod 1
everybody_sees "b6-b5"
players_are_here
moves Ada d2e3 "d2-e3"

# --- Bo's congod dies for good: Bo goes on elsewhere ---

start_congod 4
kill_congod 2
moves Bo d6e5 "d6-e5"
players_are_here

# --- Cy's congod dies for good ---

kill_congod 3
moves Ada c1c3 "c1-c3"

# --- the database dies; a move waits for its return ---

"$postgres" crash "$cluster"
screen_at Bo
command g6g5
screen_wait "Sending ..."
"$postgres" start "$cluster" $$ >/dev/null
everybody_sees "g6-g5"

# --- the congod of Bo and Cy dies and comes back; the winning move is made meanwhile ---

kill_congod 4
screen_at Ada
command d1d7
start_congod 4
everybody_sees " lost"

# --- nothing is lost: the congods agree, and the players' seats are forgotten ---

everybody_quits
kill_congod 4
"$congod" --config=congod-1.conf --check >check.out 2>&1 || fail "the database: $(cat check.out)"
grep -q "ok: 1 game with 7 moves" check.out || fail "expected a game of seven moves: $(cat check.out)"
