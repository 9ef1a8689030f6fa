#!/bin/sh
# congod for its administrator: options, sockets, signals, metrics, checks, backups, errors.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

# ---- options and errors ----
"$congod" --version | grep -q '^congod [0-9]' || fail "no version"
"$congod" --help | grep -q -- --backup || fail "no help"
"$congod" --nonsense 2>/dev/null && fail "an unknown option was taken"
echo 'limits = { clients = 0; };' >congod.conf
"$congod" --config=congod.conf 2>errors && fail "a wrong configuration was taken"
grep -q 'congod.conf:1: limits.clients: expected' errors || fail "no sentence about the mistake"
"$congod" --config=missing.conf 2>/dev/null && fail "a missing configuration was taken"
configure
sed -i.old 's/:0/:http/' congod.conf
"$congod" --config=congod.conf 2>errors && fail "a port in words was taken"
grep -q 'congod.conf:[0-9]*: listen: expected .*found "127.0.0.1:http"$' errors || fail "no sentence about the port"
sed -i.old 's/:http/:99999/' congod.conf
timeout 300 "$congod" --config=congod.conf 2>errors && fail "a port above 65535 was taken"
grep -q '127.0.0.1:99999' errors || fail "no sentence about the port that is too large"
grep -q 'listening on 127' errors && fail "it listened on another port"
# An invalid address is an error even after an address that the machine lacks.
sed -i.old 's/^listen.*/listen = [ "192.0.2.1:0", "127.0.0.1:http", "127.0.0.1:0" ];/' congod.conf
timeout 300 "$congod" --config=congod.conf 2>errors && fail "a port in words was passed over"
grep -q 'listening on 127' errors && fail "it listened in spite of a mistake"

# ---- files that cannot be written ----
configure
break=$(printf 'a\rb\nc')
"$congod" --config=congod.conf --backup="$break" 2>errors && fail "a path of two lines was taken"
grep -q '^congod: /.*: expected a path without line breaks$' errors || fail "no word of line breaks"
start_server
end_server
if [ -w /dev/full ]; then
    for option in --version --help --check --backup=full.db; do
        "$congod" --config=congod.conf $option >/dev/full 2>errors
        [ $? -eq 1 ] || fail "$option on a full disk: no failure"
        grep -q '^congod: standard output: ' errors || fail "$option on a full disk: no sentence"
    done
    rm full.db
fi

# ---- all kinds of sockets ----
configure
socket=$(mktemp -u "${TMPDIR:-/tmp}/congod-test.XXXXXX")
sed -i.old "s|^listen.*|listen = [ \"127.0.0.1:0\", \"[::1]:0\", \"$socket\" ];|
    s|^admin.*|admin = \"$socket.admin\";|" congod.conf
start_server
talk 'NEW standard' >answer
grep -q '^+NEW ' answer || fail "no game over IPv4"
id=$(sed -n 's/^+NEW \([^ ]*\).*/\1/p' answer)
key=$(sed -n 's/.* key=\([^ ]*\).*/\1/p' answer)
port6=$(sed -n 's/.*listening on \[::1\]:\([0-9]*\)$/\1/p' log)
if [ -n "$port6" ]; then
    echo "GET $id" | timeout 300 nc -N ::1 "$port6" | grep -q "^+GET $id" ||
        fail "nothing over IPv6"
fi
# A client that sends everything at once and closes its side gets all replies.
printf 'GET %s\nPING last' "$id" | timeout 300 nc -N -U "$socket" >answer
grep -q "^+GET $id" answer || fail "nothing over the Unix socket"
grep -q "PONG" answer && fail "a line without an end was taken"

# ---- the administrator ----
echo metrics | timeout 300 nc -U "$socket.admin" >metrics
grep -q '^congod_games_created_total 1$' metrics || fail "no figures"
printf 'GET /metrics HTTP/1.1\r\n\r\n' | timeout 300 nc -U "$socket.admin" | head -1 |
    grep -q '^HTTP/1.1 200 OK' || fail "no figures over HTTP"
[ "$(ls -l "$socket.admin" | cut -c2-10)" = rw------- ] || fail "everybody can be administrator"
echo nonsense | timeout 300 nc -U "$socket.admin" | grep -q '^failed: expected' || fail "nonsense"
"$congod" --config=congod.conf --check >check || fail "the running server's check"
grep -q '^ok: 1 game with 0 moves' check || fail "what was checked?"
"$congod" --config=congod.conf --backup=copy.db || fail "no backup"
grep -q 'the backup requested by the administrator is complete' log || fail "no word of the backup"
"$congod" --config=congod.conf --backup="$PWD/nowhere/copy.db" 2>/dev/null && fail "a backup to nowhere"
grep -q 'the backup requested by the administrator failed: .*/nowhere' log ||
    fail "no word of the backup that failed"

# ---- a second server with the same database ----
timeout 300 "$congod" --config=congod.conf 2>second && fail "two servers have one database"
grep -q 'games.db' second || fail "no sentence about the database in use"

# ---- SIGHUP ----
sed -i.old 's/^limits = {/& watched = 1; games = 0;/' congod.conf
echo 'log_connections = true;' >>congod.conf
kill -HUP "$server"
eventually grep -q 'has been reloaded' log
talk 'NEW standard' 'NEW standard' | grep -q '^-FULL' || fail "SIGHUP changed nothing"
grep -q 'client connected from 127.0.0.1$' log || fail "it does not say who connects"
echo PING | timeout 300 nc -N -U "$socket" >/dev/null
grep -q 'client connected from a Unix socket$' log || fail "nor over the Unix socket"
echo 'nonsense' >>congod.conf
kill -HUP "$server"
eventually grep -q 'the configuration was not reloaded' log
talk PING | grep -q '^+PONG' || fail "a wrong configuration stopped the server"
sed -i.old '/nonsense/d' congod.conf
# Changed endpoints and files take effect at the next start; until then the old ones are remembered.
cp congod.conf kept.conf
sed -i.old "s|^admin.*|admin = \"$socket.other\";|" congod.conf
: >"$socket.other"
was_told() {
    [ "$(grep -c 'take effect at the next start' log)" -eq "$1" ]
}
for times in 1 2; do
    kill -HUP "$server"
    eventually was_told $times
done
sed -i.old "s|^admin.*|admin = \"$socket.admin\"; restrictions = \"$PWD/later\";|" congod.conf
kill -HUP "$server"
eventually was_told 3
"$congod" --config=congod.conf --admin mute 1d Rude | grep -q 'until the next start' || fail "another file of mutes is in use"

# ---- SIGTERM ----
mkfifo lines
timeout 120 nc 127.0.0.1 "$port" <lines >answer &
player=$!
exec 3>lines
ask 3 answer "^+JOIN $id" "JOIN $id w key=$key"
ask 3 answer "^+MOVE $id" "MOVE $id 0 b2b3"
kill -TERM "$server"
server_ends_with 0
exec 3>&-
wait "$player"
grep -q '^!BYE shutting down retry=5' answer || fail "no !BYE"
[ -S "$socket" ] && fail "the socket is still there"
[ -S "$socket.admin" ] && fail "the administrator's socket is still there"
[ -f "$socket.other" ] || fail "a file that was never the server's was removed"
rm "$socket.other"
mv kept.conf congod.conf

# ---- the program that holds standard input is killed ----
mkfifo held
: >log
"$congod" --config=congod.conf --until-eof <held 2>>log &
server=$!
(exec sleep 600) >held &
holder=$!
eventually grep -q 'listening on' log
kill -9 "$holder"
wait "$holder" 2>/dev/null
server_ends_with 0
grep -q 'stopped' log || fail "the server did not stop by itself"
"$congod" --config=congod.conf --until-eof <congod.conf 2>log && fail "a file is no pipe"
grep -q -e '--until-eof: cannot wait for standard input' log || fail "the reason is missing"

# ---- jobs without a server ----
"$congod" --config=congod.conf --check | grep -q '^ok: 2 games with 1 move,' || fail "the check"
[ -e games.db-wal ] && fail "the check left a file"
"$congod" --config=congod.conf --backup=second.db >/dev/null || fail "the backup"
[ -e games.db-wal ] && fail "the backup left a file"
sed -i.old 's/games.db/second.db/' congod.conf
start_server
talk "GET $id" | grep -q "^=GAME $id .* ply=1 " || fail "the backup lacks the move"
end_server

# ---- a killed server has lost nothing ----
start_server
talk "JOIN $id b key=1123456789ABCDEFGHJKMNPQRS" "MOVE $id 1 b6b5" | grep -q "^+MOVE $id 1" ||
    fail "no move"
kill -KILL "$server"
server_ends_with 137
start_server
talk "GET $id" | grep -q "^=GAME $id .* ply=2 " || fail "a killed server lost a move"
end_server

# ---- descriptors run out ----
configure 'limits = { commands = 0; };'
: >log # of the server before
(
    # shellcheck disable=SC3045 # every sh has it
    ulimit -n 80 && exec "$congod" --config=congod.conf
) 2>>log &
server=$!
eventually grep -q 'listening on 127' log
port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' log)
grep -q 'limiting clients to 16: the system allows 80 open files' log || fail "no word about descriptors"
descriptors() {
    ls "/proc/$server/fd" | wc -l
}
are_as_before() {
    [ "$(descriptors)" -eq "$idle" ]
}
[ ! -d "/proc/$server/fd" ] || idle=$(descriptors)
talk PING | grep -q '^+PONG' || fail "not a single client"
# If they run out nevertheless, accepting pauses and then continues.
if command -v prlimit >/dev/null && [ -d /proc/self/fd ]; then
    eventually are_as_before
    prlimit --pid "$server" --nofile="$idle":80
    began=$(date +%s)
    echo PING | timeout 300 nc -N 127.0.0.1 "$port" >late &
    late=$!
    eventually grep -q 'cannot accept connections at the moment' log
    sleep 1.5
    tried=$(grep -c 'cannot accept' log) # once a second
    [ "$tried" -le $(($(date +%s) - began + 3)) ] || fail "it tries again and again"
    prlimit --pid "$server" --nofile=80:80
    wait "$late"
    grep -q '^+PONG' late || fail "a client was forgotten"
fi
end_server

# ---- sockets of systemd ----
if command -v systemd-socket-activate >/dev/null; then
    where=$socket.systemd
    : >log
    systemd-socket-activate -l "$where" --fdname=games "$congod" --config=congod.conf 2>>log &
    server=$!
    eventually test -S "$where"
    echo PING | timeout 300 nc -N -U "$where" | grep -q '^+PONG' || fail "not over systemd's socket"
    grep -q "listening on $where" log || fail "it does not say where it listens"
    grep -q 'listening on 127' log && fail "the configuration's sockets were opened, too"
    end_server
    [ -S "$where" ] || fail "systemd's socket was removed"
    rm -f "$where"
fi
rm -f lines
