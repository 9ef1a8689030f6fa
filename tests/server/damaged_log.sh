#!/bin/sh
# A bit of the log flips after congod was killed: congod does not start without the moves behind it, except with --force,
# and the recipe of congod(8) keeps all files. Logs that are whole, or were cut by a power failure, are read as ever.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

# flip FILE OFFSET: flips a bit of a byte.
flip() {
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    printf '%b' "\\0$(printf %o $((byte ^ 16)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
# count_plies: how many plies the game has.
count_plies() { talk "GET $game" | sed -n 's/^=GAME .* ply=\([0-9]*\).*/\1/p'; }
# refuses COMMAND...: the command fails with the sentence about the log.
refuses() {
    timeout 300 "$congod" "$@" >out 2>errors && fail "congod $* was not refused"
    grep -q 'games.db-wal: it is damaged, and at least [0-9]* transactions behind the damage would be lost' errors ||
        fail "congod $*: $(cat errors)"
    cmp -s games.db-wal damaged.wal || fail "congod $* has changed the log"
    cmp -s games.db damaged.db || fail "congod $* has changed the database"
}

mkdir lib
configure 'limits = { commands = 0; };'
start_server
white=0123456789ABCDEFGHJKMNPQRS black=1123456789ABCDEFGHJKMNPQRS
game=$(talk "NEW standard seat=w key=$white" | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
ply=0
for move in b2b3 b6b5 c2c3 c6c5 b3b4 b5b4; do
    [ $((ply % 2)) = 0 ] && seat="w key=$white" || seat="b key=$black"
    talk "JOIN $game $seat" "MOVE $game $ply $move" | grep -q '^+MOVE' || fail "move $ply was not acknowledged"
    ply=$((ply + 1))
done
kill_server
cp games.db whole.db
cp games.db-wal whole.wal

# The whole log has all moves.
start_server
[ "$(count_plies)" = 6 ] || fail "a killed server's log is not read: $(count_plies) plies"
end_server
[ ! -e games.db-wal ] || fail 'a server that was stopped has left its log'

# A flipped bit in the middle.
cp whole.db games.db
cp whole.wal games.db-wal
flip games.db-wal $(($(wc -c <whole.wal) / 2))
cp games.db damaged.db
cp games.db-wal damaged.wal
refuses --config=congod.conf
refuses --config=congod.conf # a service manager starts it again and again
grep -q 'A damaged log' errors || fail "no recipe is named: $(cat errors)"
refuses --config=congod.conf --check
refuses --config=congod.conf --backup=backup.db
refuses --copy games.db other.db
[ ! -e backup.db ] || fail 'a backup was written'

# With --force it starts without them, and keeps the log.
: >log
"$congod" --config=congod.conf --force 2>>log &
server=$!
eventually grep -q 'listening on 127' log
grep -q 'games.db-wal: it is damaged, .* are lost; the log is kept in .*games.db-wal.damaged-1' log || fail 'no word of the loss'
plies=$(count_plies)
[ "$plies" -lt 6 ] || fail "there are $plies plies"
cmp -s games.db-wal.damaged-1 damaged.wal || fail 'the log is not kept'
end_server
start_server # and again as ever
grep -q 'damaged' log && fail 'the damage is said again'
end_server

# The recipe.
mkdir bin
printf '#!/bin/sh\n' >bin/systemctl
printf '#!/bin/sh\nexec "%s" --config="%s" "$@"\n' "$congod" "$PWD/lib.conf" >bin/congod
chmod +x bin/systemctl bin/congod
sed "s|^database.*|database = \"$PWD/lib/games.db\";|" congod.conf >lib.conf
cp damaged.db lib/games.db
cp damaged.wal lib/games.db-wal
manual_display 'A damaged log' 1 | sed 's/^\$ //' >recipe.sh
[ -s recipe.sh ] || fail 'congod.8 has no recipe'
PATH=$PWD/bin:$PATH sh -e recipe.sh >out 2>&1 || fail "the recipe: $(cat recipe.sh out)"
cmp -s lib/games.db.replaced-1 damaged.db && cmp -s lib/games.db.replaced-1-wal damaged.wal || fail "files are lost: $(ls lib)"
mv congod.conf first.conf
mv lib.conf congod.conf
start_server
[ "$(count_plies)" = "$plies" ] || fail "the recipe leaves $(count_plies) plies, --force $plies"
end_server
mv first.conf congod.conf

# A log after a power failure is not damaged: its end is missing, or has not been written.
cp whole.db games.db
head -c $(($(wc -c <whole.wal) - 5000)) whole.wal >games.db-wal
start_server
[ "$(count_plies)" -ge 4 ] || fail "a short log has $(count_plies) plies"
end_server
