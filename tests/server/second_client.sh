#!/bin/sh
# A client that knows nothing but congo-protocol(7) says and hears everything that the page tells, in plain and
# over TLS: whole games, rematches, kept seats, claims, draws, talk, lists, a server that is killed in the middle
# of games, and each error. second_client.py is that client, second_dialog.py what it says.
for tool in python3 openssl; do
    command -v $tool >/dev/null || {
        echo "$tool is missing"
        exit 77
    }
done
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" || {
    echo "this build has no TLS"
    exit 77
}
. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/server/certificates.sh"

make_certificate authority '' 20200101000000Z 20491231000000Z
make_certificate server DNS:localhost,IP:127.0.0.1 20200101000000Z 20491231000000Z authority
python3 "$CONGO_SOURCE/tests/server/second_dialog.py" "$congod" \
    "$CONGO_SOURCE/man/congo-protocol.7" "$PWD/certificates" >totals || fail "see above"
read -r games moves <totals
(cd kills && "$congod" --config=congod.conf --check) >check
grep -q "^ok: $games games with $moves moves, 0 damaged\$" check ||
    fail "expected $games games with $moves moves, but the check says: $(cat check)"
