#!/bin/sh
# Network games in pipes with a real congod: the end of the input and a queued exit end the program, but not
# before everything that was typed is on the server, and the game can be resumed.

. "$CONGO_SOURCE/tests/server/lib.sh"

congo=$CONGO_BUILD/src/congo


# congo_reads NAME [OPTION]...: runs an interface on standard input, which must end by itself, as NAME.
congo_reads() {
    name=$1
    shift
    XDG_STATE_HOME=$PWD/$name.state timeout 120 "$congo" --config=none --ui=cli --host=127.0.0.1 \
        --port="$port" --name="$name" "$@" >"$name.out" 2>"$name.err"
    status=$?
    [ $status -eq 0 ] || fail "$name: status $status: $(cat "$name.out" "$name.err")"
    [ ! -s "$name.err" ] || fail "$name: $(cat "$name.err")"
}

# keeps NAME SIDE: the program has ended in an orderly way, and has told how to resume the game.
keeps() {
    grep -qx " *You play $2 of game $id at 127.0.0.1:$port. \"resume $id\" continues it." "$1.out" ||
        fail "$1 is not told how to resume: $(cat "$1.out")"
    tail -n 1 "$1.out" | grep -qx 'The program is terminated...' || fail "$1: $(tail -3 "$1.out")"
}

# has MOVE...: the server has exactly these moves of the game.
has() {
    talk "MOVES $id" | sed -n 's|^=MOVE [^ ]* [0-9]* \([a-g1-7]*\) .*|\1|p' >moves
    [ "$(tr '\n' ' ' <moves)" = "$* " ] || fail "expected $*, found $(talk "MOVES $id")"
}

configure
start_server

# ---- a move and the end ------------------------------------------------------------------------

printf 'move d2 d3\nexit\n' | congo_reads ada --place=network --white=hi/random
id=$(sed -n 's/^ network gameId //p' ada.out)
[ ${#id} -eq 10 ] || fail "the id is \"$id\""
keeps ada White
has d2d3
grep -q '^ > exit$' ada.out || fail "exit is not repeated"

# After resume, with the end of the input alone; lines that need no turn are answered before it.
printf 'resume %s\nfen\nendings\nshow players' "$id" | congo_reads ada
keeps ada White
grep -q '^ gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1$' ada.out || fail "fen: $(cat ada.out)"
grep -q '^ A network game can be analysed when it is over; ' ada.out || fail "endings: $(cat ada.out)"
grep -q '^ \* black 2e' ada.out || fail "show players: $(cat ada.out)"

# The other side, in sentences; what is said is sent, too. The last line has no end.
printf 'move b6 b5\nsay good luck\nsay bye' |
    congo_reads bo --plain --place=network --game="$id" --black=hi/random
keeps bo Black
has d2d3 b6b5

# From a file, which cannot be waited for, and with an exit in capitals before lines that do not count.
printf '  EXIT \nmove a2 a3\n' >typed
congo_reads bo --place=network --game="$id" --black=hi/random <typed
keeps bo Black
has d2d3 b6b5
printf 'move c2 c3\nexit\n' >typed
congo_reads ada --place=network --game="$id" <typed
has d2d3 b6b5 c2c3

# A watcher.
printf 'moves\n' | congo_reads eve --place=network --game="$id" --watch
grep -q '1\. P-DD3 ' eve.out || fail "the watcher is told: $(cat eve.out)"
grep -q 'You play' eve.out && fail "the watcher is told of a seat"
congo_reads eve --place=network --game="$id" --watch </dev/null

# ---- lines that need the turn wait for it -------------------------------------------------------

# The pipe stays open without a line: the program waits. A second move waits for the other side's.
mkfifo typed.in
XDG_STATE_HOME=$PWD/ada.state timeout 120 "$congo" --config=none --ui=cli --host=127.0.0.1 \
    --port="$port" --place=network --game="$id" >ada.out 2>&1 <typed.in &
holder=$!
exec 3>typed.in # waits for the program, whose output then replaced the older one
eventually grep -q 'network gameId' ada.out
printf 'move e2 e3\nexit\n' >&3
exec 3>&-
printf 'move f6 f5\n' | congo_reads bo --place=network --game="$id"
keeps bo Black
wait "$holder" || fail "the program that had waited: status $?: $(cat ada.out)"
keeps ada White
has d2d3 b6b5 c2c3 f6f5 e2e3

# ---- no seat is kept ----------------------------------------------------------------------------

gone() {
    talk "GET $id" | grep '^=GAME' | grep -qv 'online'
}
eventually gone

# ---- advice does not wait either; players without a name ------------------------------------------

first=$id
printf 'advise\nmove d2 d3\nadvise\nadvice more\nlobby mine' |
    congo_reads cyd --plain --place=network --white=hi/random --name= --clock=300+5
id=$(sed -n 's/^This is network game \([^ ]*\) at .*/\1/p' cyd.out)
keeps cyd White
[ "$(grep -c '^The advice is: ' cyd.out)" -eq 1 ] || fail "no advice in its turn: $(cat cyd.out)"
[ "$(grep -c '^Advice is given when it is your turn.$' cyd.out)" -eq 2 ] || fail "advice out of turn: $(cat cyd.out)"
grep -qxF "Your game $id: you play White, and the other seat is free, 5 minutes each, and 5 seconds more for each move." \
    cyd.out || fail "no clock in words: $(cat cyd.out)"
has d2d3

# said NAME SENTENCE...: and no word of the inside.
said() {
    name=$1
    shift
    for sentence; do
        grep -qxF -e "$sentence" "$name.out" || fail "$name: no \"$sentence\": $(cat "$name.out")"
    done
    ! grep -qwE 'net|hi/[a-z]*|ai/[a-z]*' "$name.out" || fail "$name: a word of the inside: $(cat "$name.out")"
}
all='1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns.'
printf 'show players\nnetwork\ndraw' | congo_reads dee --plain --place=network --game="$id" --name=
said dee "White (online): $all" "Black (you): $all" 'White (online) is away.' 'You play Black.' \
    'You offer a draw. White has to answer.'
printf 'show players\nnetwork\nresign' | congo_reads eve --plain --place=network --game="$id" --watch
said eve "White (online): $all" "Black (online): $all" 'Black (online) is away.'
printf 'resign\nlobby' | congo_reads dee --plain --place=network --game="$id" --name=
said dee 'Black resigned; White won.'
printf 'games\ngames statistics' | congo_reads dee --plain
grep -q '^1: You are Black against White (online), lost, 1 move, ' dee.out || fail "the games: $(cat dee.out)"
said dee 'You finished 1 game; all games: 0 won, 0 drawn, 1 lost, 0 %.'
printf 'resume %s\nsay bye' "$id" | congo_reads cyd --plain --no-keep
id=$first

# ---- a move that does not reach the server is kept, a resignation is not --------------------------------------

printf 'move f5 f4\n' | congo_reads bo --place=network --game="$id"
# loses LINE: the server stands still when Ada's line is sent, and then one of another version takes its place: there is
# no answer any more, and the program ends nevertheless.
loses() {
    XDG_STATE_HOME=$PWD/ada.state timeout 120 "$congo" --config=none --ui=cli --host=127.0.0.1 \
        --port="$port" --place=network --game="$id" >ada.out 2>&1 <typed.in &
    holder=$!
    exec 3>typed.in # waits for the program, whose output then replaced the older one
    eventually grep -q 'network gameId' ada.out
    kill -STOP "$server"
    echo "$1" >&3
    exec 3>&-
    eventually grep -q "$1" ada.out
    kill_server
    printf '!HELLO congo/2 other/1 maxline=512\n' | timeout 100 nc -l 127.0.0.1 "$port" >/dev/null
    wait "$holder" || fail "the program that had waited for an answer: status $?: $(cat ada.out)"
    grep -q 'The connection has ended: the server uses another version' ada.out || fail "no reason: $(cat ada.out)"
}
loses resign
keeps ada White
sentence='Your resignation is not confirmed by the server and may be lost: the game goes on.'
grep -qF "$sentence" ada.out || fail "nothing is said of the resignation: $(cat ada.out)"
start_server
loses 'move g2 g3'
keeps ada White
sentence='Your move has not reached the server: it is kept, and sent when the game is continued.'
grep -qF "$sentence" ada.out || fail "nothing is said of the move: $(cat ada.out)"

# The program that resumes the game sends it, and the next one does not.
start_server
for _ in again twice; do
    printf 'resume %s\n' "$id" | congo_reads ada
    keeps ada White
    has d2d3 b6b5 c2c3 f6f5 e2e3 f5f4 g2g3
    grep -c 'Your move g2g3, which had not reached the server, is sent now.' ada.out >>sent
done
[ "$(cat sent)" = "1
0" ] || fail "expected that the move is sent once, found $(cat sent)"

# ---- the end of the game needs no resuming --------------------------------------------------------

printf 'resign\n' | congo_reads bo --place=network --game="$id"
grep -q 'Black resigned; White won' bo.out || fail "no end: $(cat bo.out)"
grep -q 'continues it' bo.out && fail "a game that is over is offered"
exit 0
