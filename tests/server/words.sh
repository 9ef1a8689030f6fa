#!/bin/sh
# The error words of a server in trouble: INTERNAL for a damaged file, BUSY because of clients that do not read,
# READONLY for a full disk. verbs.exp has the others.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
socket=$(mktemp -u "${TMPDIR:-/tmp}/congod-test.XXXXXX")

# answers PATTERN LINE...: sends lines, and returns whether a reply matches.
answers() {
    pattern=$1
    shift
    talk "$@" | grep -q -- "$pattern"
}

# Creates a game and sets $id; the key of White's seat is $key.
key=0123456789ABCDEFGHJKMNPQRS
create() {
    talk "NEW standard key=$key name=Ada" >answer
    id=$(sed -n 's/^+NEW \([^ ]*\).*/\1/p' answer)
    [ -n "$id" ] || fail "no game: $(cat answer)"
}

# ---- INTERNAL: two bytes of a move have changed on the disk ----
configure
start_server
talk 'NEW standard' >answer
sound=$(sed -n 's/^+NEW \([^ ]*\).*/\1/p' answer)
create
answers "^+MOVE $id 0 " "JOIN $id w key=$key" "MOVE $id 0 b2b3" || fail "no move"
end_server
[ -s games.db-wal ] && fail "a server that has ended left its log"
LC_ALL=C sed 's/b2b3/b2b7/' games.db >changed.db
cmp -s games.db changed.db && fail "the move is not in the file"
cp changed.db games.db
start_server
for line in "GET $id" "JOIN $id w key=$key" "MOVE $id 1 b6b5" "EXPORT $id" "WATCH $id"; do
    answers '^-INTERNAL retry=later msg=game ' "$line" || fail "$line: $(talk "$line")"
done
answers "^+GET $sound" "GET $sound" || fail "another game is not there"
answers '^+NEW ' 'NEW standard' || fail "nobody can begin a game"
end_server
"$congod" --config=congod.conf --check >check 2>&1 && fail "the check finds nothing"
grep -q ', 1 damaged$' check || fail "the check says: $(cat check)"

# ---- BUSY: clients export games and do not read them ----
rm -f games.db*
configure 'limits = { exports = 0; commands = 0; };'
sed -i.old "s|^listen.*|listen = [ \"127.0.0.1:0\", \"$socket\" ];|" congod.conf
start_server
create
mkfifo unread
exec 3<>unread
yes "EXPORT $id" | head -n 3000 | timeout 120 nc -U "$socket" >unread &
greedy=$!
eventually answers '^-BUSY retry=later msg=too many games' "EXPORT $id"
answers "^+GET $id" "GET $id" || fail "nothing else is answered"
kill "$greedy"
wait "$greedy" 2>/dev/null
exec 3>&-
eventually answers "^+EXPORT $id" "EXPORT $id"
end_server

# ---- READONLY: a small disk is full, and has room again ----
rm -f games.db*
mkdir -p disk
if unshare -rm mount -t tmpfs -o size=1m none disk 2>/dev/null; then
    configure 'limits = { commands = 0; games = 0; };'
    sed -i.old 's|^database.*|database = "disk/games.db";|' congod.conf
    : >log
    unshare -rm sh -c 'mount -t tmpfs -o size=1m none disk && exec "$0" --config=congod.conf' \
        "$congod" 2>>log &
    server=$!
    eventually grep -q 'listening on 127' log
    port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' log)
    disk=/proc/$server/root$PWD/disk
    create
    cat /dev/zero >"$disk/filler" 2>/dev/null
    # The file has room for some hundred games more.
    talk "$(yes 'NEW standard' | head -n 1000)" >/dev/null
    eventually answers '^-READONLY retry=later' 'NEW standard'
    answers '^-READONLY ' "JOIN $id w key=$key" "MOVE $id 0 b2b3" || fail "a move was taken"
    answers "^+JOIN $id seat=w" "JOIN $id w key=$key name=Eve" ||
        fail "a seat's owner cannot come back"
    answers "^+GET $id" "GET $id" || fail "games cannot be read"
    answers 'STAT readonly=1' STATS || fail "the figures do not tell"
    rm "$disk/filler"
    eventually answers "^+MOVE $id 0 " "JOIN $id w key=$key" "MOVE $id 0 b2b3"
    eventually grep -q 'the disk has room again' log
    end_server
else
    echo "READONLY is left out: no disk can be mounted here"
fi
