#!/bin/sh
# Follows "Serving other computers" of congod(8) with a certificate of the test's own: the script that runs after each
# renewal, the settings, and the commands that try the server are those of the manual page.

command -v openssl >/dev/null && command -v mandoc >/dev/null || exit 77
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/server/certificates.sh"

# The section, without indentation.
mandoc -T ascii -O width=200 "$CONGO_SOURCE/man/congod.8" | sed "s/.$(printf '\b')//g" |
    sed -n '/^ *Serving other computers$/,/^ *Behind a proxy$/p' | sed 's/^ *//' >page

# from_page SED: prints lines of the page, with the addresses, folders and group of the test.
from_page() {
    sed -n "$1" page | sed "s|/etc/congo/tls|$PWD/tls|; s|/path/of/the/new/certificate|$PWD/new|
        s|-g congo-tls|-g $(id -g)|; s|\"0.0.0.0:7154\"|\"127.0.0.1:0\"|; s|, \"\[::\]:7154\"||
        s|-in fullchain.pem|-in tls/fullchain.pem|; s|congo.example:7154|127.0.0.1:${tls_port-}|
        s|congo.example|127.0.0.1 --port=${tls_port-}|" >part
    [ -s part ] || fail "the page has no $1"
    cat part
}

# Plays systemd.
systemctl() {
    [ "$*" = 'reload congod.service' ] || fail "systemctl $*"
    [ -z "$server" ] || kill -HUP "$server"
}

# renew NAME: the authority has issued another certificate.
renew() {
    make_certificate "$1" DNS:congo.example 20200101000000Z 20991231235959Z
    mkdir -p new
    cp "certificates/$1.pem" new/fullchain.pem
    cp "certificates/$1.key" new/privkey.pem
    . ./after_renewal
}

mkdir tls
from_page '/^from=/,/^systemctl reload/p' | sed "s|$PWD/||" >after_renewal
renew first
[ "$(ls -l tls/privkey.pem | cut -c 1-10)" = -rw-r----- ] || fail "the key: $(ls -l tls)"
configure
from_page '/^listen_tls/,/^certificate_key/p' >>congod.conf
start_server
eventually grep -q ', encrypted$' log
tls_port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\), encrypted$/\1/p' log)

# ---- what is served ----
from_page 's/^\$ openssl x509/openssl x509/p' >tell
from_page 's/^\$ openssl s_client/openssl s_client/p' >try
[ "$(printf 'STATS\nQUIT\n' | timeout 300 sh ./try 2>errors | grep -c '^+STATS')" -eq 1 ] ||
    fail "nothing over TLS: $(cat errors)"
serves() {
    timeout 300 sh -c "$(sed 's/-quiet//' try)" </dev/null >shown 2>errors
    [ "$(openssl x509 -in shown -outform DER 2>errors | openssl dgst -sha256 -r | cut -c 1-64)" = "$(fingerprint "$1")" ]
}
serves first || fail "another certificate is served: $(cat shown errors)"

# ---- a game, with the fingerprint that players are told ----
told=$(sh ./tell | sed 's/.*=//')
plays() {
    # shellcheck disable=SC2046 # words
    printf 'b2b3\nexit\n' | timeout 300 "$CONGO_BUILD/src/congo" $(cat play) --config=none \
        --ui=cli --game=standard --fingerprint="$1" >game 2>&1
}
from_page 's/^\$ congo //p' >play
plays "$told"
grep -q '^ *network gameId' game || fail "no game: $(cat game)"

# ---- a renewal ----
renew second
eventually serves second
plays "$told"
grep -q '^ *network gameId' game && fail "the fingerprint of the old certificate is accepted"
plays "$(sh ./tell | sed 's/.*=//')"
grep -q '^ *network gameId' game || fail "no game with the new certificate: $(cat game)"
