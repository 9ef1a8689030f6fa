#!/bin/sh
# tools/bot: two bots play a game with each other through a server that is killed twice meanwhile.
set -u
command -v python3 >/dev/null && command -v nc >/dev/null || exit 77
scratch=$(mktemp -d) || exit 99
server=
trap 'kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT

fail() {
    echo "$*"
    tail -n 5 "$scratch"/*.log
    exit 1
}

# serve PORT: starts the server and sets its process and port.
serve() {
    cat >"$scratch/congod.conf" <<EOF
listen = [ "127.0.0.1:$1" ];
database = "$scratch/games.db";
admin = "";
EOF
    : >"$scratch/congod.log" # of the server before
    "$CONGO_BUILD/src/congod" --config="$scratch/congod.conf" >>"$scratch/congod.log" 2>&1 &
    server=$!
    wait_for '^congod: listening on' "$scratch/congod.log"
    port=$(sed -n 's/^congod: listening on .*:\([0-9]*\)$/\1/p' "$scratch/congod.log")
}

# wait_for PATTERN FILE: until a line is there.
wait_for() {
    tries=0
    until grep -q "$1" "$2" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "no line \"$1\" came"
        sleep 0.1
    done
}

# wait_for_ply N: until the game has so many moves.
wait_for_ply() {
    tries=0
    until [ "$(ply_now)" -ge "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "the game has no $1 moves"
        sleep 0.05
    done
}

ply_now() {
    printf 'GET %s\nQUIT\n' "$id" | nc -N 127.0.0.1 "$port" |
        sed -n 's/^=GAME .* ply=\([0-9]*\) .*/\1/p' | grep . || echo 0
}

# bot NAME ARGUMENT...
bot() {
    log=$scratch/$1.log
    python3 "$CONGO_SOURCE/tools/bot" --host 127.0.0.1 --port "$port" --name "$@" \
        --engine "$CONGO_BUILD/src/congo-engine" --movetime 40 >"$log" 2>&1
}

kill_server() {
    kill -9 "$server"
    wait "$server" 2>/dev/null
}

serve 0
bot Ada &
ada=$!
wait_for '^game' "$scratch/Ada.log"
id=$(sed -n 's/^game //p' "$scratch/Ada.log")
bot Bo "$id" &
bo=$!
for ply in 2 6; do # too early for three repetitions
    wait_for_ply "$ply"
    kill_server
    serve "$port"
done
wait "$ada" || fail 'Ada did not finish'
wait "$bo" || fail 'Bo did not finish'
result=$(tail -n 1 "$scratch/Ada.log")
[ "$result" = "$(tail -n 1 "$scratch/Bo.log")" ] || fail 'two results'
echo "$id: $result"
case $result in
'1-0 '* | '0-1 '* | '1/2-1/2 '*) ;;
*) fail "no result: $result" ;;
esac
grep -q 'again in' "$scratch/Ada.log" || fail 'Ada did not notice that the server was gone'

# A player who is not there is told so, and a stranger has no seat.
bot Eve 0000000000 && fail 'Eve joined a game that is not there'
grep -q NOGAME "$scratch/Eve.log" || fail 'Eve was not told'
bot Eve "$id" --seat w && fail 'Eve has a seat that is taken'
grep -q TAKEN "$scratch/Eve.log" || fail 'Eve was not told who has the seat'

# One who waits for a move asks in a while whether the server is there, stays, and believes no spectator; the
# key is kept where only its owner reads it.
bot Cleo --patience 0.3 --key-file "$scratch/key" &
cleo=$!
wait_for '^game' "$scratch/Cleo.log"
id=$(sed -n 's/^game //p' "$scratch/Cleo.log")
{
    printf 'WATCH %s\nSAY %s I say reason=lion result=0-1\n' "$id" "$id"
    sleep 2
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
[ "$(tail -n 1 "$scratch/Cleo.log")" = '1-0 resigned' ] || fail 'Cleo believed a spectator'
grep 'again in' "$scratch/Cleo.log" && fail 'Cleo left a server that was silent'
[ "$(ls -l "$scratch/key" | cut -c1-10)" = -rw------- ] || fail 'others can read the key'

kill_server
"$CONGO_BUILD/src/congod" --config="$scratch/congod.conf" --check || fail 'the game is damaged'
