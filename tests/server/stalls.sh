#!/bin/sh
# Players do not lose on time while the server stands still, and what they have sent meanwhile counts.

command -v python3 >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

configure
start_server
timeout 900 python3 "$CONGO_SOURCE/tests/server/stalls.py" "$port" "$server" || fail "a stall"
kill -CONT "$server"
end_server
"$congod" --config=congod.conf --check >check || fail "the database: $(cat check)"
