#!/bin/sh
# Two players and a spectator in full screens, in one game on a real server: created in the lobby, joined,
# watched, played to its end, while a player and then the server are killed.
. "$CONGO_SOURCE/tests/screen/online_lib.sh"

kill_server() {
    kill -9 "$server"
    wait "$server" 2>/dev/null
    server=
}

# Any key shows the result: a later note may hide it.
shows_result() {
    screen_keys Left
    screen_shows "lion took the" || screen_shows "took your lion" || screen_shows "the lion on"
}

# Uses the same port again, which the clients know.
restart_server() {
    sed "s/127.0.0.1:0/127.0.0.1:$port/" congod.conf >again.conf
    mv again.conf congod.conf
    start_server
}

configure
start_server

# --- the lobby: empty at first, then with a game of Ada's ---

start Ada 80 24
screen_wait "Pawn d2"
screen_keys L
screen_wait "Lobby: 127.0.0.1:$port"
screen_wait "No open games: n makes one."
screen_wait "Nobody is playing."
screen_keys Escape
screen_wait_gone "Lobby"
screen_wait "Pawn d2" # the game on the board was not harmed
command lobby
screen_wait "No open games"
screen_keys n
make_game
screen_wait "nobody yet"
screen_keys Left
screen_wait "$id waits for somebody to play Black."
screen_wait "I invite"
screen_hides "D draw" || fail "a draw is offered to nobody"
screen_hides "n new game" || fail "another game is offered, not the invitation"

# --- Bo joins from a narrow lobby, Cy watches ---

start Bo 24 10
screen_wait "You to move"
screen_keys L
screen_wait "> $id Ada"
screen_keys Enter
screen_wait "You play Black in game"
screen_resize 80 24
screen_wait "here"
screen_at Ada
screen_wait "Bo plays Black: the game can begin."
screen_wait "D draw"
screen_hides "I invite" || fail "somebody who is here is to be invited"

watch() { # MOVE, as Cy
    start Cy 120 40
    screen_wait "Pawn d2"
    screen_keys L
    screen_wait "Ada plays White, Bo plays Black: Enter watches."
    screen_wait "$id  congo     no clock       move $1+  Ada - Bo"
    screen_keys Enter
    screen_wait "You are watching game $id."
}
watch 1

# --- the game on the board is one of Ada's games ---

screen_at Ada
screen_keys G
screen_wait "You, White in game $id on"
screen_wait "It is being played in an"
screen_keys Enter
screen_wait "Esc goes back to it"
screen_keys x
screen_wait "This game is open in another window"
screen_keys Escape
screen_wait_gone "My games"

# --- moves, and what is not allowed ---

command b2b3
screen_at Bo
screen_wait "White's pawn moved to b3."
command b6b5
everybody_sees "b6-b5"
screen_at Ada
screen_wait "Black's pawn moved to b5."
screen_keys u
screen_wait "cannot be taken back"
screen_keys A
screen_wait "analysed when it is over"
screen_keys X
screen_wait "Both sides have moved"
screen_at Cy
screen_walk d2
screen_keys Enter
screen_wait "it is White's turn."
screen_keys Escape Left
screen_wait_gone "it is White's turn."
screen_keys R
screen_wait "You are only watching this game."
screen_keys '['
screen_wait "White's pawn moved to b3 (move 1 of 1)."
screen_keys '}'
screen_wait_gone "(move 1 of 1)"
screen_keys q # nothing is lost, so nothing is asked
expect_end
watch 2

# --- talk ---

screen_at Bo
screen_keys y
screen_wait "Nothing has been said since you came."
screen_type "good luck"
screen_keys Enter
screen_wait "You: good luck"
screen_keys Escape
screen_wait_gone "Say:"
for one in Ada Cy; do
    screen_at $one
    screen_wait "Bo: good luck"
done

# --- a draw is offered and declined ---

screen_at Ada
screen_keys D
screen_wait "You offer a draw; Bo has to answer."
screen_wait_gone "D answer"
screen_at Bo
screen_wait "Ada offers a draw: D answers, a move declines it."
screen_keys D
screen_wait "Accept"
screen_keys d
screen_at Ada
screen_wait "Black declines the draw."

# --- Bo is killed, and returns to the seat ---

screen_at Bo
kill -9 "$(screen_pid)"
screen_at Ada
screen_wait "Bo is away"
command d2e3
screen_wait "d2-e3" # the server has it: to Bo it is no news
start Bo 80 24
screen_wait "An unfinished game"
screen_wait "> Your move against Ada on 127.0.0.1:$port"
screen_keys Enter
screen_wait "You play Black in game $id."
screen_wait "d2-e3"
screen_at Ada
screen_wait "Bo is back."
screen_at Bo
command d6e5
everybody_sees "d6-e5"

# --- while Bo is asked, a move that Bo had chosen before declines the draw ---

screen_at Bo
screen_keys Right Right Right Enter Up Enter
screen_wait "Pawn a6 goes to a5 as soon as White has moved"
screen_at Ada
screen_keys D
screen_wait "You offer a draw; Bo has to answer."
screen_at Bo
screen_wait "Ada offers a draw"
screen_keys D
screen_wait "Accept"
screen_at Ada
command a2a3
screen_wait "a6-a5"
screen_at Bo
screen_keys a
screen_wait "The draw is no longer offered."

# --- the server does not answer for a while ---

kill -STOP "$server"
screen_at Ada
command c1c3
screen_wait "Sending ..."
kill -CONT "$server"
screen_wait_gone "Sending ..."
screen_at Bo
screen_wait "c1-c3"
command g6g5
screen_at Ada
screen_wait "g6-g5"

# --- the server is killed and comes back: that is one sentence, and not one for each who comes back ---

kill_server
everybody_sees "No connection to 127.0.0.1:$port"
restart_server
everybody_sees "Connected to the server again." # by itself; a key would take the sentence away
players_are_here
everybody_sees "Connected to the server again."

# --- the server is killed; the winning move waits for its return ---

kill_server
everybody_sees "No connection to 127.0.0.1:$port"
screen_at Ada
command d1d7
screen_wait "your move waits."
restart_server
everybody_connects
everybody_sees " lost"
for one in Ada Bo Cy; do
    screen_at $one
    screen_wait_gone "No connection"
    screen_until shows_result || fail "expected the result"
done

# --- nothing remains: no question, no key ---

everybody_quits

# --- a private game by its id, aborted; an unreachable server ---

start Ada 80 24 --place=network --private --black=hi/negamax --game=3l3/7/7/7/7/2Z4/3L3/w/-1
read_id
start Bo 80 24
screen_wait "Pawn d2"
screen_keys L
screen_wait "No open games"
screen_keys i
screen_wait "A game by its id"
screen_type "0000000000"
screen_keys Enter
screen_wait "Server response error: there is no game 0000000000."
screen_keys Escape
screen_wait_gone "A game by its id"
screen_hides "$id" || fail "a private game is in the list"
kill_server
screen_wait "Next attempt in"
screen_keys i
screen_wait "A game by its id"
screen_type "$(printf '%s' "$id" | tr '[:upper:]' '[:lower:]')"
screen_keys Enter
screen_wait "The server's lobby keeps the game"
screen_keys Escape
screen_wait_gone "The server's lobby keeps the game"
restart_server
screen_keys r # tries again at once
screen_wait "> Ada                 waits for you to join"
screen_wait "A game against Ada waits for you to join: Enter opens the game."
screen_keys Enter
screen_wait "White  Bo             you" # the status line may tell already that Ada is back
screen_keys R
screen_wait "Abort it"
screen_keys a
screen_wait "without a result?"
screen_keys y
screen_wait "ended without a" # on the card: the status line has other news, too
screen_at Ada
screen_wait "ended without a"
kill_server
screen_at Bo
screen_keys L
screen_wait "No"
screen_wait "Next attempt in"
screen_keys s
screen_wait "Your name"
screen_keys Escape
screen_wait_gone "Your name"
screen_keys Escape
screen_wait_gone "Lobby"
screen_keys q
expect_end
