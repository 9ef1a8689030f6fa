#!/bin/sh
# Follows "A command of the protocol" in HACKING with TURN, which tells whose turn it is. The tests over
# all commands find it described, and a server answers it.
set -u
command -v expect >/dev/null && command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/recipes/lib.sh"

run_test net/test_request net
run_test net/test_message net
run_test man/test_protocol_page net

build congod 'net server' 'src/main/congod.c src/main/program.c' src_congod_LDADD
built=$folder
. "$CONGO_SOURCE/tests/server/lib.sh"
trap 'end_server; rm -rf "$links"' EXIT
congod=$built/congod
configure 'limits = { games = 5; watched = 3; commands = 0; };'
start_server
timeout 120 expect "$built/tree/tests/server/verbs.exp" "$port" || fail "TURN is not answered"
end_server
