#!/bin/sh
# Two players and a spectator in full screens, whose servers die in turn in the middle of a game, which goes on at
# the other one. Forwarded ports of one congod stand for two servers with the same games.
command -v python3 >/dev/null || exit 77
. "$CONGO_SOURCE/tests/screen/online_lib.sh"
first=
second=

finish() {
    stop_port "$first"
    stop_port "$second"
    end_server
    (exit "$1")
    screen_finish
}

play_at() { # NAME HOSTS OPTION...
    screen_at "$1"
    name=$1 hosts=$2
    shift 2
    screen_start 120 40 --host="$hosts" --name="$name" "$@"
}

configure
start_server
forward_port first 0
first=$forwarder
a=127.0.0.1:$forwarded
a_port=$forwarded
forward_port second 0
second=$forwarder
b=127.0.0.1:$forwarded
b_port=$forwarded

# --- the list is typed where the server is asked for; what is wrong in it is named ---

play_at Ada "$a" --white=hi/random
screen_wait "Pawn d2"
screen_keys L
screen_wait "Lobby: $a"
screen_keys s
screen_wait "Address"
screen_keys C-u
screen_type "$a,,$b"
screen_keys Enter
screen_wait "Expected a server before and after each comma"
screen_keys C-u
screen_type "$a, x:0"
screen_keys Enter
screen_wait "expected a port"
screen_keys C-u
screen_type "$a, $b"
screen_keys Enter
screen_wait "No open games: n makes one."
screen_wait "Lobby: $a" # the one that has been reached before
screen_keys n
make_game

# --- an invitation names all servers ---

play_at Eve "$a,$b" --seed=2 --place=network --invite --game=standard # the first of two
screen_wait "Your invitation"
screen_wait "Address     $a,$b"
screen_wait "--host=$a,$b" # whatever line it stands in

# --- the others have the same servers in another order; one of Cy's is not there at all ---

play_at Bo "$b,$a" --seed=2 # the first of two
screen_wait "Pawn d2"
screen_keys L
screen_wait "Lobby: $b"
screen_wait "> $id"
screen_keys Enter
screen_wait "You play Black in game $id"
play_at Cy "127.0.0.1:1,$b,$a" --seed=3 --place=network --watch --game="$id"
screen_wait "You are watching game $id."

# --- a server dies: whoever was there goes on with the other one ---

screen_at Ada
command b2b3
screen_at Bo
screen_wait "White's pawn moved to b3."
stop_port "$first"
first=
screen_at Ada
screen_wait "The connection to $a was lost. Going on with $b."
screen_at Bo
command b6b5
everybody_sees "b6-b5"

# --- it comes back, and the other one dies while a move is on its way ---

forward_port first "$a_port"
first=$forwarder
kill -STOP "$second"
screen_at Ada
command d2e3
screen_wait "Sending ..."
stop_port "$second"
second=
screen_wait "The connection to $b was lost. Going on with $a."
everybody_sees "d2-e3"
screen_at Bo
command d6e5
everybody_sees "d6-e5"

# --- both are dead: all wait; one is enough to go on ---

stop_port "$first"
first=
everybody_sees "No connection to $a"
screen_at Ada
command c1c3
screen_wait "your move waits."
forward_port second "$b_port"
second=$forwarder
everybody_connects
everybody_sees "c1-c3"
everybody_sees "$id"

# --- a seat is resumed by any server of its list: Bo's program is killed, and the list is named in part ---

screen_at Bo
kill -9 "$(screen_pid)"
play_at Bo "$b"
screen_wait "An unfinished game"
screen_wait "> Your move against Ada on $b"
screen_keys Enter
screen_wait "You play Black in game $id."
command g6g5
everybody_sees "g6-g5"
screen_at Ada
command d1d7
everybody_sees " lost"
everybody_quits
exit 0
