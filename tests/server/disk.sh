#!/bin/sh
# congod on a full disk keeps what it has acknowledged. tests/server/test_store_faults has disks that fail.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

# make_games_until PATTERN: creates games until a reply matches, at most 400.
make_games_until() {
    for _ in $(seq 20); do
        yes 'NEW standard' | head -20 | timeout 300 nc -N 127.0.0.1 "$port" >replies
        sed -n 's/^+NEW \([^ ]*\).*/\1/p' replies >>made
        grep -q "$1" replies && return
    done
    fail "of 400 replies none matches $1"
}

# Checks that every acknowledged game is stored.
made_games_are_there() {
    [ -s made ] || fail "no game was made at all"
    sed 's/^/GET /' made | timeout 120 nc -N 127.0.0.1 "$port" >replies
    [ "$(grep -c '^+GET' replies)" -eq "$(wc -l <made)" ] || fail "acknowledged games are missing"
}

# ---- a full disk ----
configure 'limits = { commands = 0; games = 0; };'
socket=$(mktemp -u "${TMPDIR:-/tmp}/congod-test.XXXXXX")
sed -i.old "s|\"games.db\"|\"disk/games.db\"|; s|^admin.*|admin = \"$socket\";|" congod.conf
mkdir disk
: >made
: >log
# Users other than root can mount in their own user namespace.
unshare -m true 2>/dev/null && namespace=-m || namespace=-rm
disk='mount -t tmpfs -o size=400k none disk'
# shellcheck disable=SC2086 # several options
if unshare $namespace sh -c "$disk" 2>/dev/null; then
    # shellcheck disable=SC2086
    unshare $namespace sh -c "$disk && exec \"\$1\" --config=congod.conf" sh "$congod" 2>>log &
    server=$!
    eventually grep -q 'listening on 127' log
    port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' log)
    make_games_until '^+NEW'
    mkfifo silent
    timeout 600 nc -N 127.0.0.1 "$port" <silent >told &
    listener=$!
    exec 3>silent
    echo PING >&3 # within the time for a first line
    eventually grep -q '^+PONG' told
    filler=/proc/$server/root$PWD/disk/filler
    dd if=/dev/zero of="$filler" bs=1k 2>/dev/null && fail "the disk was not filled"
    make_games_until '^-READONLY .*retry=later'
    eventually grep -q 'the disk is full: games cannot be played until there is room' log
    made_games_are_there # reading still works
    eventually grep -q '^!READONLY$' told
    [ "$(talk QUIT | sed -n 2p)" = '!READONLY' ] || fail "a new client is not told that the disk is full"
    rm "$filler"
    eventually grep -q 'the disk has room again' log
    eventually grep -q '^!WRITABLE$' told
    [ "$(grep -c '^!READONLY$\|^!WRITABLE$' told)" -eq 2 ] || fail "it was told more than once: $(cat told)"
    talk QUIT | grep -q READONLY && fail "a new client is told that the disk is full, but it is not"
    exec 3>&-
    wait "$listener"
    make_games_until '^+NEW'
    made_games_are_there
    "$congod" --config=congod.conf --check | grep -q '^ok: ' || fail "the database is damaged"
    end_server
    # shellcheck disable=SC2086
    unshare $namespace sh -c "$disk && : | \"\$1\" --config=congod.conf --until-eof && mount -o remount,ro disk &&
        \"\$1\" --config=congod.conf" sh "$congod" 2>errors && fail 'it starts on a read-only disk'
    grep -q 'games.db: the file, or its file system, is read-only$' errors || fail "a read-only disk: $(cat errors)"
fi

# ---- a limit on the size of files has the effect of a full disk ----
configure 'limits = { commands = 0; games = 0; };'
: >made
: >log
(ulimit -f 200 && exec "$congod" --config=congod.conf) 2>>log &
server=$!
eventually grep -q 'listening on 127' log
port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' log)
# Changes of what is there go on: when the log is full, it is moved into the database.
key=0123456789ABCDEFGHJKMNPQRS
talk "NEW standard seat=w key=$key" | sed -n 's/^+NEW \([^ ]*\).*/\1/p' >made
talk "$(seq 400 | sed "s/.*/JOIN $(cat made) w key=$key name=A&/")" >replies
[ "$(grep -c '^+JOIN' replies)" -eq 400 ] || fail "the log takes $(grep -c '^+JOIN' replies) changes: $(grep '^-' replies)"
make_games_until '^-READONLY .*retry=later'
eventually grep -q 'the disk is full: games cannot be played until there is room' log
grep -q 'games.db: writing the log failed: .*: File too large' log || fail 'the log does not say what the system said'
made_games_are_there
end_server
start_server
[ ! -s games.db-wal ] || fail 'the log was not moved into the database'
make_games_until '^+NEW'
made_games_are_there
end_server
"$congod" --config=congod.conf --check | grep -q '^ok: ' || fail "the database is damaged"
(ulimit -f 20 && "$congod" --config=congod.conf --backup=copy.db) 2>errors >answer && fail "the backup exceeds the limit"
grep -q 'copy.db: cannot be ' answer || fail "no word of the backup that failed"
[ ! -e copy.db ] || fail "a part of a backup was left"
