#!/bin/sh
# The requests of congod's administrator, from outside: with congod --admin and real connections.
command -v nc >/dev/null || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

configure "restrictions = \"$PWD/restrictions\";" 'message = "Be kind.";' 'contact = "ada@example.org";'
sed -i.old "s|^admin.*|admin = \"$PWD/admin\";|; s|^listen.*|listen = [ \"127.0.0.1:0\", \"$PWD/clients\" ];|" congod.conf
admin() { timeout 300 "$congod" --config=congod.conf --admin "$@" >answer 2>errors; }
# says REGEX REQUEST...: the request succeeds, and its last line is this.
says() {
    wanted=$1 && shift
    admin "$@" || fail "$* failed: $(cat answer errors)"
    tail -n 1 answer | grep -qx "ok: $wanted" || fail "$* says: $(cat answer)"
}
# refuses SENTENCE REQUEST...: the request fails, and the server says why in one line.
refuses() {
    wanted=$1 && shift
    admin "$@" && fail "$* succeeded: $(cat answer)"
    grep -qx "failed: $wanted" answer || fail "$* says: $(cat answer errors)"
    [ "$(wc -l <answer)" -eq 1 ] || fail "$* says more: $(cat answer)"
}

# ---- without a server ----
admin connections && fail "an answer without a server"
grep -q "^congod: $PWD/admin: no server listens here; is it running?$" errors || fail "no word of the missing server: $(cat errors)"
admin nonsense && fail "nonsense"
grep -q '^congod: --admin: there is no request "nonsense"; --admin=help lists them$' errors ||
    fail "no word of nonsense: $(cat errors)"

# player NAME: keeps a connection open; lines of `name_says` go to it, answers into NAME.out.
player() {
    mkfifo "$1.in"
    timeout 300 nc 127.0.0.1 "$port" <"$1.in" >"$1.out" &
    eval "exec $2>$1.in"
    eventually grep -q '^!HELLO' "$1.out"
}
# Nothing is sent: what a closing server has not read would reset the connection before its words arrive.
greeting() { timeout 300 nc 127.0.0.1 "$port" </dev/null; }
start_server
player ada 4
player bo 5
ask 4 ada.out '^+NEW' 'NEW standard seat=w name=Ada private=1'
[ "$(sed -n 2,3p ada.out)" = "# Be kind.
# Contact: ada@example.org" ] || fail "the greeting: $(cat ada.out)"
id=$(sed -n 's/^+NEW \([^ ]*\).*/\1/p' ada.out)
ask 5 bo.out '^+JOIN' "JOIN $id b name=Bo"

# ---- the lists ----
says '18 requests' help
grep -q '^kick NUMBER|NETWORK \[REASON\]: ' answer || fail "help: $(cat answer)"
says '2 connections' connections
grep -qx '[12] from=127.0.0.1 seconds=[0-9]* games=1' answer || fail "connections: $(cat answer)"
says '2 connections' connections 127.0.0.0/8
says '0 connections' connections 127.0.0.2
says '1 game' games
grep -qx "$id w=Ada b=Bo ply=0 private=1" answer || fail "games: $(cat answer)"
says 'connection 1' connection 1
grep -q "^$id " answer || fail "connection: $(cat answer)"
says "game $id" game "$id"
grep -q '^white 1 from' answer && grep -q '^black 2 from' answer || fail "game: $(cat answer)"
says '0 connections' connections 2001:db8::/32

# ---- one clear sentence for what is wrong ----
network='the number of a connection, an address, or a network such as 192.0.2.0/24'
refuses "expected $network, found \"127.0.0.1/33\"" connections 127.0.0.1/33
refuses "expected $network, found nothing" kick
refuses "expected $network, found 0" kick 0
refuses 'expected no further argument, found "now"' games now
refuses 'there is no connection 99' connection 99
refuses 'expected the number of a connection, found "an address"' connection 127.0.0.1
refuses 'expected the id of a game such as 7Q2KM4XDT1, found "U"' game U
refuses 'nobody plays or watches a game 0000000000 here' game 0000000000
refuses 'expected a text, found nothing' announce
refuses 'expected minutes from 0 to 10080, or "off", found -1' drain -1
refuses 'the server is not about to stop' drain off
refuses '0 connections closed' kick 192.0.2.0/24
refuses 'expected an absolute path' backup copy.db
echo | timeout 300 nc -U admin | grep -qx 'failed: expected a request, which "help" lists, found ""' || fail "an empty line"

# ---- hide, which survives a kill, and unhide ----
refuses 'expected the id of a game such as 7Q2KM4XDT1, found nothing' hide
refuses 'expected no further argument, found "now"' hide "$id" now
refuses 'there is no such game' hide 0000000000
ask 4 ada.out '^+NEW.*seat=b' 'NEW standard seat=b name=Ada'
public=$(sed -n 's/^+NEW \([^ ]*\) .*seat=b.*/\1/p' ada.out)
is_listed() { talk LIST open | grep -q "^=LIST $public "; }
is_listed || fail "an open game is not listed"
echo 'SUBSCRIBE open' >&5
eventually grep -q "^=LIST $public " bo.out
says "game $public is private now" hide "$public"
grep -qx "congod: the administrator: game $public is private now" log || fail "the log says nothing of hiding"
eventually grep -qx "!UNLIST $public" bo.out
is_listed && fail "a hidden game is listed"
says "game $public is public now" unhide "$public"
is_listed || fail "a game that is public again is not listed"
says "game $public is private now" hide "$public"
ask 5 bo.out "^+JOIN $public" "JOIN $public w name=Eve"
echo "MOVE $public 0 b2b3" >&5
eventually grep -q "^!MOVE $public 0 b2b3" ada.out

# ---- the server gets the whole of a long path, which SQLite does not open ----
admin backup "$PWD/$(printf '%0200d/%0200d/%0200d' 1 2 3)" && fail "a backup with a path of more than 600 bytes"
grep -q '^\.\.\.0*3: cannot be written: ' answer || fail "a long path: $(cat answer)"

# ---- announce, and drain that is called off ----
says 'announced' announce Supper is ready.
eventually grep -qx '!NOTICE Supper is ready.' ada.out
eventually grep -qx '!NOTICE Supper is ready.' bo.out
says 'no new games, and the server stops in 10 minutes' drain 10
eventually grep -qx '!NOTICE The server restarts in 10 minutes. All games are kept.' ada.out
talk 'NEW standard' | grep -q '^-BUSY .*the server restarts soon: no new games until then$' || fail "a new game"
echo "MOVE $id 0 b2b3" >&4
eventually grep -q "^!MOVE $id 0 b2b3" bo.out
says 'the server does not stop' drain off
eventually grep -qx '!NOTICE The server does not restart now.' ada.out
talk 'NEW standard' | grep -q '^+NEW' || fail "no new game"

# ---- mute ----
refuses 'expected a time such as 30m, 12h, 7d or forever, found "1y"' mute 1y Bo
refuses 'expected a text, found nothing' mute 1d
refuses 'it was not in force' unmute Bo
says 'in force, 0 connections closed' mute 12h bO
echo "SAY $id rude words" >&5
eventually grep -q '^-NOTSEATED .*the administrator has muted this name' bo.out
echo "SAY $id kind words" >&4
eventually grep -q '^!SAY .* Ada: kind words' bo.out
says 'lifted' unmute BO
echo "SAY $id better words" >&5
eventually grep -q '^!SAY .* Bo: better words' ada.out
grep -q 'rude words' ada.out && fail "a muted name talks"

# ---- kick ----
says '1 connection closed' kick 2 too loud
eventually grep -qx '!BYE too loud retry=0' bo.out
says '1 connection' connections
says '1 connection closed' kick 127.0.0.1
eventually grep -qx '!BYE closed by the administrator retry=0' ada.out
says '0 games' games

# ---- ban, which survives a kill ----
subnet='an address, or a network such as 192.0.2.0/24'
refuses "expected $subnet, found \"everybody\"" ban 1h everybody
refuses "expected $subnet, found nothing" ban forever
refuses 'expected a time such as 30m, 12h, 7d or forever, found "0d"' ban 0d 127.0.0.1
refuses 'it was not in force' unban 127.0.0.0/8
player eve 6
says 'in force, 1 connection closed' ban 1h 127.0.0.0/8 a flood of games
eventually grep -qx '!BYE this address is banned retry=0' eve.out
greeting | grep -qx '!BYE this address is banned retry=3600' || fail "a banned address is served"
says 'in force, 0 connections closed' ban forever 2001:db8::/32
# The file is written when it can be.
rm restrictions && mkdir restrictions
refuses "in force, but not kept until the file can be written: $PWD/restrictions: .*" mute 7d Long_John
eventually grep -q "^congod: $PWD/restrictions: " log
rmdir restrictions
eventually grep -q '^mute Long_John ' restrictions
says '3 restrictions' restrictions
grep -q '^ban 127.0.0.0/8 [0-9]* a flood of games$' answer && grep -qx 'mute Long_John [0-9]*' answer || fail "restrictions: $(cat answer)"
grep -q 'congod: the administrator: ban 127.0.0.0/8 [0-9]* a flood of games$' log || fail "the log says nothing"
kill_server
rm -f admin clients
start_server
eventually admin help
says '3 restrictions' restrictions
echo "JOIN $public b" | timeout 300 nc -N -U clients | grep -q '^-TAKEN' || fail "the hidden game"
greeting | grep -q '^!BYE this address is banned' || fail "a ban did not survive a kill"
echo PING | timeout 300 nc -N -U clients | grep -q '^+PONG' || fail "another address is banned too"
says 'lifted' unban 127.0.0.0/8
talk PING | grep -q '^+PONG' || fail "an address is still banned"
kill_server
printf '\nban everybody\n' >>restrictions
"$congod" --config=congod.conf 2>errors && fail "nonsense in the file of restrictions"
grep -qx "congod: $PWD/restrictions:4: expected a ban or a mute" errors || fail "the file: $(cat errors)"
sed -i.old 3,4d restrictions
start_server
eventually admin help

# ---- the recipe of the manual, with this configuration, and drain ----
recipe() {
    manual_display Administration "$1" | sed -e 's/^[$#] congod/congod/' -e "s/7Q2KM4XDT1/$public/" >recipe.sh
    [ -s recipe.sh ] || fail "congod.8 has no display $1 in \"Administration\""
    (congod() { "$congod" --config=congod.conf "$@"; } && set -e && . ./recipe.sh) >output 2>&1 ||
        fail "recipe $1: $(cat recipe.sh output)"
}
recipe 1
grep -q '^ban 192.0.2.0/24 [0-9]* too many games$' output || fail "the recipe bans nobody: $(cat output)"
recipe 2
grep -qx "ok: game $public is private now" output || fail "the recipe hides nothing: $(cat output)"
recipe 3
grep -qx 'congod: the administrator has announced: A new version comes tonight.' log || fail "the recipe announces nothing"
says 'no new games, and the server stops in 0 minutes' drain 0
server_ends_with 0
exec 4>&- 5>&-
exit 0
