#!/bin/sh
# The setting `database` with a connection string of PostgreSQL: what congod says of a wrong one, of a password
# that others can read, and of backups. No message shows a password.
. "$CONGO_SOURCE/tests/server/lib.sh"

# says STATUS SENTENCE DATABASE [OPTION]: congod ends so and says so, and nothing of the password.
says() {
    configure
    sed -i "s|^database = .*|database = \"$3\";|" congod.conf
    timeout 60 "$congod" --config=congod.conf ${4:+"$4"} >out 2>&1 </dev/null
    status=$?
    [ "$status" = "$1" ] || fail "$3 $4: status $status: $(cat out)"
    grep -qF -- "$2" out || fail "$3 $4: expected \"$2\", found: $(cat out)"
    ! grep -q secret out || fail "$3 $4 shows the password: $(cat out)"
}

if ! grep -q '^#define HAVE_LIBPQ' "$CONGO_BUILD/config.h"; then
    says 1 'congod.conf: database: this congod was built without PostgreSQL (libpq)' 'postgresql:///congo'
    says 1 'was built without PostgreSQL' 'host=h dbname=congo' --check
    exit 0
fi

says 1 'congod.conf: database: this connection string of PostgreSQL is malformed: invalid connection option "hos"' 'hos=h'
says 1 'it may contain a password' 'host=h password=se cret' --check
for option in --backup=copy.db --restore=copy.db; do
    says 1 "PostgreSQL's own tools, such as pg_dump and pg_basebackup, copy and restore its databases: see congo-cluster(7)" \
        'postgresql:///congo' "$option"
done
[ ! -e copy.db ] || fail 'a backup of nothing'

# ---- a password that others can read ----

command -v nc >/dev/null || exit 77
postgres=$(mktemp -d /tmp/congo-postgres-XXXXXX) || exit 99
trap 'end_server; "$CONGO_SOURCE/tools/private-postgres" remove "$postgres"' EXIT
"$CONGO_SOURCE/tools/private-postgres" start "$postgres" $$ >uri || exit $?
for mode in 644 640; do
    configure
    sed -i '/^database/d' congod.conf
    echo "database = \"$(cat uri)&password=secret\";" >>congod.conf
    chmod "$mode" congod.conf
    start_server
    ! grep -q secret log || fail "the log shows the password: $(cat log)"
    warning='congod.conf: other users can read this file, which has the password of the database; chmod o-r forbids it'
    case $mode:$(grep -c "$warning" log) in
    644:1 | 640:0) ;;
    *) fail "mode $mode: $(cat log)" ;;
    esac
    end_server
done
"$congod" --config=congod.conf --check >out 2>&1 || fail "the check: $(cat out)"
grep -q '0 games with 0 moves' out || fail "the check says: $(cat out)"

# One that does not answer is named without the password.
sed -i 's/port=5432/port=5433/' congod.conf
timeout 60 "$congod" --config=congod.conf >out 2>&1 </dev/null && fail 'a server without a database'
grep -q "the PostgreSQL database congo on $postgres" out || fail "it says: $(cat out)"
! grep -q secret out || fail "it shows the password: $(cat out)"
