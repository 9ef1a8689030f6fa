#!/bin/sh
# A test of the server that fails says where, what it expected, how congod ended, and what congod logged.
. "$CONGO_SOURCE/tests/lib.sh"

scratch=$(test_folder) || exit

# Lines from 3 on are on standard input.
{
    echo '#!/bin/sh'
    echo '. "$CONGO_SOURCE/tests/server/lib.sh"'
    cat
} >"$scratch/failing_server.sh" <<'END'
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
sh "$scratch/failing_server.sh" >"$scratch/out" 2>&1
status=$?

place='failing_server.sh'
[ -z "${BASH_VERSION:-}" ] || place='failing_server.sh:6, called from line 11'
cat >"$scratch/expected" <<END
FAIL: $place: expected the log to say: never said
--- congod was killed by signal 9 (KILL)
--- the log of congod:
END
grep -v -e '[Kk]illed *"\$congod"' "$scratch/out" | head -n 3 >"$scratch/found"
if [ "$status" -ne 1 ] || ! cmp -s "$scratch/expected" "$scratch/found" ||
    ! grep -q 'listening on 127.0.0.1:[0-9]*$' "$scratch/out"; then
    echo "$(test_place): expected the status 1, these lines, and the log:"
    cat "$scratch/expected"
    echo "found the status $status and:"
    cat "$scratch/out"
    exit 1
fi
