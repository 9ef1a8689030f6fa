#!/bin/sh
# The game over encrypted connections: certificates that are good, strange, old, of another name, pinned and
# changed; a server with encrypted connections is never spoken to without again; connections that are cut in the
# middle of a game; servers that misbehave. tls_relay.py encrypts for a congod that does not.

. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/server/certificates.sh"

congo=$CONGO_BUILD/src/congo
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" || exit 77
command -v openssl >/dev/null && command -v python3 >/dev/null || exit 77


# start_relay NAME MODE [COUNT]: a relay that shows the certificate NAME.MODE.current; sets $relay, its port.
start_relay() {
    cp "certificates/$1.pem" "$1.$2.current.pem"
    cp "certificates/$1.key" "$1.$2.current.key"
    rm -f "$1.$2.log" "$1.$2.seen"
    python3 "$CONGO_SOURCE/tests/server/tls_relay.py" "$2" "$1.$2.current.pem" "$1.$2.current.key" "$port" \
        "${3:-0}" >"$1.$2.log" 2>"$1.$2.err" &
    eventually grep -q '^[0-9][0-9]*$' "$1.$2.log"
    relay=$(head -n 1 "$1.$2.log")
}

# has_said NUMBER: the relay of $log has seen so much since it was asked the last time.
has_said() {
    [ "$(($(wc -l <"$log.log") - $(cat "$log.seen")))" -ge "$1" ]
}

# said NAME.MODE WORD...: what the relay has seen since it was asked the last time.
said() {
    log=$1
    shift
    [ -f "$log.seen" ] || echo 1 >"$log.seen"
    eventually has_said $#
    seen=$(tail -n "+$(($(cat "$log.seen") + 1))" "$log.log")
    wc -l <"$log.log" >"$log.seen"
    # shellcheck disable=SC2116,SC2086 # one line
    seen=$(echo $seen)
    [ "$seen" = "$*" ] || fail "the relay $log saw \"$seen\", expected \"$*\""
}

# play NAME [OPTION]...: lines on standard input; sets $status. The state folder is NAME.state.
play() {
    name=$1
    shift
    XDG_STATE_HOME=$PWD/$name.state timeout 120 "$congo" --config=none --ui=cli --place=network "$@" \
        >"$name.out" 2>"$name.err"
    status=$?
}

# plays NAME [OPTION]...: the same, with success; `id` is the game's id.
plays() {
    play "$@"
    [ $status -eq 0 ] || fail "$1: status $status: $(cat "$1.out" "$1.err")"
    [ ! -s "$1.err" ] || fail "$1: $(cat "$1.err")"
    id=$(sed -n 's/^ network gameId //p' "$1.out")
}

# refused NAME SENTENCE: play failed with this sentence.
refused() {
    [ "$status" -eq 1 ] || fail "$1: status $status: $(cat "$1.out" "$1.err")"
    grep -qF -e "congo: $2" "$1.err" || fail "$1: expected \"$2\", found \"$(cat "$1.err")\""
}

# has MOVE...: the server has exactly these moves of the game.
has() {
    talk "MOVES $id" | sed -n 's|^=MOVE [^ ]* [0-9]* \([a-g1-7]*\) .*|\1|p' >moves
    [ "$(tr '\n' ' ' <moves)" = "$* " ] || fail "expected $*, found $(talk "MOVES $id")"
}

make_certificate authority '' 20200101000000Z 20450101000000Z
make_certificate server 'DNS:localhost' 20200101000000Z 20450101000000Z authority
make_certificate alone 'DNS:localhost,IP:127.0.0.1' 20200101000000Z 20450101000000Z
make_certificate old 'DNS:localhost' 20200101000000Z 20210203000000Z authority
make_certificate other 'DNS:other.example' 20200101000000Z 20450101000000Z authority
SSL_CERT_FILE=$PWD/certificates/authority.pem
export SSL_CERT_FILE
# confirm NAME: what a player is told about the relay's certificate.
confirm() {
    echo "If the server's operator confirms its fingerprint, connect once with --host=localhost:$relay" \
        "--fingerprint=$(fingerprint "$1")"
}

configure
start_server
start_relay server relay

# ---- an authority vouches for the server ---------------------------------------------------------

printf 'move d2 d3\nexit\n' >typed
plays ada --host=localhost --port="$relay" --tls --white=hi/random <typed
has d2d3
said server.relay tls end
known=ada.state/congo/tls-servers
grep -qx "localhost $relay -" "$known" || fail "the server is not remembered: $(cat "$known")"
[ "$(ls -l "$known" | cut -c 1-10)" = -rw------- ] || fail "others can read $known"

# From then on it needs no option: by the id, by the saved seat, and by the list of games.
printf 'exit\n' >typed
plays ada --host=localhost --game="$id" <typed
said server.relay tls end
game=$id
printf 'resume\nexit\n' | XDG_STATE_HOME=$PWD/ada.state timeout 120 "$congo" --config=none --ui=cli >ada.out 2>&1 ||
    fail "resume: $(cat ada.out)"
grep -q "network gameId $game" ada.out || fail "resume: $(cat ada.out)"
said server.relay tls end

# ---- never in plain again ------------------------------------------------------------------------

# Not even where a plain server listens: its congod must not hear a word.
talk STATS >before
play ada --host=LocalHost --port="$port" </dev/null
refused ada "cannot connect to LocalHost:$port: this port is not for encrypted connections"
play ada --host=localhost --port="$port" --game="$game" </dev/null
refused ada "cannot connect to localhost:$port: this port is not for encrypted connections"
said server.relay
# Somebody in the middle who takes TLS away gets nothing but the beginning of TLS.
start_relay server hangup
play ada --host=localhost --port="$relay" </dev/null
refused ada "cannot connect to localhost:$relay: the server closed the connection before encryption was set up"
said server.hangup tls
# Unless the user says so, for this time.
printf 'exit\n' >typed
plays ada --host=localhost --port="$port" --tls=off --game="$game" <typed
play ada --host=localhost --port="$port" --game="$game" </dev/null
refused ada "cannot connect to localhost:$port: this port is not for encrypted connections"

# A file that cannot be read says nothing about any server.
cp "$known" good
for damage in 'localhost' 'localhost 0 -' 'localhost 99 ab' 'localhost 99 - -'; do
    { cat good && echo "$damage"; } >"$known"
    play ada --host=127.0.0.1 --port="$port" </dev/null
    refused ada ''
    grep -q 'tls-servers:4: cannot be read, so it is not known which connections must be encrypted: ' ada.err ||
        fail "$damage: $(cat ada.err)"
done
printf '%s' "localhost 99 -" >"$known" # cut short
play ada --host=127.0.0.1 --port="$port" </dev/null
grep -q 'tls-servers:1: cannot be read' ada.err || fail "a file that was cut: $(cat ada.err)"
: >"$known"
play ada --host=127.0.0.1 --port="$port" </dev/null
grep -q 'tls-servers:1: cannot be read' ada.err || fail "an empty file: $(cat ada.err)"
rm "$known" && mkdir "$known"
play ada --host=127.0.0.1 --port="$port" </dev/null
grep -q '^congo: which connections must be encrypted is not known: ' ada.err ||
    fail "a file that cannot be read: $(cat ada.err)"
printf 'exit\n' >typed
plays ada --host=127.0.0.1 --port="$port" --tls=off <typed
rmdir "$known" && mv good "$known"

# A seat that was taken in plain follows its server to the encrypted port.
printf 'exit\n' >typed
plays bo --host=localhost --port="$port" --white=hi/random <typed
plain=$id
cp "$known" bo.state/congo/
printf 'resume\nmove c2 c3\nexit\n' | XDG_STATE_HOME=$PWD/bo.state timeout 120 "$congo" --config=none --ui=cli \
    >bo.out 2>&1 || fail "resume: $(cat bo.out)"
has c2c3
said server.relay tls end
[ "$(ls bo.state/congo/seats/ | wc -l)" -eq 1 ] || fail "the seat is saved twice: $(ls bo.state/congo/seats)"
grep -qx "server localhost:$(sed -n 's/^localhost \([0-9]*\) -$/\1/p' "$known")" bo.state/congo/seats/"$plain"* ||
    fail "the seat: $(cat bo.state/congo/seats/*)"
# A seat that was taken encrypted stays so, whatever becomes of the list.
rm bo.state/congo/tls-servers
printf 'resume\nexit\n' | XDG_STATE_HOME=$PWD/bo.state timeout 120 "$congo" --config=none --ui=cli >bo.out 2>&1 ||
    fail "resume: $(cat bo.out)"
said server.relay tls end

# ---- certificates --------------------------------------------------------------------------------

start_relay alone relay
play cy --host=localhost --port="$relay" --tls </dev/null
refused cy "the certificate of localhost is signed by nobody known here. $(confirm alone)"
said alone.relay tls refused
# Of several servers, it is said which one to connect to.
play cy --host="127.0.0.1:1,localhost:$relay" --tls </dev/null
refused cy ''
grep -qF 'cannot connect to 127.0.0.1:1: connection refused' cy.err || fail "one of several: $(cat cy.err)"
grep -qF "$(confirm alone)" cy.err || fail "one of several: $(cat cy.err)"
said alone.relay tls refused
[ ! -e cy.state/congo/tls-servers ] || fail "a server that was not trusted is remembered"
# Pinned, in any spelling, it is trusted; from then on without a word.
colons=$(fingerprint alone | sed 's/../&:/g; s/:$//' | tr a-f A-F)
printf 'move d2 d3\nexit\n' >typed
plays cy --host=localhost --port="$relay" --fingerprint="$colons" --white=hi/random <typed
has d2d3
grep -qx "localhost $relay $(fingerprint alone)" cy.state/congo/tls-servers || fail "the pin is not remembered"
printf 'exit\n' >typed
plays cy --host=localhost --game="$id" <typed
said alone.relay tls end tls end
# Another certificate is not accepted then, not even one that an authority vouches for.
cp certificates/server.pem alone.relay.current.pem
cp certificates/server.key alone.relay.current.key
play cy --host=localhost --game="$id" </dev/null
refused cy "the certificate of localhost is not the one that was trusted: somebody may be listening in, or it is a new"
grep -qF "$(confirm server)" cy.err || fail "the new fingerprint: $(cat cy.err)"
said alone.relay tls refused
ls cy.state/congo/seats/"$id"* >/dev/null || fail "the seat was deleted when its server was not trusted"
printf 'exit\n' >typed
plays cy --host=localhost --game="$id" --fingerprint="$(fingerprint server)" <typed
printf 'exit\n' >typed
plays cy --host=localhost --game="$id" <typed
said alone.relay tls end tls end

start_relay old relay
play dan --host=localhost --port="$relay" --tls </dev/null
refused dan "the certificate of localhost expired on 2021-02-03. $(confirm old)"
start_relay other relay
play dan --host=localhost --port="$relay" --tls </dev/null
refused dan "the certificate of localhost belongs to another name: other.example. $(confirm other)"
printf 'exit\n' >typed
plays dan --host=localhost --port="$relay" --fingerprint="$(fingerprint other)" <typed

# A fingerprint in the configuration is that of its server, not of one on the command line.
cat >pinned.conf <<END
network = { host = "localhost"; port = $relay; fingerprint = "$(fingerprint server)"; };
END
printf 'exit\n' | XDG_STATE_HOME=$PWD/eve.state timeout 120 "$congo" --config=pinned.conf --ui=cli --place=network \
    >eve.out 2>&1
grep -q 'the certificate of localhost is not the one that was trusted' eve.out || fail "a pin: $(cat eve.out)"
printf 'exit\n' | XDG_STATE_HOME=$PWD/eve.state timeout 120 "$congo" --config=pinned.conf --ui=cli --place=network \
    --host=127.0.0.1 --port="$port" >eve.out 2>&1 || fail "another server than the pinned one: $(cat eve.out)"

# ---- the wrong kind of server ----------------------------------------------------------------------

play fay --host=127.0.0.1 --port="$port" --tls </dev/null
refused fay "cannot connect to 127.0.0.1:$port: this port is not for encrypted connections"
start_relay server relay
play fay --host=127.0.0.1 --port="$relay" </dev/null
refused fay "cannot connect to 127.0.0.1:$relay: no reply; this port may be for encrypted connections only"

# ---- servers that misbehave: each ends with a sentence ------------------------------------------------

attempts=
for mode in garbage huge silent trickle; do
    start_relay server $mode
    (
        play $mode --host=localhost --port="$relay" --tls </dev/null
        case $mode in
        garbage | huge) refused $mode "lost the connection to localhost:$relay: the encryption failed (" ;;
        *) refused $mode "cannot connect to localhost:$relay: the server takes too long to set up encryption" ;;
        esac
        [ ! -e $mode.state/congo/tls-servers ] || fail "$mode is remembered"
    ) &
    attempts="$attempts $!"
done
for attempt in $attempts; do
    wait "$attempt" || exit 1
done

# ---- a connection that is cut in the middle of a game --------------------------------------------------

start_relay server relay 500
XDG_STATE_HOME=$PWD/gus.state timeout 300 "$congo" --config=none --ui=cli --place=network --host=localhost \
    --port="$relay" --tls --white=ai/random --seed=7 --name=gus </dev/null >gus.out 2>&1 &
gus=$!
eventually grep -q 'network gameId' gus.out
id=$(sed -n 's/^ network gameId //p' gus.out)
XDG_STATE_HOME=$PWD/hal.state timeout 300 "$congo" --config=none --ui=cli --place=network --host=127.0.0.1 \
    --port="$port" --black=ai/random --seed=8 --name=hal --game="$id" </dev/null >hal.out 2>&1
wait $gus
eventually sh -c "echo 'GET $id' | timeout 300 nc -N 127.0.0.1 $port | grep -q ' result=[01]'"
[ "$(grep -c severed server.relay.log)" -eq 3 ] || fail "the relay has not cut: $(cat server.relay.log)"
grep -q plain server.relay.log && fail "gus spoke in plain: $(cat server.relay.log)"
exit 0
