#!/bin/sh
# Clients behind a proxy have addresses of their own: the headers of the PROXY protocol, mistakes in them, HAProxy, and
# what the log says for fail2ban.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

configure 'proxies = [ "127.0.0.1", "2001:db8::/32" ];' 'log_connections = true;' \
    'limits = { clients_per_address = 2; games = 1; commands = 1; burst = 4; };'
sed -i.old "s|^admin.*|admin = \"$PWD/admin\";|" congod.conf
start_server

# through HEADER LINE: sends a header, in the form of printf, and a line.
through() { printf "$1%s\n" "$2" | timeout 60 nc -N 127.0.0.1 "$port"; }
v2='\r\n\r\n\0\r\nQUIT\n'
v4='\041\021\0\014\300\0\002\007\177\0\0\001\020\0\033\362'
v6='\041\041\0\044\040\001\015\270\0\0\0\0\0\0\0\0\0\0\0\7\040\001\015\270\0\0\0\0\0\0\0\0\0\0\0\1\020\0\033\362'

# ---- the headers ----
through "$v2$v4" PING | grep -q '^+PONG' || fail "version 2, IPv4"
eventually grep -qx 'congod: client connected from 192.0.2.7' log
through "$v2$v6" PING | grep -q '^+PONG' || fail "version 2, IPv6"
eventually grep -qx 'congod: client connected from 2001:db8::7' log
through "$v2"'\041\021\0\017\300\0\002\010\177\0\0\001\020\0\033\362\4\0\0' PING | grep -q '^+PONG' || fail "version 2, more fields"
eventually grep -qx 'congod: client connected from 192.0.2.8' log
through 'PROXY TCP4 192.0.2.9 127.0.0.1 4096 7153\r\n' PING | grep -q '^+PONG' || fail "version 1, IPv4"
eventually grep -qx 'congod: client connected from 192.0.2.9' log
through 'PROXY TCP6 ::ffff:192.0.2.11 ::ffff:127.0.0.1 4096 7153\r\n' PING | grep -q '^+PONG' || fail "version 1, IPv4 in IPv6"
eventually grep -qx 'congod: client connected from 192.0.2.11' log
through 'PROXY TCP6 2001:db8::9 ::1 4096 7153\r\n' PING | grep -q '^+PONG' || fail "version 1, IPv6"
eventually grep -qx 'congod: client connected from 2001:db8::9' log
# The proxy speaks for itself.
for header in 'PROXY UNKNOWN\r\n' "$v2"'\040\0\0\0' "$v2"'\041\0\0\0'; do
    through "$header" PING | grep -q '^+PONG' || fail "no service for the proxy itself"
done
[ "$(grep -c 'client connected from 127.0.0.1$' log)" -eq 3 ] || fail "the proxy's own address"
# In two pieces.
(printf '%b' '\r\n\r\n\0\r\nQU' && sleep 0.2 && printf 'IT\n%bPING\n' "$v4") | timeout 60 nc -N 127.0.0.1 "$port" |
    grep -q '^+PONG' || fail "a header in pieces"

# ---- mistakes: one line of the log, and the end ----
wrong=0
for header in 'PING and nothing of a proxy\n' 'PROXY TCP4 192.0.2.256 127.0.0.1 1 2\r\n' 'PROXY TCP4 ::1 ::1 1 2\r\n' \
    'PROXY TCP5 192.0.2.1 127.0.0.1 1 2\r\n' "$v2"'\041\021\377\377' "$v2"'\061\021\0\014\300\0\002\007\177\0\0\001\020\0\033\362' \
    "$v2"'\041\021\0\004\300\0\002\007' 'PROXY ' 'PROXY TCP4\r\n'; do
    wrong=$((wrong + 1))
    through "$header" PING >answer
    [ -s answer ] && fail "$header is answered: $(cat answer)"
    eventually grep -q 'expected a header' log
done
logged() { [ "$(grep -cx 'congod: proxy 127.0.0.1: expected a header of the PROXY protocol' log)" -eq "$wrong" ]; }
eventually logged
# A check without a byte is none.
timeout 60 nc -N 127.0.0.1 "$port" </dev/null
logged || fail "an empty connection is logged"

# ---- limits and bans count the client's address, and the log tells fail2ban ----
# A client that has said nothing is sent away after a while.
hold() { (printf '%bPING\n' "$v2$v4" && sleep 600) | timeout 600 nc 127.0.0.1 "$port" >"$1" & echo $! >>held; }
hold one
hold two
eventually grep -q '^!HELLO' one
eventually grep -q '^!HELLO' two
printf '%b' "$v2$v4" | timeout 60 nc 127.0.0.1 "$port" | grep -q '^!BYE too many connections' || fail "the limit counts the proxy"
through 'PROXY TCP4 192.0.2.10 127.0.0.1 1 2\r\n' PING | grep -q '^+PONG' || fail "another client is refused"
eventually grep -qx 'congod: abuse from 192.0.2.7: too many connections' log
# Too much of both is a matter of time.
abuses() {
    talk "$(printf 'PROXY TCP6 2001:db8::66 ::1 1 2\r')" 'NEW standard' 'NEW standard' x y z x y >answer
    grep -qx 'congod: abuse from 2001:db8::66: too many new games' log &&
        grep -qx 'congod: abuse from 2001:db8::66: a flood of invalid lines' log
}
eventually abuses
"$congod" --config=congod.conf --admin ban 1h 192.0.2.7 | grep -q '^ok: .* 2 connections closed' || fail "the ban"
eventually grep -q '^!BYE this address is banned' two

# ---- fail2ban's filter reads these lines, and no other ----
filter=$CONGO_SOURCE/etc/fail2ban/congod.conf
grep 'abuse from' log >abuse
sed 's/^congod: /Nov 25 18:01:02 host congod[123]: /' abuse >syslog
sed 's/^/Nov 25 18:01:02 host congod[123]: /' abuse >journal
lines=$(wc -l <abuse)
regex=$(sed -n 's/^failregex = //p' "$filter" |
    sed 's/%(__prefix_line)s/(?:[A-Z][a-z]{2} \\d+ [\\d:]+ \\S+ )?(?:congod(?:\\[\\d+\\])?: )?/; s/<ADDR>/[0-9a-f.:]+/')
for kind in abuse syslog journal; do
    [ "$(grep -cP "$regex" $kind)" -eq "$lines" ] || fail "the filter does not read $kind: $regex"
done
[ "$(grep -cP "$regex" log)" -eq "$lines" ] || fail "the filter reads other lines"
if command -v fail2ban-regex >/dev/null && [ -d /etc/fail2ban/filter.d ]; then
    mkdir filter.d && cp "$filter" /etc/fail2ban/filter.d/common.conf filter.d
    for kind in syslog journal; do
        fail2ban-regex $kind "$PWD/filter.d/congod.conf" >output 2>&1
        grep -q "^Lines: $lines lines, 0 ignored, $lines matched, 0 missed" output || fail "fail2ban, $kind: $(cat output)"
    done
fi

# ---- HAProxy, as congod(8) says ----
if command -v haproxy >/dev/null; then
    {
        printf 'defaults\n  timeout connect 5s\n  timeout client 1m\n  timeout server 1m\n'
        manual_display 'Behind a proxy' 2 | sed "s|\\\\(dq|\"|g; s|:::7154 v4v6|$PWD/haproxy|; s|10.0.0.5:7154|127.0.0.1:$port|"
    } >haproxy.conf
    haproxy -f haproxy.conf >haproxy.log 2>&1 &
    proxy=$!
    eventually test -S haproxy
    echo PING | timeout 60 nc -N -U haproxy | grep -q '^+PONG' || fail "through HAProxy: $(cat haproxy.log haproxy.conf)"
    kill $proxy
    wait $proxy 2>/dev/null
fi

# ---- the server stops while a connection has not sent its header ----
sleep 60 | timeout 60 nc -v 127.0.0.1 "$port" 2>silent &
eventually grep -q succeeded silent
through "$v2$v6" PING | grep -q '^+PONG' || fail "no service while a header is awaited"
kill -TERM "$server"
server_ends_with 0
exit 0
