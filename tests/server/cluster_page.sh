#!/bin/sh
# Follows congo-cluster(7) with a PostgreSQL of the test's own: the role and the database, both connection strings, a
# game on two congods, a backup and its restoration, a standby that takes over, and the configuration of HAProxy.

command -v mandoc >/dev/null && command -v nc >/dev/null || exit 77
grep -q '^#define HAVE_LIBPQ' "$CONGO_BUILD/config.h" || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
# shellcheck source=tools/setup.sh
. "$CONGO_SOURCE/tools/setup.sh"
programs=$(setup_postgresql)
postgres=$(mktemp -d /tmp/congo-postgres-XXXXXX) || exit 1
second=''
end_all() {
    end_server
    [ -z "$second" ] || kill "$second" 2>/dev/null
    "$CONGO_SOURCE/tools/private-postgres" remove "$postgres" "$postgres-standby"
}
trap end_all EXIT
"$CONGO_SOURCE/tools/private-postgres" start "$postgres" $$ >/dev/null || exit $?

# The page, without indentation.
mandoc -T ascii -O width=200 "$CONGO_SOURCE/man/congo-cluster.7" | sed "s/.$(printf '\b')//g; s/^ *//" >page

# from_page SED: prints lines of the page, with the places of the test.
from_page() {
    sed -n "$1" page >part
    [ -s part ] || fail "the page has no $1"
    sed "s|-h db1.example|-h $postgres|; s|/var/lib/postgresql/congo|$postgres-standby/data|
        s|db1.example,db2.example|$(echo "$postgres" | sed 's|/|%2F|g'),db2.example|" part
}

# On the page, the superuser types the commands on the machine of the database. There the server trusts anybody.
PATH=$programs:$PATH PGHOST=$postgres PGPORT=5432 PGUSER=congo PGCONNECT_TIMEOUT=60
export PATH PGHOST PGPORT PGUSER PGCONNECT_TIMEOUT

# types SED: runs the commands of the page.
types() {
    from_page "$1" | sed 's/^\$ //' >commands
    sh -e commands >commands.out 2>&1 || fail "$(cat commands): $(cat commands.out)"
}

# asks PORT LINE...: what a congod answers.
asks() {
    at=$1
    shift
    talk_by "nc -N 127.0.0.1 $at" "$@" QUIT | tr -d '\r'
}

# ---- the database and the servers ----

dropdb congo
types '/^\$ createuser/,/^\$ createdb/p'

# start_with LINE: starts the N-th congod, with the setting `database`, and admin.N as the administrator's socket; sets
# $server and $port.
started=0
start_with() {
    started=$((started + 1))
    configure
    sed -i "/^database/d; s|^admin.*|admin = \"$PWD/admin.$started\";|" congod.conf
    printf '%s\n' "$1" >>congod.conf
    start_server
}
start_with "$(from_page '/^database = "postgresql:\/\/\/congo/p')"
first=$server first_port=$port
start_with "$(from_page '/^database = "postgresql:\/\/congod@/,/;$/p' | sed 's/\\$//' | tr -d '\n')"
second=$server second_port=$port server=$first
! grep -i warn log || fail "a warning: $(cat log)"
id=$(asks "$first_port" 'NEW standard name=Ada' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
[ -n "$id" ] || fail 'no game'
# shows_game PORT: succeeds if a congod has the game.
shows_game() {
    asks "$1" "WATCH $id" | grep -q "^=GAME $id .*Ada"
}
shows_game "$second_port" || fail "the other server lacks the game: $(asks "$second_port" "WATCH $id")"

# ---- what the administrator says reaches the other server, or the answer says that it does not ----

# says ANSWER REQUEST: the first server's answer to the administrator.
says() {
    echo "$2" | timeout 300 nc -N -U admin.1 >answer
    grep -qx "$1" answer || fail "$2: $(cat answer)"
}
mkfifo silent
timeout 300 nc -N 127.0.0.1 "$second_port" <silent >told &
exec 3>silent
eventually grep -q '^!HELLO' told
says 'ok: announced' 'announce Supper is ready.'
eventually grep -qx '!NOTICE Supper is ready.' told
full="CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \$\$BEGIN RAISE 'full' USING ERRCODE = '53100'; END\$\$"
psql -qX -c "$full" congo || fail 'the function'
for table in event probe; do # a probe that fits would say that there is room again
    psql -qX -c "CREATE TRIGGER fail BEFORE INSERT ON $table EXECUTE FUNCTION fail()" congo || fail 'the trigger'
done
says 'failed: announced on this server only: the disk of the database is full' 'announce More supper.'
asks "$first_port" 'NEW standard' | grep -q '^-READONLY' || fail 'a full disk'
says 'failed: in force on this server only: the disk of the database is full' 'ban 1h 127.0.0.0/8'
says 'failed: lifted on this server only: the disk of the database is full' 'unban 127.0.0.0/8'
psql -qX -c 'DROP FUNCTION fail CASCADE' congo 2>/dev/null
exec 3>&-

# ---- a backup ----

types '/^\$ pg_dump/p'
for number in "$first" "$second"; do
    kill "$number"
    wait "$number" || fail "congod $(describe_status $?)"
done
second=''
types '/^\$ dropdb/,/^\$ pg_restore/p'
"$congod" --config=congod.conf --check >checked 2>&1 || fail "the check: $(cat checked)"
grep -q '1 game' checked || fail "the check says: $(cat checked)"

# ---- a standby ----

# Not as root, which the server refuses.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid="$(id -u nobody)" --regid="$(id -g nobody)" --clear-groups sh -e "$@"
    else
        sh -e "$@"
    fi
}
mkdir "$postgres-standby" && chmod 700 "$postgres-standby"
[ "$(id -u)" != 0 ] || chown nobody "$postgres-standby"
from_page '/^\$ pg_basebackup/p' | sed 's/^\$ //' >"$postgres-standby/copy"
as_postgres "$postgres-standby/copy" || fail 'pg_basebackup'
"$CONGO_SOURCE/tools/private-postgres" start "$postgres-standby" $$ >/dev/null || fail 'the standby does not start'
from_page '/^ALTER SYSTEM/,/^SELECT/p' >commands
psql -qX -v ON_ERROR_STOP=1 -f commands congo >commands.out 2>&1 || fail "$(cat commands.out)"
start_with "database = \"$("$CONGO_SOURCE/tools/private-postgres" uri "$postgres" "$postgres-standby")\";"
id=$(asks "$port" 'NEW standard name=Ada' | sed -n 's/^+NEW \([^ ]*\).*/\1/p')
"$CONGO_SOURCE/tools/private-postgres" crash "$postgres"
from_page 's/^\$ \(pg_ctl.* promote\)/\1/p' >"$postgres-standby/promote"
as_postgres "$postgres-standby/promote" >promoted 2>&1 || fail "promote: $(cat promoted)"
eventually shows_game "$port"

# ---- HAProxy ----

if command -v haproxy >/dev/null; then
    from_page '/^defaults$/,/^server b/p' >haproxy.cfg
    haproxy -c -f haproxy.cfg >haproxy.out 2>&1 || fail "haproxy: $(cat haproxy.out)"
fi
