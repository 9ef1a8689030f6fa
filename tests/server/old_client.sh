#!/bin/sh
# A game between two line interfaces of version 0.1.0, with a spectator, as they sent it: this server answers
# them as theirs did.
command -v python3 >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
configure
start_server
timeout 300 python3 "$CONGO_SOURCE/tests/server/old_client.py" "$port" \
    "$CONGO_SOURCE/tests/server/transcripts/line-interface-0.1.0.txt" || fail "see above"
end_server
"$congod" --config=congod.conf --check | grep -q '^ok: 1 game with 5 moves, 0 damaged$' ||
    fail "the check says otherwise"

# A transcript that says otherwise is found.
rm games.db
start_server
sed 's/turn=w/turn=b/' "$CONGO_SOURCE/tests/server/transcripts/line-interface-0.1.0.txt" >other.txt
timeout 300 python3 "$CONGO_SOURCE/tests/server/old_client.py" "$port" other.txt 2>found &&
    fail "another answer was not noticed"
grep -q '^line [0-9]*: expected =@' found || fail "the difference was not named"
