#!/bin/sh
# A move that the server has not got when the program ends is sent when the game is opened again, in the full screen on
# a real server; unless the game has gone on without it. Bo and another program of Ada's play over nc.
. "$CONGO_SOURCE/tests/screen/online_lib.sh"

bo=$(printf '%026d' 1)

# plays SIDE KEY PLY MOVE: by nc.
plays() {
    talk "JOIN $id $1 key=$2" "MOVE $id $3 $4" | grep -q "^+MOVE" || fail "the server does not take $4"
}

# has MOVE...: the server gets exactly these moves of the game.
has() {
    expected="$* "
    eventually has_moves
}
has_moves() {
    talk "MOVES $id" | sed -n 's|^=MOVE [^ ]* [0-9]* \([a-g1-7]*\) .*|\1|p' | tr '\n' ' ' >moves
    [ "$(cat moves)" = "$expected" ]
}

# Ada makes a move while there is no server. Until then no move waits, but what Ada says does.
moves_alone() { # MOVE
    kill_server
    screen_wait "No connection to 127.0.0.1:$port"
    screen_keys y
    screen_wait "Say:"
    screen_type "hello"
    screen_keys Enter Escape
    screen_wait_gone "Say:"
    screen_wait "No connection to 127.0.0.1:$port"
    screen_hides "your move waits" || fail "what was said is taken for a move"
    command "$1"
    screen_wait "your move waits."
}

# Opens the unfinished game on a new server.
resumes() {
    start Ada 80 24
    screen_wait "> Your move against Bo"
    screen_keys Enter
}

# Begins a game of Ada's that Bo joins.
begins() { # OPTION...
    start Ada 80 24 --place=network --white=hi/random "$@"
    read_id
    talk "JOIN $id b key=$bo name=Bo" >joined
    screen_wait "Black  Bo" # the status line may tell already that Bo is away
}

configure
start_server

# --- the move is sent by the next program ---

begins
command b2b3
plays b "$bo" 1 b6b5
screen_wait "b6-b5"
moves_alone d2d3
screen_keys q
screen_wait "your move has not reached"
screen_keys y
expect_end
start_server
resumes
screen_wait "Your move d2d3, which had not reached the server, is sent now."
has b2b3 b6b5 d2d3

# --- another program of Ada's has made another move meanwhile ---

plays b "$bo" 3 d6d5
screen_wait "d6-d5"
moves_alone c2c3
screen_keys q
screen_wait "your move has not reached"
screen_keys y
expect_end
start_server
plays w "$(sed -n 's/^key //p' "$scratch/state/congo/seats/"*.seat)" 4 e2e3
plays b "$bo" 5 e6e5
resumes
screen_wait "Your move c2c3 had not reached the server; the game has gone on without it."
has b2b3 b6b5 d2d3 d6d5 e2e3 e6e5

# --- a move that cannot be kept is no secret, though the connection is lost ---

mv "$scratch/state/congo/seats" "$scratch/seats"
: >"$scratch/state/congo/seats"
moves_alone c2c3
screen_wait "Your move cannot be kept for later"
screen_keys Enter
screen_wait_gone "Your move cannot be kept for later"
screen_keys q
screen_wait "move could not be kept"
screen_keys Escape
screen_wait_gone "move could not be kept"
rm "$scratch/state/congo/seats"
mv "$scratch/seats" "$scratch/state/congo/seats"
start_server
screen_keys Left
has b2b3 b6b5 d2d3 d6d5 e2e3 e6e5 c2c3
screen_wait_gone "your move waits"

# --- a resignation is not kept: leaving says so ---

kill_server
screen_wait "No connection to 127.0.0.1:$port"
screen_keys R
screen_wait "Do you resign the game?"
screen_keys y
screen_wait "your resignation waits."
screen_keys q
screen_wait "Your resignation is not"
screen_keys Escape
screen_wait_gone "Your resignation is not"
screen_keys W
screen_wait "Your resignation is not"
screen_keys Escape
screen_wait_gone "Your resignation is not"
start_server
screen_keys Left
screen_wait "You resigned."
screen_keys Escape q
expect_end

# --- a winning move is kept with its game, though the game is over here ---

begins --game=3l3/7/7/7/7/2Z4/3L3/w/-1
moves_alone d1d7
screen_keys Escape q
expect_end
[ "$(screen_finished | wc -l)" -eq 1 ] || fail "a game that may still go on is among the finished ones"
start_server
resumes
has d1d7
talk "GET $id" | grep -q 'result=1-0' || fail "the game is not won: $(talk "GET $id")"
is_confirmed() {
    ! grep -q '^move' "$scratch/state/congo/seats/"*.seat
}
eventually is_confirmed
screen_keys Escape q
expect_end
[ -z "$(ls "$scratch/state/congo/seats")" ] || fail "the key of a finished game is kept"
[ "$(screen_finished | wc -l)" -eq 2 ] || fail "expected two finished games, found: $(screen_finished)"
