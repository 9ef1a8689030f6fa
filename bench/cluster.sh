#!/bin/sh
# Measures congods on a PostgreSQL of its own beside one on SQLite, in turn, so that a busy machine slows all
# alike: one, two and three congods, with the players of each game on different ones; then watchers of one game
# spread over three; then what NOTIFY costs a commit, without congods. Samples what PostgreSQL's processes wait for.
# bench/SERVER.md has the results.
#
# Usage: cluster.sh [OPTION=NUMBER...]: the options of bench/server, such as games=1000 rate=2000 seconds=10
# Environment: CONGOD and CONGOD_CONF, as for bench/server; ROUNDS=1; SERVERS="0 1 2 3", the numbers of congods,
# 0 for SQLite; WATCHERS=9999, 0 for none; COMMITS=1, 0 for not to measure what NOTIFY costs.
set -u
top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit
. "$top/tools/setup.sh"
postgres=$top/tools/private-postgres
[ $# -gt 0 ] || set -- games=1000 rate=1000 seconds=20 highest=1

folder=$(mktemp -d /tmp/congo-bench-XXXXXX) || exit
trap '"$postgres" remove "$folder"' EXIT
trap 'exit 1' HUP INT TERM
uri=$("$postgres" start "$folder" $$) || exit
programs=$(setup_postgresql)
psql=$programs/psql
postmaster=$(sed -n 1p "$folder/data/postmaster.pid")
failures=0

sql() {
    "$psql" -qXAt -v ON_ERROR_STOP=1 -d "$uri" -c "$1"
}

# Samples what PostgreSQL's processes wait for, ten times a second; not those that wait for congod.
start_sampler() {
    printf '%s\n' "SELECT coalesce(wait_event_type || ' ' || wait_event, 'running')
            FROM pg_stat_activity WHERE datname LIKE 'bench%' AND state <> 'idle'
            AND wait_event IS DISTINCT FROM 'ClientRead' AND pid <> pg_backend_pid()" '\watch 0.1' |
        "$psql" -qXAt -d "$uri" >"$folder/waits" 2>/dev/null &
    sampler=$!
}

# measure SERVERS PROGRAM OPTION...: on a new database.
measure() {
    servers=$1
    shift
    databases=$((${databases:-0} + 1))
    sql "CREATE DATABASE bench$databases"
    start_sampler
    CONGOD_DATABASE=$(echo "$uri" | sed "s,/congo?,/bench$databases?,") \
        "$@" servers="$servers" postmaster="$postmaster" || failures=$((failures + 1))
    kill "$sampler" 2>/dev/null
    wait "$sampler" 2>/dev/null
    echo "  PostgreSQL's processes, when they worked:"
    grep '[a-z]' "$folder/waits" | grep -v '(every' | sort | uniq -c | sort -rn | head -6
}

sql "SELECT version()"
for setting in fsync synchronous_commit wal_sync_method; do
    echo "$setting = $(sql "SHOW $setting")"
done
for round in $(seq "${ROUNDS:-1}"); do
    for servers in ${SERVERS:-0 1 2 3}; do
        if [ "$servers" = 0 ]; then
            echo "--- round $round: one congod on SQLite"
            ./bench/server "$@" || failures=$((failures + 1))
        else
            echo "--- round $round: $servers on PostgreSQL"
            measure "$servers" ./bench/server "$@"
        fi
    done
done
if [ "${WATCHERS:-9999}" -gt 0 ]; then
    set -- watchers="${WATCHERS:-9999}" subscribers=0 unread=0
    echo "--- watchers: one congod on SQLite"
    ./bench/crowds "$@" || failures=$((failures + 1))
    echo "--- watchers: three on PostgreSQL"
    measure 3 ./bench/crowds "$@"
fi
[ "${COMMITS:-1}" != 0 ] || exit "$((failures > 0))"

# --- commits of a row, and the same with NOTIFY, to three listeners; as many connections as congods ---

commit_sql() {
    printf '%s\n' 'BEGIN;' 'UPDATE server SET number = number + 1 WHERE id = :client_id;' \
        'INSERT INTO event SELECT id, number FROM server WHERE id = :client_id;' "$@" 'COMMIT;'
}

start_listener() {
    {
        echo 'LISTEN congo;'
        while sleep 0.05; do
            echo ';'
        done
    } | "$psql" -qXAt -d "$uri" >"$folder/heard" 2>/dev/null &
    listeners="$listeners $!"
}

sql 'CREATE TABLE server (id int PRIMARY KEY, number bigint); CREATE TABLE event (server int, number bigint)'
sql 'INSERT INTO server SELECT id, 0 FROM generate_series(0, 2) id'
commit_sql >"$folder/without.sql"
commit_sql "SELECT pg_notify('congo', id || ' ' || number) FROM server WHERE id = :client_id;" >"$folder/with.sql"
listeners=
for _ in 1 2 3; do
    start_listener
done
for connections in 1 2 3; do
    for notify in without with without with; do
        echo "--- $connections connections that commit, $notify NOTIFY: $("$programs/pgbench" -n -M prepared \
            -c "$connections" -T 4 -f "$folder/$notify.sql" "$uri" 2>/dev/null | grep '^tps')"
    done
done
# shellcheck disable=SC2086 # process ids
kill $listeners
exit $((failures > 0))
