#!/bin/sh
# Backup, restore and a damaged game for the administrator: the commands of congod(8) run as they stand there, with a congod
# that has its configuration, a systemctl that starts and stops it, and a folder instead of /var/lib/congod.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

mkdir bin lib
configure "listen = [ \"$PWD/clients\" ];" "admin = \"$PWD/admin\";"
sed -i.old -e '1,1d' -e "s|^database.*|database = \"$PWD/lib/games.db\";|" -e '/^admin = "";/d' congod.conf
cat >bin/congod <<END
#!/bin/sh
exec "$congod" --config="$PWD/congod.conf" "\$@"
END
cat >bin/systemctl <<END
#!/bin/sh
cd "$PWD" || exit
END
cat >>bin/systemctl <<'END'
case $* in
"stop congod.socket congod.service") kill "$(cat server.pid)" && while kill -0 "$(cat server.pid)" 2>/dev/null; do sleep 0.1; done; rm -f server.pid ;;
"start congod.socket") congod 2>>log & echo $! >server.pid ;;
*) exit 1 ;;
esac
END
chmod +x bin/congod bin/systemctl
PATH=$PWD/bin:$PATH
stop_own() {
    [ ! -f server.pid ] || kill "$(cat server.pid)" 2>/dev/null
    end_server
}
trap stop_own EXIT

# recipe SECTION N: runs the commands of the N-th display of that section.
recipe() {
    manual_display "$1" "$2" | sed 's/^\$ //' >recipe.sh
    [ -s recipe.sh ] || fail "congod.8 has no display $2 in \"$1\""
    sh -e recipe.sh >output 2>&1 || fail "recipe $2 of \"$1\": $(cat recipe.sh output)"
}
asks() { talk_by 'nc -U clients' "$1" QUIT; }
answers() { asks "$1" | grep -q "$2"; }
is_up() { answers PING '^+PONG'; }

systemctl start congod.socket
eventually is_up
early=$(asks 'NEW standard' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
recipe "Backup and restore" 1
late=$(asks 'NEW standard' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
[ -n "$early" ] && [ -n "$late" ] || fail "no games"

# A running server is told apart from its file.
congod --restore=lib/backup.db 2>errors && fail "restored under a running server"
grep -q '^congod: the server is running; stop it before --restore$' errors || fail "no sentence: $(cat errors)"
answers "GET $late" '^=GAME' || fail "the refused restore did something"

# A backup replaces a file that is none only with --force, and never the database.
echo precious >letter
congod --backup=letter >output 2>&1 && fail "a letter is replaced"
grep -q 'this file is not an earlier backup; --force replaces it' output || fail "no sentence: $(cat output)"
[ "$(cat letter)" = precious ] || fail "the letter is lost"
congod --backup=letter --force >output 2>&1 || fail "a letter is not replaced: $(cat output)"
congod --backup=lib/games.db --force >output 2>&1 && fail "the database is replaced"
grep -q 'this is the database itself' output || fail "no sentence: $(cat output)"
cat >letter.conf <<END
database = "$PWD/letter";
admin = "";
END
"$congod" --config=letter.conf --check >output 2>&1 || fail "the forced backup: $(cat output)"

recipe "Backup and restore" 2
grep -q "^ok: $PWD/lib/games.db is now a copy of $PWD/lib/backup.db$" output || fail "no sentence: $(cat output)"
grep -q "^What was there before is kept in $PWD/lib/games.db.replaced-1$" output || fail "no name: $(cat output)"
eventually is_up
answers "GET $early" '^=GAME' || fail "the game of the backup is not there"
answers "GET $late" '^-NOGAME' || fail "the later game is there"

# The way back is the same, also after the server was killed.
third=$(asks 'NEW standard' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
kill -9 "$(cat server.pid)"
while kill -0 "$(cat server.pid)" 2>/dev/null; do sleep 0.1; done
[ -s lib/games.db-wal ] || fail "a killed server left no log"
rm -f clients admin
congod --restore=lib/games.db.replaced-1 >output || fail "the way back"
grep -q 'replaced-2$' output || fail "no name: $(cat output)"
systemctl start congod.socket
eventually is_up
answers "GET $late" '^=GAME' || fail "the later game is lost"
answers "GET $third" '^-NOGAME' || fail "the third game is there"
systemctl stop congod.socket congod.service
congod --restore=lib/games.db.replaced-2 >output || fail "what a killed server left"
systemctl start congod.socket
eventually is_up
answers "GET $third" '^=GAME' || fail "the log of the killed server was not kept"
systemctl stop congod.socket congod.service

for file in lib/games.db lib/missing.db congod.conf; do
    congod --restore=$file 2>errors && fail "$file was restored"
    grep -q "^congod: .*$file: " errors || fail "no sentence about $file: $(cat errors)"
done
congod --check >output || fail "the database is not right: $(cat output)"
grep -q '^ok: 2 games ' output || fail "not two games: $(cat output)"

# One damaged game fails alone, and the others go on in a new file.
systemctl start congod.socket
eventually is_up
damaged=$(asks 'NEW standard name=Evelyn' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
systemctl stop congod.socket congod.service
LC_ALL=C sed 's/Evelyn/Evelxn/' lib/games.db >changed && cat changed >lib/games.db
systemctl start congod.socket
eventually is_up
answers "GET $damaged" '^-INTERNAL' || fail "the damaged game is served: $(asks "GET $damaged")"
answers "GET $third" '^=GAME' || fail "a whole game is not served"
recipe "A damaged database" 1
grep -q "^$damaged: " output || fail "the damaged game is not named: $(cat output)"
eventually is_up
answers "GET $damaged" '^-NOGAME' || fail "the damaged game is there: $(asks "GET $damaged")"
answers "GET $third" '^=GAME' || fail "a whole game is lost"
answers 'NEW standard' '^+NEW' || fail "the new file takes no game"
systemctl stop congod.socket congod.service
congod --check >output || fail "the new database is not right: $(cat output)"
exit 0
