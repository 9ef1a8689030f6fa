#!/bin/sh
# Every command and error word from outside, with expect and nc.
command -v expect >/dev/null && command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
configure 'limits = { games = 5; watched = 3; commands = 0; };'
start_server
timeout 900 expect "$CONGO_SOURCE/tests/server/verbs.exp" "$port" || fail "see above"
end_server
"$congod" --config=congod.conf --check | grep -q '^ok: [0-9]* games with 4 moves, 0 damaged$' ||
    fail "the check says otherwise"
