#!/bin/sh
# A test that hangs is ended and named, also if whoever started it blocks the signal of its alarm.
. "$CONGO_SOURCE/tests/lib.sh"

env --block-signal=ALRM true 2>/dev/null || exit 77
env --block-signal=ALRM "$CONGO_BUILD/tests/time_limit" 1 sleep 20 2>"$folder/err"
status=$?
if [ "$status" -ne 124 ] || ! grep -q '^sleep hangs: ' "$folder/err"; then
    fail "status $status, expected 124: $(cat "$folder/err")"
fi

[ "$failures" -eq 0 ]
