#!/bin/sh
# Line interfaces with a real congod: two players and a watcher in a whole game, during which a player and the
# server are killed and come back.

. "$CONGO_SOURCE/tests/server/lib.sh"

congo=$CONGO_BUILD/src/congo

# play NAME [OPTION]...: runs an interface in the background that reads the pipe NAME.in, which the shell keeps
# open, and writes NAME.out.
play() {
    name=$1
    shift
    XDG_STATE_HOME=$PWD/$name.state "$congo" --config=none --ui=cli --place=network \
        --host=127.0.0.1 --port="$port" --name="$name" "$@" <"$name.in" >>"$name.out" 2>&1 &
    last=$!
}

# printed NAME TEXT [COUNT]: returns whether NAME has printed the text COUNT times.
printed() {
    [ "$(grep -c -- "$2" "$1.out")" -ge "${3:-1}" ]
}

# Prints the lines of boards and moves in their order.
story() {
    grep '^ transition' "$1.out"
}

mkfifo ada.in bo.in eve.in zoe.in || exit 1
: >eve.keys
configure
start_server

# ---- a whole game -----------------------------------------------------------------------------

play ada --game=standard --white=hi/negamax
ada=$last
exec 3>ada.in
eventually printed ada 'network gameId'
id=$(sed -n 's/^ network gameId //p' ada.out)
[ ${#id} -eq 10 ] || fail "the id is \"$id\""
play bo --game="$id" --black=hi/negamax
bo=$last
exec 4>bo.in
play eve --game="$id" --watch
exec 5>eve.in
eventually printed eve 'network gameId'
eventually printed bo 'network gameId' # earlier moves would be part of the game that it opens
eventually printed ada 'Black (bo) is here'

# move NUMBER FILE TEXT: plays White's (3) or Black's (4) next move, and waits until all three have seen it.
plies=0
move() {
    echo "$2" >&"$1"
    plies=$((plies + 1))
    for who in ada bo eve; do
        eventually printed "$who" '^ transition' $plies
    done
}

move 3 'move d2 d3'
move 4 'b6b5'
move 3 'd1d2'
eventually printed ada '^ \.\.' # Black thinks

# ---- the server is killed, and the clients come back ------------------------------------------------

kill_server
eventually printed ada 'Reconnecting'
start_server
eventually printed ada 'Connected to the server again'
eventually printed bo 'Connected to the server again'
move 4 'c6c5'
move 3 'd3d4'

# ---- a player is killed, and comes back to the seat -------------------------------------------

kill -9 "$bo"
wait "$bo" 2>/dev/null
exec 4>&-
eventually printed ada 'Black (bo) has left'
seen=$(story bo | wc -l)
play bo --game="$id"
bo=$last
exec 4>bo.in
eventually printed bo 'network gameId' 2
eventually printed ada 'Black (bo) is here' 2
echo 'b5b4' >&4
plies=$((plies + 1))
for who in ada eve; do
    eventually printed "$who" '^ transition' $plies
done
eventually printed bo '^ transition' $((seen + 1))

# ---- talk, draws, and the end -----------------------------------------------------------------

echo 'say well played, bo' >&3
eventually printed eve 'ada says: well played, bo'
# Long talk is whole.
words=$(printf 'word %.0s' $(seq 88))
echo "say ${words}end" >&3
eventually printed eve "ada says: ${words}end"
# A spectator cannot pass for a player.
talk "WATCH $id name=ida" "SAY $id I resign" "WATCH $id name=" "SAY $id me too" >/dev/null
eventually printed eve 'ida, a spectator, says: I resign'
eventually printed eve 'A spectator says: me too'
echo 'draw' >&3
eventually printed bo 'White offers a draw'
# Bo's interface reads its pipe only after White's move.
echo 'd2d1' >&3
eventually printed eve '^ transition' 7
echo 'resign' >&4
for who in ada bo eve; do
    eventually printed "$who" 'Black resigned; White won'
done
story ada >ada.story
story eve >eve.story
cmp ada.story eve.story || fail "the watcher has seen another game"
echo 'save game.congo' >&3
eventually test -s game.congo
grep -q '\[White "ada"\]' game.congo || fail "the name of White is not saved"
grep -q '\[Black "bo"\]' game.congo || fail "the name of Black is not saved"
echo exit >&3
echo exit >&4
exec 3>&- 4>&- 5>&-
wait "$ada" || fail "White's program failed"
wait "$bo" || fail "Black's program failed"
find . -name '*.seat' | grep . && fail "keys of a game that is over are kept"

# ---- one's own game that nobody joined ----------------------------------------------------------

play zoe --game=standard --white=hi/negamax
exec 6>zoe.in
eventually printed zoe 'network gameId'
echo resign >&6
eventually printed zoe 'White resigned; Black won'
echo lobby >&6
eventually printed zoe 'over; you played White, and nobody joined'
exec 6>&-

# ---- computers, and listening -------------------------------------------------------------------

XDG_STATE_HOME=$PWD/one.state "$congo" --config=none --plain --place=network --host=127.0.0.1 \
    --port="$port" --white=ai/random >one.out 2>&1 </dev/null &
eventually grep -q 'This is network game' one.out
id=$(sed -n 's/^This is network game \([^ ]*\) .*/\1/p' one.out)
XDG_STATE_HOME=$PWD/two.state "$congo" --config=none --ui=cli --place=network --host=127.0.0.1 \
    --port="$port" --game="$id" --black=ai/random >two.out 2>&1 </dev/null ||
    fail "the computer's program failed"
grep -Eq ' won\.| draw' two.out || fail "two computers did not play to the end"

# ---- without a server -------------------------------------------------------------------------

"$congo" --config=none --ui=cli --place=network --host=127.0.0.1 --port="$port" --game=0000000000 \
    >none.out 2>none.err </dev/null && fail "a game that is not there was begun"
grep -q '^congo: Server response error: ' none.err || fail "$(cat none.err)"
end_server
"$congo" --config=none --ui=cli --place=network --host=127.0.0.1 --port="$port" \
    >none.out 2>none.err </dev/null && fail "a game was begun without a server"
grep -q '^congo: cannot connect to ' none.err || fail "$(cat none.err)"
[ -s none.out ] && fail "something was printed without a server"
exit 0
