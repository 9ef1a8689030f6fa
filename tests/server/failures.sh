#!/bin/sh
# A test of the server that fails says where, what it expected, how congod ended, and what congod logged.
. "$CONGO_SOURCE/tests/lib.sh"

# Lines from 3 on are on standard input.
{
    echo '#!/bin/sh'
    echo '. "$CONGO_SOURCE/tests/server/lib.sh"'
    cat
} >"$folder/failing_server.sh" <<'END'
configure
start_server
check() {
    grep -q "$1" log || fail "expected the log to say: $1"
}
check 'listening on'
kill -KILL "$server"
until ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
check 'never said'
END
sh "$folder/failing_server.sh" >"$folder/out" 2>&1
status=$?

place='failing_server.sh'
[ -z "${BASH_VERSION:-}" ] || place='failing_server.sh:6, called from line 11'
cat >"$folder/expected" <<END
FAIL: $place: expected the log to say: never said
--- congod was killed by signal 9 (KILL)
--- the log of congod:
END
grep -v -e '[Kk]illed *"\$congod"' "$folder/out" | head -n 3 >"$folder/found"
if [ "$status" -ne 1 ] || ! cmp -s "$folder/expected" "$folder/found" ||
    ! grep -q 'listening on 127.0.0.1:[0-9]*$' "$folder/out"; then
    echo "$(test_place): expected the status 1, these lines, and the log:"
    cat "$folder/expected"
    echo "found the status $status and:"
    cat "$folder/out"
    exit 1
fi
