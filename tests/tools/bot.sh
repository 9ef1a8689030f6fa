#!/bin/sh
# shellcheck disable=SC2030,SC2031 # a bot that claims has a server of its own
# tools/bot: two bots play a game on a server that is killed twice.
command -v python3 >/dev/null && command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

# has_ply N: the game has at least N moves.
has_ply() {
    printf 'GET %s\nQUIT\n' "$id" | nc -N 127.0.0.1 "$port" >game.txt
    ply=$(sed -n 's/^=GAME .* ply=\([0-9]*\) .*/\1/p' game.txt)
    [ "${ply:-0}" -ge "$1" ]
}

# become_bot NAME ARGUMENT...: replaces the shell by a bot that logs to NAME.log.
become_bot() {
    exec python3 "$CONGO_SOURCE/tools/bot" --host 127.0.0.1 --port "$port" --rematch 0 --name "$@" \
        --engine "'$CONGO_BUILD/src/congo-engine'" >"$1.log" 2>&1
}

bot() {
    (become_bot "$@")
}

# start NAME ARGUMENT...: starts a bot in the background as process $bot.
start() {
    become_bot "$@" &
    bot=$!
}

# begin NAME ARGUMENT...: starts a bot with a new game, $id.
begin() {
    start "$@"
    eventually grep -q '^game' "$1.log"
    id=$(sed -n 's/^game //p' "$1.log")
}

configure
start_server
begin Ada --movetime 60
ada=$bot
start Bo "$id" --movetime 60
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
begin Cleo --movetime 40 --patience 10 --key-file key
cleo=$bot
eventually has_ply 1 # RESIGN names the last ply
{
    printf 'WATCH %s\nSAY %s I say reason=lion result=0-1\n' "$id" "$id"
    sleep 21 # more than twice Cleo's --patience
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
id=$(talk 'NEW standard seat=none clock=10+0' QUIT |
    sed -n 's/^+NEW \([^ ]*\).*/\1/p')
start Dora "$id" --movetime 5000
start Emil "$id" --movetime 5000
eventually has_ply 8

# A bot says that it is one, and plays a rematch: a person with a line of Python resigns, offers a rematch, sits
# down in the new game, and waits for the bot's answer to a move.
begin Fay --movetime 15 --rematch 60 --claim 1 --clock 3d --invite
fay=$bot
eventually grep -q '^invitation' Fay.log
invitation=$(sed -n 's/^invitation //p' Fay.log)
bot Gus "$id" --seat b && fail 'Gus took a seat that is kept'
python3 - "$port" "$id" "${invitation#*-}" <<'EOF' >person.log 2>&1 || fail "the person: $(cat person.log)"
import socket, sys
port, game, invitation = sys.argv[1:]
server = socket.create_connection(("127.0.0.1", int(port)), 300)
lines = server.makefile()
key = "0123456789ABCDEFGHJKMNPQRS"

def say(line):
    server.sendall((line + "\n").encode())

def wait_for(beginning):
    for line in lines:
        print(line, end="", flush=True)
        if line.startswith(beginning):
            return line.split()
    sys.exit("the server has gone")

say("JOIN %s b key=%s invite=%s name=Hal" % (game, key, invitation))
if "ply=0" in wait_for("+JOIN"):
    wait_for("!MOVE %s 0" % game)
say("RESIGN %s 1" % game)
wait_for("!END")
say("REMATCH %s offer" % game)
words = wait_for("!REMATCH %s w accept" % game)
again = words[-1].split("=")[1]
say("JOIN %s any key=%s" % (again, key))
assert "seat=w" in wait_for("+JOIN")
say("SAY %s hello" % again)
say("MOVE %s 0 b2b3" % again)
wait_for("!MOVE %s 1" % again)
EOF
eventually grep -q '^1-0 resigned$' Fay.log
again=$(sed -n 's/^game //p' Fay.log | tail -n 1)
[ "$again" != "$id" ] || fail 'Fay did not tell the id of the rematch'
grep -q '^!SAY .* w Fay: I am a bot' person.log || fail 'Fay did not say that she is a bot'
grep -q ' clock=259200+0 permove=1 claim=1 ' person.log || fail "the game is another: $(cat person.log)"
eventually sh -c "printf 'WATCH %s\nQUIT\n' $again | nc -N 127.0.0.1 $port | grep -q ' ply=2 '"
kill "$fay"

# The opponent's move ends the game: there is nothing to answer, and the bot is there for a rematch.
id=$(talk 'NEW fen=7/3l3/7/7/7/7/3L3/w/-1 seat=none' QUIT |
    sed -n 's/^+NEW \([^ ]*\).*/\1/p')
[ -n "$id" ] || fail 'no game from the position'
start Joe "$id" --seat b --movetime 15 --rematch 60
joe=$bot
sits() {
    printf 'GET %s\nQUIT\n' "$id" | nc -N 127.0.0.1 "$port" | grep -q "^=GAME .* b=$1 .*bon=1"
}
eventually sits Joe
python3 - "$port" "$id" <<'EOF' >person.log 2>&1 || fail "the person: $(cat person.log Joe.log)"
import socket, sys
port, game = sys.argv[1:]
server = socket.create_connection(("127.0.0.1", int(port)), 300)
lines = server.makefile()

def ask(line, beginning):
    server.sendall((line + "\n").encode())
    for line in lines:
        print(line, end="", flush=True)
        if line.startswith(beginning):
            return
    sys.exit("the server has gone")

ask("JOIN %s w" % game, "+JOIN")
ask("MOVE %s 0 d1d6" % game, "!END")
ask("REMATCH %s offer" % game, "!REMATCH %s b accept" % game)
EOF
kill "$joe"
grep -q '^1-0 lion$' Joe.log || fail "Joe has another result: $(cat Joe.log)"
grep -q BADARG Joe.log && fail 'Joe answered the last move'

# A bot claims a game when the opponent has been away for long enough, and again when it was too early. The server
# is a script, because a minute is the least that a real one allows.
python3 - >claims.log 2>&1 <<'EOF' &
import socket
listening = socket.create_server(("127.0.0.1", 0))
print("port", listening.getsockname()[1], flush=True)
server = listening.accept()[0]
lines = server.makefile()
game = "=GAME 7Q2KM4XDT1 variant=congo first=%s fen=%s ply=0 turn=w w=Hal b=Ivy bon=1 claim=1 away=59900\n"
game %= 2 * ("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",)
replies = iter(["-@claim RATE wait=50 retry=later msg=too early\n",
                "+@claim CLAIM 7Q2KM4XDT1 0 result=0-1 reason=time\n!END 7Q2KM4XDT1 result=0-1 reason=time\n"])
for line in lines:
    print(line, end="", flush=True)
    word = [word for word in line.split() if word[0] != "@"][0]
    server.sendall({
        "HELLO": "!HELLO congo/1 odd/1 maxline=512\n+HELLO congo/1 maxline=512 features=claim\n",
        "JOIN": game + "+JOIN 7Q2KM4XDT1 seat=b ply=0\n",
        "WATCH": game + "+WATCH 7Q2KM4XDT1 ply=0\n",
        "CLAIM": next(replies) if word == "CLAIM" else ""}[word].encode())
EOF
eventually grep -q '^port' claims.log
(
    port=$(sed -n 's/^port //p' claims.log)
    become_bot Ivy 7Q2KM4XDT1
) || fail "Ivy: $(cat Ivy.log)"
[ "$(cat Ivy.log)" = '0-1 time' ] || fail "Ivy claimed nothing: $(cat Ivy.log claims.log)"
[ "$(grep -c '^@claim CLAIM 7Q2KM4XDT1 0$' claims.log)" -eq 2 ] || fail "the claims: $(cat claims.log)"

# Two bots with several servers: one that is not there, and two that die in turn. A bot gives up when no server has
# its game.
forward_port first 0
first=$forwarder first_port=$forwarded
forward_port second 0
second=$forwarder
hosts=127.0.0.1:$first_port,127.0.0.1:1,127.0.0.1:$forwarded
begin Kim --movetime 100 --host "$hosts"
kim=$bot
start Lou "$id" --movetime 100 --host "$hosts"
lou=$bot
eventually has_ply 2
stop_port "$first"
eventually has_ply 4
forward_port first "$first_port"
stop_port "$second"
wait "$kim" || fail "Kim did not finish: $(cat Kim.log)"
wait "$lou" || fail "Lou did not finish: $(cat Lou.log)"
[ "$(tail -n 1 Kim.log)" = "$(tail -n 1 Lou.log)" ] || fail 'Kim and Lou have two results'
grep -q 'trying the next one' Kim.log || fail 'Kim did not notice that a server was gone'
bot Max 0000000000 --host "127.0.0.1:$port,[127.0.0.1]:$port" && fail 'Max joined a game that is not there'
grep -q '^-NOGAME' Max.log || fail "Max was not told: $(cat Max.log)"
bot Max new --host "127.0.0.1:$port,a:b" && fail 'Max connected to a wrong server'
grep -q 'found "a:b"' Max.log || fail "Max was not told which server is wrong: $(cat Max.log)"

kill_server
"$congod" --config=congod.conf --check || fail 'the game is damaged'
