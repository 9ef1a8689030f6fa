#!/bin/sh
# All clients over TLS with a congod that encrypts: the line interface, whole games between it and bots, and what
# they say to the wrong certificate and at the wrong port.

. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/server/certificates.sh"

congo=$CONGO_BUILD/src/congo
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" || exit 77
command -v openssl >/dev/null && command -v python3 >/dev/null && command -v nc >/dev/null || exit 77


make_certificate authority '' 20200101000000Z 20450101000000Z
make_certificate server 'DNS:localhost' 20200101000000Z 20450101000000Z authority
make_certificate alone 'DNS:other.example' 20200101000000Z 20450101000000Z
SSL_CERT_FILE=$PWD/certificates/authority.pem
export SSL_CERT_FILE

# serve CERTIFICATE: starts congod, and sets $encrypted, its port for TLS.
serve() {
    configure 'listen_tls = "127.0.0.1:0";' "certificate = \"certificates/$1.pem\";" \
        "certificate_key = \"certificates/$1.key\";"
    start_server
    eventually grep -q 'listening on .*, encrypted' log
    encrypted=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\), encrypted$/\1/p' log)
}

# begin NAME OPTION...: a computer with a new game, $id, in the background.
begin() {
    name=$1
    shift
    XDG_STATE_HOME=$PWD/$name.state timeout 300 "$congo" --config=none --ui=cli --place=network --host=localhost \
        --port="$encrypted" --white=ai/random --name="$name" "$@" </dev/null >"$name.out" 2>&1 &
    eventually grep -q 'network gameId' "$name.out"
    id=$(sed -n 's/^ network gameId //p' "$name.out")
}

bot() { # NAME ARGUMENT...
    timeout 300 python3 "$CONGO_SOURCE/tools/bot" --host localhost --port "$encrypted" --movetime 5 --rematch 0 --name "$@" \
        --engine "'$CONGO_BUILD/src/congo-engine'" >"$1.log" 2>&1
}

is_over() {
    talk "GET $id" | grep -q ' result=[01]'
}

serve server
begin ada --tls
bot Bo "$id" --tls || fail "the bot: $(cat Bo.log)"
eventually is_over

# The other port in plain, and the port for plain connections encrypted.
XDG_STATE_HOME=$PWD/cy.state timeout 120 "$congo" --config=none --ui=cli --place=network --host=localhost \
    --port="$encrypted" </dev/null >cy.out 2>&1 && fail "cy spoke in plain: $(cat cy.out)"
grep -qx 'congo: the server has ended the connection: this port is for encrypted connections (TLS)' cy.out ||
    grep -q '^congo: .*; it may speak there only encrypted$' cy.out || fail "cy: $(cat cy.out)"
XDG_STATE_HOME=$PWD/cy.state timeout 120 "$congo" --config=none --ui=cli --place=network --host=localhost \
    --port="$port" --tls </dev/null >cy.out 2>&1 && fail "cy spoke TLS: $(cat cy.out)"
grep -q "^congo: cannot connect to localhost:$port: this port is not for encrypted connections\$" cy.out || fail "cy: $(cat cy.out)"

# A certificate that nobody vouches for, of another name.
end_server
serve alone
bot Dan --tls && fail "the bot trusts anybody: $(cat Dan.log)"
grep -q "the server's certificate is not accepted: " Dan.log || fail "the bot: $(cat Dan.log)"
bot Dan --fingerprint "$(fingerprint server)" && fail "the bot trusts any certificate: $(cat Dan.log)"
grep -q "another fingerprint: $(fingerprint alone)" Dan.log || fail "the bot: $(cat Dan.log)"
begin eve --fingerprint="$(fingerprint alone)"
bot Dan "$id" --fingerprint "$(fingerprint alone | sed 's/../&:/g; s/:$//')" || fail "the bot: $(cat Dan.log)"
eventually is_over
exit 0
