#!/bin/sh
# tools/cluster: several servers share one database, and everything ends with a command, a signal, a terminal, or
# the process itself, and leaves nothing behind.
. "$CONGO_SOURCE/tests/lib.sh"
command -v nc >/dev/null && command -v expect >/dev/null || exit 77
trap end_jobs EXIT
cd "$folder" || exit 99
cluster=$CONGO_SOURCE/tools/cluster
export cluster

# Nothing is left of the cluster whose folder and processes the files `database` and `pids` name.
nothing_left() {
    database=$(cat database) && [ -n "$database" ] && [ ! -e "$database" ] && [ ! -e "$database-standby" ] || return
    while read -r pid; do
        case $(ps -o stat= -p "$pid") in
        '' | Z*) ;;
        *) return 1 ;;
        esac
    done <pids
}

# ---- a command ----

haproxy=
! command -v haproxy >/dev/null || haproxy=--haproxy
cat >try <<'END'
echo "$FOLDER" >database
cat "$FOLDER"/*/pid >pids
sed -n 1p "$FOLDER/data/postmaster.pid" >>pids
sed -n 1p "$STANDBY/data/postmaster.pid" >>pids
say() {
    address=$(echo "$HOSTS" | cut -d , -f "$1")
    printf '%s\n' "$2" QUIT | nc -N "${address%:*}" "${address#*:}" | tr -d '\r'
}
id=$(say 1 'NEW standard name=Ada' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
say 2 "WATCH $id" >watched
grep -q "^=GAME $id .*Ada" watched && [ -n "$id" ] || echo "another server lacks the game $id: $(cat watched)" >&2
if [ -n "$PROXY" ]; then
    printf 'PING\nQUIT\n' | nc -N "${PROXY%:*}" "${PROXY#*:}" | grep -q '^+PONG' || echo 'no server behind HAProxy' >&2
fi
read -r line && echo "$line" >input
exit 3
END
# shellcheck disable=SC2086 # there may be no option
echo typed | timeout 300 "$cluster" 2 --standby $haproxy --run='sh ./try' >out 2>&1
status=$?
[ "$status" != 77 ] || exit 77
[ "$status" = 3 ] || fatal "the status is $status: $(cat out)"
[ ! -s out ] || fatal "it says: $(cat out)"
[ "$(cat input)" = typed ] || fatal 'the command does not read the standard input'
eventually nothing_left

# ---- the ends of one that waits ----

# begin: waits until it says what to type, and writes down its folder and its processes.
says_all() {
    grep -q 'Ctrl-C stops' out 2>/dev/null
}
begun() {
    eventually says_all
    grep -q -- '--host=127.0.0.1:[0-9]*,127.0.0.1:[0-9]*' out || fatal "no hosts: $(cat out)"
    sed -n 's/^The database is .*host=\([^&]*\)&.*/\1/p' out >database
    sed -n 's/.*kill -9 \([0-9]*\) .*/\1/p' out >pids
    [ "$(wc -l <pids)" = 2 ] || fatal "no processes: $(cat out)"
    # The command that it prints reaches the servers: a game begins.
    sed -n 's|^ *\./play|"$CONGO_BUILD/src/congo" --plain --place=network|p' out | tr -d '\r' >typed
    timeout 300 sh ./typed >played 2>&1 </dev/null
    grep -qE '\b[0-9A-Z]{10}\b' played || fatal "$(cat typed): $(cat played)"
    sed -n 1p "$(cat database)/data/postmaster.pid" >>pids
}

# A server that is killed is told of; the other goes on.
says_end() {
    grep -q '^congod 2, at 127.0.0.1:[0-9]*, has ended.$' out
}
for signal in INT TERM KILL; do
    rm -f out
    # A command in the background would ignore SIGINT.
    setsid sh -c 'trap - INT; exec python3 -c "
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])" "$cluster" 2' >out 2>&1 </dev/null &
    process=$!
    begun
    [ "$signal" != TERM ] || { kill -9 "$(sed -n 2p pids)" && eventually says_end; }
    kill -s "$signal" "$process"
    wait "$process" 2>/dev/null
    eventually nothing_left
done

# A terminal that goes, which is SIGHUP.
rm -f out
expect -c '
    set timeout 300
    log_file -noappend out
    spawn -noecho $env(cluster) 2
    expect "Ctrl-C stops"
    exec sh -c "while \[ ! -e seen \]; do sleep 0.1; done"
    close' >/dev/null &
process=$!
begun
: >seen
wait "$process"
eventually nothing_left

# Mistakes.
for arguments in '' 0 x '3 --other' '100'; do
    # shellcheck disable=SC2086 # the arguments are words
    "$cluster" $arguments >out 2>&1 && fatal "cluster $arguments succeeds"
    grep -q '^Usage: tools/cluster' out || fatal "cluster $arguments says: $(cat out)"
done
