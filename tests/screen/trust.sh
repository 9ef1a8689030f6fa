#!/bin/sh
# Encryption on the full screen: the question whether to trust an unknown certificate, at the start, in the lobby,
# and when it has changed; what is trusted is remembered; an invitation to an encrypted server.
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" || exit 77
command -v openssl >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/server/certificates.sh"
place=$PWD
. "$CONGO_SOURCE/tests/screen/lib.sh"

relay=
forwarder=

finish() {
    stop_port "$relay"
    stop_port "$forwarder"
    end_server
    (exit "$1")
    screen_finish
}
trap 'finish $?' EXIT

# shows_fingerprint NAME: in groups, whatever line they stand in.
shows_fingerprint() {
    for group in $(fingerprint "$1" | sed 's/..../& /g'); do
        screen_wait "$group"
    done
}

# known: the servers that are remembered.
known() {
    grep -v '^#' "$scratch/state/congo/tls-servers" 2>/dev/null
}

cd "$place" || exit 1
make_certificate alone 'DNS:localhost' 20200101000000Z 20450101000000Z
make_certificate newer 'DNS:localhost' 20200101000000Z 20450101000000Z
cp certificates/alone.pem shown.pem
cp certificates/alone.key shown.key
configure 'listen_tls = "127.0.0.1:0";' 'certificate = "shown.pem";' 'certificate_key = "shown.key";'
start_server
eventually grep -q 'listening on .*, encrypted' log
encrypted=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\), encrypted$/\1/p' log)

# ---- at the start: a game -----------------------------------------------------------------------

start() { # COLUMNS LINES OPTION...
    screen_start "$@" --host=localhost --port="$encrypted"
}

start 80 24 --place=network --tls
screen_wait "Unknown certificate"
shows_fingerprint alone
screen_keys n
screen_wait_gone "Unknown certificate"
[ -z "$(known)" ] || fail "a server that was not trusted is remembered: $(known)"
start 24 10 --place=network --tls # the smallest screen
screen_wait "certificate"
screen_keys Escape
screen_wait_gone "certificate"
start 80 24 --place=network --tls
screen_wait "Unknown certificate"
screen_keys y
screen_wait "encrypted; the id is on the clipboard."
[ "$(known)" = "localhost $encrypted $(fingerprint alone)" ] || fail "the server is not remembered: $(known)"
screen_wait "Moves"
screen_keys I
screen_wait "at localhost:$encrypted, encrypted"

# ---- the game again and the lobby, without an option now --------------------------------------------------------------

start 80 24
screen_wait "An unfinished game"
screen_keys Enter
screen_wait "the connection is encrypted"
screen_keys L
screen_wait "Lobby: localhost:$encrypted, encrypted"
screen_wait "waits for an opponent"

# Another certificate is not accepted without the same question.
cp certificates/newer.pem shown.pem
cp certificates/newer.key shown.key
kill -HUP "$server"
eventually grep -q 'certificate has been reloaded' log
screen_keys s
screen_wait "Encryption < automatic >"
screen_keys Enter
screen_wait "Another certificate"
screen_wait "is not the one that was"
shows_fingerprint newer
screen_keys n
screen_wait_gone "Another certificate"
[ "$(known)" = "localhost $encrypted $(fingerprint alone)" ] || fail "a certificate that was not trusted is remembered"
screen_keys s
screen_wait "Encryption"
screen_keys Enter
screen_wait "Another certificate"
screen_keys y
screen_wait "waits for an opponent"
[ "$(known)" = "localhost $encrypted $(fingerprint newer)" ] || fail "the new certificate is not remembered: $(known)"

# ---- plain, by choice only ---------------------------------------------------------------------------

screen_keys s
screen_wait "Encryption < automatic >"
screen_keys Down Down Right Right
screen_wait "Encryption < no >"
screen_keys Enter
screen_wait "this port is for encrypted"

# ---- an invitation to the encrypted server ------------------------------------------------------------

start 80 24 --place=network --invite --game=standard
screen_read_invitation
screen_wait "Encryption  yes"
screen_wait "--tls"
screen_keys Enter
screen_wait_gone "Your invitation"

screen_at guest
screen_start 80 24 --white=hi/random --black=hi/random --host=other.example
screen_online_ways
screen_keys Down Enter
screen_wait "Join a game"
screen_keys Down
screen_wait "> Port"
screen_tmux set-buffer "./play --place=network --host=localhost --port=$encrypted --tls --game=$invitation"
screen_tmux paste-buffer -p # the command is taken apart
screen_wait "Encryption       < yes >"
screen_wait "Address          localhost"
screen_keys Enter
screen_wait "Unknown certificate"
screen_keys y
screen_wait "You play Black in game"

# ---- several servers: one is asked about when no other one can be used, and each by itself --------------------------

command -v python3 >/dev/null || exit 0
cp "$place/certificates/alone.pem" "$place/certificates/alone.key" "$folder"
python3 "$CONGO_SOURCE/tests/server/tls_relay.py" relay "$folder/alone.pem" "$folder/alone.key" "$port" \
    >"$folder/relay.log" &
relay=$!
eventually grep -q '^[0-9]' "$folder/relay.log"
other=$(head -n 1 "$folder/relay.log")
port=$encrypted
forward_port forward 0

screen_at several
screen_start 120 40 --tls --host="127.0.0.1:1,localhost:$forwarded"
screen_wait "Pawn d2"
screen_keys L
screen_wait "Unknown certificate"
shows_fingerprint newer
screen_keys y
screen_wait "No open games"
[ "$(known)" = "localhost $forwarded $(fingerprint newer)" ] || fail "another server is remembered: $(known)"
screen_start 120 40 --place=network --host="localhost:$other,localhost:$forwarded" --seed=2 # the first of two
screen_wait "encrypted; the id is on the clipboard."
screen_wait "at localhost:$forwarded, encrypted"
screen_keys Left
stop_port "$forwarder"
forwarder=
screen_wait "No connection to localhost:$forwarded"
forward_port forward "$forwarded"
screen_wait "Connected to the server again." # by itself; a key would take the sentence away
[ "$(known)" = "localhost $forwarded $(fingerprint newer)" ] || fail "a server that was not trusted is remembered: $(known)"
exit 0
