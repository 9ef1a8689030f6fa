#!/bin/sh
# tests/time_limit ends whatever hangs: also a test that stops all processes of its group, and when the caller ignores
# or blocks the signals that it waits for.
. "$CONGO_SOURCE/tests/lib.sh"

time_limit=$CONGO_BUILD/tests/time_limit
command -v setsid >/dev/null || exit 77

# ends STATUS COMMAND...: the command, in a session of its own, ends with this status; what it prints is in $folder/out.
ends() {
    expected=$1
    shift
    setsid sh -c '"$@"; echo $? >"$0.new"; mv "$0.new" "$0"' "$folder/status" "$@" >"$folder/out" 2>&1 &
    eventually test -s "$folder/status"
    [ "$(cat "$folder/status")" = "$expected" ] ||
        fail "$*: expected the status $expected, found $(cat "$folder/status" "$folder/out")"
    rm "$folder/status"
}

hangs() {
    grep -q "^$1 hangs: it is still running after 1 seconds, and is killed\. Its processes: .*$1" "$folder/out" ||
        fail "no word of $1: $(cat "$folder/out")"
}

ends 7 "$time_limit" 1000 sh -c 'exit 7'
ends 137 "$time_limit" 1000 sh -c 'kill -KILL $$'
ends 124 "$time_limit" 1 sleep 1000
hangs sleep
ends 124 "$time_limit" 1 sh -c 'kill -STOP 0'
hangs sh
ends 124 "$time_limit" 1 sh -c 'trap "" TERM HUP INT; while :; do sleep 1000; done'
hangs sh

# A process that outlives the test ends with it.
ends 3 "$time_limit" 1000 sh -c "sleep 1000 & echo \$! >'$folder/left'; exit 3"
! kill -0 "$(cat "$folder/left")" 2>/dev/null || fail "a process is left"

ends 124 sh -c 'trap "" ALRM CHLD; exec "$@"' sh "$time_limit" 1 sleep 1000
hangs sleep
if env --block-signal true 2>/dev/null; then
    ends 124 env --block-signal "$time_limit" 1 sleep 1000
    hangs sleep
fi
[ "$failures" -eq 0 ]
