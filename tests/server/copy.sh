#!/bin/sh
# congod --copy for the administrator: the games of a server move to another file, and to PostgreSQL and back as
# congod(8) says, and what is refused is said in one sentence each.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

mkdir lib bin
database=$PWD/lib/games.db
configure
sed -i "s|^database.*|database = \"$database\";|" congod.conf

# copies FROM TO [OPTION]: the copy succeeds, and says what it has done on its last line.
copies() {
    timeout 120 "$congod" --copy "$@" >out 2>errors || fail "--copy $*: $(cat out errors)"
    [ ! -s errors ] || fail "--copy $* says $(cat errors)"
    tail -n 1 out | grep -q '^ok: ' || fail "--copy $* ends with $(cat out)"
}
# refuses SENTENCE ARGUMENT...: the copy fails with one sentence that contains this one.
refuses() {
    sentence=$1
    shift
    timeout 120 "$congod" --copy "$@" >out 2>errors && fail "--copy $* was not refused"
    [ "$(wc -l <errors)" = 1 ] || fail "--copy $* says $(cat errors)"
    grep -qF -- "$sentence" errors || fail "--copy $*: expected \"$sentence\", found $(cat errors)"
}
# play: three games, of which one has an end, and in one White's clock runs.
play() {
    white=0123456789ABCDEFGHJKMNPQRS black=1123456789ABCDEFGHJKMNPQRS
    white2=2123456789ABCDEFGHJKMNPQRS black2=3123456789ABCDEFGHJKMNPQRS
    talk 'NEW standard seat=w name=Ada private=1' "NEW standard seat=w key=$white2 clock=3600+5" >created
    others=$(sed -n 's/^+NEW \([^ ]*\).*/\1/p' created)
    clocked=${others##*
}
    game=$(talk "NEW standard seat=w key=$white name=Cy" | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
    {
        talk "JOIN $clocked w key=$white2" "MOVE $clocked 0 b2b3"
        talk "JOIN $clocked b key=$black2" "MOVE $clocked 1 b6b5"
        talk "JOIN $game w key=$white" "MOVE $game 0 c2c3"
        talk "JOIN $game b key=$black name=Di" "MOVE $game 1 c6c5" "RESIGN $game 2"
    } >talked
    grep -q "^+RESIGN $game" talked || fail "the game was not played: $(cat talked)"
}
# state: what the server says of the games, whose clock has not run down.
state() {
    for id in $others $game; do
        talk "GET $id" "MOVES $id" | sed 's/ wms=3[56][0-9]*/ wms=.../'
    done
}
# dump FILE: the rows of a database of SQLite, without the time of the service.
dump() { sqlite3 "$1" '.dump game' '.dump move'; }

start_server
play
state >before
grep -q "$game" before || fail "the game is not there: $(cat before)"

refuses 'another process has it open; is congod already running?' "$database" other.db
[ ! -e other.db ] || fail 'the refused copy has made a file'
end_server

refuses 'expected two databases after --copy, FROM and TO' "$database"
refuses 'expected two databases after --copy, FROM and TO' "$database" other.db third.db
refuses 'this is the database whose games are to be copied' "$database" lib/games.db
refuses 'absent.db: cannot be opened: No such file' absent.db other.db
[ ! -e absent.db ] && [ ! -e other.db ] || fail 'a refused copy has made a file'
refuses 'congod.conf: this is not an SQLite database' congod.conf other.db
timeout 300 "$congod" other.db 2>errors && fail 'a file without --copy was accepted'
grep -q 'expected an option, found "other.db"' errors || fail "other.db alone: $(cat errors)"

copies "$database" other.db
grep -q '^ok: 3 games with 4 moves, each compared and replayed$' out || fail "the copy says $(cat out)"
copies "$database" other.db
grep -q '^3 games were there from an earlier copy$' out || fail "the second copy says $(cat out)"
"$congod" --config=none --check >/dev/null 2>&1 # reads no database of ours
sed "s|^database.*|database = \"$PWD/other.db\";|" congod.conf >other.conf
"$congod" --config=other.conf --check >out || fail "the copy is not right: $(cat out)"

# The server goes on with the copy as with the original.
mv congod.conf first.conf
mv other.conf congod.conf
start_server
state >after
cmp -s before after || fail "the copy's server says: $(diff before after)"
talk 'NEW standard' >/dev/null
end_server
mv first.conf congod.conf
refuses 'it is not among those to be copied; copy to an empty database' "$database" other.db

if command -v sqlite3 >/dev/null; then
    rm -f second.db
    copies "$database" second.db
    dump "$database" >first.sql
    dump second.db >second.sql
    cmp -s first.sql second.sql || fail 'the rows of the copy differ'
    sqlite3 second.db "UPDATE move SET path = 'a1a7' WHERE ply = 1
        AND game = (SELECT id FROM game WHERE reason = 'resigned')"
    refuses '1 game is damaged, and nothing was copied; --force leaves it out' second.db third.db
    grep -q "^$game: move 2: the checksum is wrong$" out || fail "the damaged game is not named: $(cat out)"
    copies second.db third.db --force
    grep -q '^1 damaged game was left out$' out || fail "the forced copy says $(cat out)"
    grep -q '^ok: 2 games with 2 moves' out || fail "the forced copy says $(cat out)"
fi

grep -q '^#define HAVE_LIBPQ' "$CONGO_BUILD/config.h" || exit 0
refuses 'everybody on this machine can see a password in an argument; write it to the file ~/.pgpass instead' \
    "$database" postgresql://congo:secret@localhost/congo
! grep -q secret errors || fail "the password is shown: $(cat errors)"
postgres=/tmp/congo-copy-$$
trap '"$CONGO_SOURCE/tools/private-postgres" remove "$postgres"; end_server' EXIT
uri=$("$CONGO_SOURCE/tools/private-postgres" start "$postgres" $$) || {
    [ $? = 77 ] || fail 'no PostgreSQL'
    exit 0
}
quoted=$(echo "$uri" | sed 's/&/\\&/g') # for sed

# The recipe, with the commands and the output that stand there.
cat >bin/systemctl <<'END'
#!/bin/sh
END
printf '#!/bin/sh\nexec "%s" "$@"\n' "$congod" >bin/congod
chmod +x bin/systemctl bin/congod
manual_display 'Moving the games' 1 | sed "s|postgresql:///congo|'$quoted'|" >recipe
sed -n 's/^\$ //p' recipe >recipe.sh
PATH=$PWD/bin:$PATH sh -e recipe.sh >out 2>&1 || fail "the recipe: $(cat recipe.sh out)"
grep -v '^\$' recipe | cmp -s - out || fail "the recipe says $(cat out)"

# A server plays on in PostgreSQL, and the way back brings its games.
sed "s|^database.*|database = \"$quoted\";|" congod.conf >other.conf
mv congod.conf first.conf
mv other.conf congod.conf
start_server
state >after
cmp -s before after || fail "PostgreSQL's server says: $(diff before after)"
talk 'NEW standard' >/dev/null
end_server
mv first.conf congod.conf
refuses 'it is not among those to be copied; copy to an empty database' "$database" "$uri"
copies "$uri" back.db
grep -q '^ok: 4 games with 4 moves' out || fail "the way back: $(cat out)"
mv back.db "$database"
start_server
state | grep -v "^=GAME.*open" >again
grep -q "$game" again || fail "the game is not there: $(cat again)"
exit 0
