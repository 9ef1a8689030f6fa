#!/bin/sh
# tools/bot: two bots play a game on a server that is killed twice.
command -v python3 >/dev/null && command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
bots=
end_all() {
    # shellcheck disable=SC2086 # a list of words
    [ -n "$bots" ] && kill $bots 2>/dev/null
    end_server
}
trap end_all EXIT

# has_ply N: the game has at least N moves.
has_ply() {
    printf 'GET %s\nQUIT\n' "$id" | nc -N 127.0.0.1 "$port" >game.txt
    ply=$(sed -n 's/^=GAME .* ply=\([0-9]*\) .*/\1/p' game.txt)
    [ "${ply:-0}" -ge "$1" ]
}

# become_bot NAME ARGUMENT...: replaces the shell by a bot that logs to NAME.log.
become_bot() {
    exec python3 "$CONGO_SOURCE/tools/bot" --host 127.0.0.1 --port "$port" --name "$@" \
        --engine "'$CONGO_BUILD/src/congo-engine'" >"$1.log" 2>&1
}

bot() {
    (become_bot "$@")
}

# start NAME ARGUMENT...: starts a bot in the background as process $bot, which end_all ends.
start() {
    become_bot "$@" &
    bot=$!
    bots="$bots $bot"
}

# begin NAME ARGUMENT...: starts a bot with a new game, $id.
begin() {
    start "$@"
    eventually grep -q '^game' "$1.log"
    id=$(sed -n 's/^game //p' "$1.log")
}

configure
start_server
begin Ada --movetime 15
ada=$bot
start Bo "$id" --movetime 15
bo=$bot
for ply in 2 6; do # too early for three repetitions
    eventually has_ply "$ply"
    kill_server
    start_server
done
wait "$ada" || fail 'Ada did not finish'
wait "$bo" || fail 'Bo did not finish'
result=$(tail -n 1 Ada.log)
[ "$result" = "$(tail -n 1 Bo.log)" ] || fail 'two results'
echo "$id: $result"
case $result in
'1-0 '* | '0-1 '* | '1/2-1/2 '*) ;;
*) fail "no result: $result" ;;
esac
grep -q 'again in' Ada.log || fail 'Ada did not notice that the server was gone'

# Joining an unknown game or a taken seat fails.
bot Eve 0000000000 && fail 'Eve joined a game that is not there'
grep -q NOGAME Eve.log || fail 'Eve was not told'
bot Eve "$id" --seat w && fail 'Eve has a seat that is taken'
grep -q TAKEN Eve.log || fail 'Eve was not told who has the seat'

# A waiting bot pings a silent server and stays. A spectator's talk does not deceive it. Only the user
# can read the key file.
begin Cleo --movetime 40 --patience 4 --key-file key
cleo=$bot
eventually has_ply 1 # RESIGN names the last ply
{
    printf 'WATCH %s\nSAY %s I say reason=lion result=0-1\n' "$id" "$id"
    sleep 9 # more than twice Cleo's --patience
    printf 'JOIN %s b\nRESIGN %s 1\n' "$id" "$id"
} | python3 -c '
import socket, sys
server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
for line in iter(sys.stdin.readline, ""):
    server.sendall(line.encode())
server.shutdown(socket.SHUT_WR)
while server.recv(4096):
    pass
' "$port"
wait "$cleo" || fail 'Cleo did not finish'
[ "$(tail -n 1 Cleo.log)" = '1-0 resigned' ] || fail 'Cleo believed a spectator'
grep 'again in' Cleo.log && fail 'Cleo left a server that was silent'
[ "$(ls -l key | cut -c1-10)" = -rw------- ] || fail 'others can read the key'

# A bot with ten seconds on its clock does not use --movetime 5000 in full.
id=$(printf 'NEW standard seat=none clock=10+0\nQUIT\n' | nc -N 127.0.0.1 "$port" |
    sed -n 's/^+NEW \([^ ]*\).*/\1/p')
start Dora "$id" --movetime 5000
start Emil "$id" --movetime 5000
eventually has_ply 8

kill_server
"$congod" --config=congod.conf --check || fail 'the game is damaged'
