#!/bin/sh
# congod with descriptors from systemd that are no listening sockets ends with a sentence.
. "$CONGO_SOURCE/tests/server/lib.sh"

configure

# expect_failure NAME: starts congod with descriptor 3, whose name is NAME.
expect_failure() {
    status=0
    LISTEN_FDNAMES=$1 LISTEN_FDS=1 sh -c 'LISTEN_PID=$$ exec "$0" --config=congod.conf' "$congod" 2>log || status=$?
    [ "$status" -eq 1 ] || fail "expected the status 1, not $status"
    echo 'congod: expected listening sockets from systemd, but descriptor 3 is none' | cmp -s - log ||
        fail "expected one sentence"
}

for name in congod admin tls; do
    expect_failure "$name" 3<congod.conf
    expect_failure "$name" 3>&-
done
