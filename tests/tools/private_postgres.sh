#!/bin/sh
# tools/private-postgres leaves nothing behind when its owner is killed, starts again after a crash, and says
# what is wrong.
. "$CONGO_SOURCE/tests/lib.sh"
fail() {
    echo "FAIL: $(test_place): $*" >&2
    exit 1
}
program=$CONGO_SOURCE/tools/private-postgres
folder=$(mktemp -d /tmp/congo-postgres-XXXXXX) || exit 99
trap '"$program" remove "$folder" "$folder-standby"; rm -f "$folder.out"' EXIT
rmdir "$folder"

"$program" start "$folder" $$ >"$folder.out" || {
    status=$?
    [ "$status" = 77 ] || fail "start: status $status"
    exit 77
}
[ "$(cat "$folder.out")" = "postgresql:///congo?host=$folder&port=5432&user=congo" ] ||
    fail "start prints: $(cat "$folder.out")"
[ "$("$program" uri "$folder")" = "$(cat "$folder.out")" ] || fail 'uri prints something else'

# rejects STATUS SENTENCE ARGUMENT...: the program fails so and says so.
rejects() {
    expected=$1 sentence=$2
    shift 2
    "$program" "$@" >"$folder.out" 2>&1
    status=$?
    { [ "$status" = "$expected" ] && grep -qF "$sentence" "$folder.out"; } ||
        fail "$*: status $status: $(cat "$folder.out")"
}
rejects 1 'the server is running' start "$folder" $$
rejects 1 'is not empty' standby "$folder" "$CONGO_SOURCE" $$
rejects 1 'there is no such process' start "$folder-other" 999999999
rejects 2 'promote FOLDER2' begin
[ ! -e "$folder-other" ] || fail 'a rejected start leaves a folder'

# What the keeper watches is a process, even one that nobody has waited for.
server_pid=$(sed -n 1p "$folder/data/postmaster.pid")
"$program" crash "$folder" || fail 'crash'
[ ! -e "$folder/running" ] || fail 'it runs after a crash'
"$program" start "$folder" $$ >/dev/null || fail 'start after a crash'
[ "$(sed -n 1p "$folder/data/postmaster.pid")" != "$server_pid" ] || fail 'no other server runs after a crash'

# Both end with a process that is killed.
"$program" remove "$folder" || fail 'remove'
[ ! -e "$folder" ] || fail 'remove leaves the folder'
sleep 1000 &
owner=$!
"$program" start "$folder" "$owner" >/dev/null || fail 'start anew'
"$program" standby "$folder" "$folder-standby" "$owner" || fail standby
server_pid=$(sed -n 1p "$folder/data/postmaster.pid")
standby_pid=$(sed -n 1p "$folder-standby/data/postmaster.pid")
kill -9 "$owner"
for _ in $(seq 600); do
    [ -e "$folder" ] || [ -e "$folder-standby" ] || break
    sleep 0.1
done
[ ! -e "$folder" ] && [ ! -e "$folder-standby" ] || fail 'the folders outlive their owner'
for pid in "$server_pid" "$standby_pid"; do
    case $(ps -o stat= -p "$pid" 2>/dev/null) in
    '' | Z*) ;;
    *) fail "process $pid outlives its owner" ;;
    esac
done
