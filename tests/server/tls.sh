#!/bin/sh
# Encrypted connections: a game, long and short pieces, garbage, handshakes that never end, a new certificate at
# SIGHUP, and mistakes with certificates.

command -v openssl >/dev/null && command -v python3 >/dev/null && command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

client() {
    timeout 120 python3 -W ignore::DeprecationWarning "$CONGO_SOURCE/tests/server/tls.py" "$@"
}

# make_pair NAME: makes NAME.pem and NAME.key.
make_pair() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$1" \
        -keyout "$1.key" -out "$1.pem" 2>openssl.err || fail "no certificate: $(cat openssl.err)"
}

# configure_tls CERTIFICATE KEY [LINE]...
configure_tls() {
    certificate=$1 key=$2
    shift 2
    configure 'listen_tls = "127.0.0.1:0";' "certificate = \"$certificate\";" "certificate_key = \"$key\";" "$@"
}

# fails SENTENCE: the server does not start, and says so in one line.
fails() {
    timeout 300 "$congod" --config=congod.conf 2>errors
    status=$?
    [ $status -eq 1 ] || fail "expected no start for \"$1\": status $status, $(cat errors)"
    [ "$(wc -l <errors)" -eq 1 ] || fail "expected one line: $(cat errors)"
    grep -qx "congod: $1" errors || fail "expected \"$1\": $(cat errors)"
}

make_pair old
if ! grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h"; then
    configure_tls old.pem old.key
    fails 'old.pem: this congod was built without TLS and cannot use a certificate: .*'
    exit 0
fi

# ---- mistakes ----
make_pair new
configure 'certificate = "old.pem";'
fails 'congod.conf: certificate and certificate_key belong together: set both or neither'
configure_tls missing.pem old.key
fails 'missing.pem: No such file or directory'
configure_tls old.pem missing.key
fails 'missing.key: No such file or directory'
configure_tls old.pem new.key
fails 'new.key: the key is not that of the certificate old.pem'
openssl ec -in old.key -aes128 -passout pass:secret -out locked.key 2>/dev/null
configure_tls old.pem locked.key
fails 'locked.key: the key is encrypted; congod needs one without a passphrase'
configure_tls old.key old.key
fails 'old.key: expected a certificate in PEM (.*)'
configure_tls old.pem old.pem
fails 'old.pem: expected a private key in PEM (.*)'
: >empty.pem
configure_tls empty.pem old.key
fails 'empty.pem: the file is empty'
configure_tls . old.key
fails '\.: .*'
if [ "$(id -u)" != 0 ]; then
    cp old.key unreadable.key
    chmod 0 unreadable.key
    configure_tls old.pem unreadable.key
    fails 'unreadable.key: Permission denied'
fi

# ---- games ----
start_tls_server() {
    start_server
    eventually grep -q ', encrypted$' log
    tls_port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\), encrypted$/\1/p' log)
}
socket=$(mktemp -u "${TMPDIR:-/tmp}/congod-tls.XXXXXX")
cp old.pem server.pem
cp old.key server.key
configure_tls server.pem server.key "admin = \"$socket\";" 'log_connections = true;' \
    'limits = { commands = 0; games = 0; talk = 0; handshakes = 40; };'
sed -i.old '/^admin = "";/d' congod.conf
start_tls_server
for step in play old_versions streams vanish; do
    client $step "$tls_port" || fail "$step"
done
client garbage "$tls_port" "$port" || fail garbage
client slow "$tls_port" "$socket" || fail slow
grep -q 'client connected from 127.0.0.1, encrypted$' log || fail "it does not say that a client is encrypted"

# ---- handshakes that never end ----
mkfifo first.fifo
client crowd "$tls_port" 200 >crowd.out <first.fifo &
crowd=$!
exec 4>first.fifo
eventually grep -q ready crowd.out
metric() {
    echo metrics | timeout 300 nc -U "$socket" | sed -n "s/^congod_$1 //p"
}
is_metric() {
    test "$(metric "$1")" "$2" "$3"
}
eventually is_metric tls_handshakes -le 40
eventually is_metric tls_handshakes_failed_total -ge 160
eventually is_metric tls_clients -eq 2
exec 4>&-
wait "$crowd" || fail "the crowd: $(cat crowd.out)"
eventually is_metric tls_clients -eq 0
eventually is_metric tls_handshakes -eq 0
is_metric tls_handshakes_completed_total -ge 6 || fail "handshakes were not counted"

# ---- a time limit ----
reload() { # EXPECTED: reloads the configuration and the pair, and waits for the line of the log
    : >log
    kill -HUP "$server"
    eventually grep -q "$1" log
}
sed -i.old 's/handshakes = 40/handshakes = 40; handshake = 1/' congod.conf
reload 'the configuration has been reloaded'
before=$(metric tls_handshakes_failed_total)
nc 127.0.0.1 "$tls_port" </dev/null >/dev/null &
silent=$!
eventually is_metric tls_handshakes_failed_total -gt "$before"
wait "$silent"
mv congod.conf.old congod.conf # what follows has time
reload 'the configuration has been reloaded'

# ---- a new certificate ----
mkfifo lines
client hold "$tls_port" <lines >held &
holder=$!
exec 3>lines
eventually grep -q held held
first=$(client fingerprint "$tls_port")
expect_certificate() {
    [ "$(client fingerprint "$tls_port")" = "$1" ] || fail "another certificate is served"
}
reload 'the certificate has been reloaded'
expect_certificate "$first"
cp new.key server.key
reload 'the certificate was not reloaded, the old one stays in use: server.key: the key is not that of the certificate'
expect_certificate "$first"
cp new.pem server.pem
chmod 644 server.key
reload 'the certificate has been reloaded'
grep -q 'server.key: other users can read this file, which is the private key of the certificate; chmod o-r' log ||
    fail "no warning of a key that all users can read"
second=$(client fingerprint "$tls_port")
[ "$first" != "$second" ] || fail "the old certificate is still served"
rm server.key
reload 'the old one stays in use: server.key: No such file'
expect_certificate "$second"
sed -i.old '/^certificate/d' congod.conf
reload 'take effect at the next start'
expect_certificate "$second"
echo alive >&3
eventually grep -q '+PONG alive' held

# ---- the end ----
mkfifo second.fifo
client crowd "$tls_port" 20 >crowd.out <second.fifo 2>/dev/null 3>&- 4>&- &
crowd=$!
exec 4>second.fifo
eventually grep -q ready crowd.out
kill -TERM "$server"
server_ends_with 0
exec 3>&- 4>&-
wait "$holder" || fail "the client that was held: $(cat held)"
grep -q '^!BYE shutting down' held || fail "no !BYE: $(cat held)"
wait "$crowd" 2>/dev/null

# ---- sockets of systemd ----
cp old.pem server.pem
cp old.key server.key
if command -v systemd-socket-activate >/dev/null; then
    where=$socket.systemd
    : >log
    configure
    systemd-socket-activate -l "$where" --fdname=tls "$congod" --config=congod.conf 2>>log &
    server=$!
    eventually test -S "$where"
    nc -N -U "$where" </dev/null >/dev/null
    server_ends_with 1
    grep -q 'a socket from systemd is named tls, but certificate and certificate_key are not set' log ||
        fail "no word of the certificate"
    rm -f "$where"
    : >log
    configure_tls server.pem server.key
    systemd-socket-activate -l "$where" --fdname=tls "$congod" --config=congod.conf 2>>log &
    server=$!
    eventually test -S "$where"
    printf 'PING\nQUIT\n' | timeout 300 openssl s_client -quiet -unix "$where" 2>/dev/null | grep -q '^+PONG' ||
        fail "not over systemd's socket"
    grep -q "listening on $where, encrypted" log || fail "it does not say where it listens"
    grep -q 'listening on 127.*[0-9]$' log || fail "the plain sockets of the configuration were not opened"
    end_server
    rm -f "$where"
fi
rm -f lines first.fifo second.fifo
