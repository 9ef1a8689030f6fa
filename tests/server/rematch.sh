#!/bin/sh
# Two line interfaces on a congod: a seat that is kept for a guest, days for each move, a rematch, muting, one's
# own games in the lobby, and what waits at the next start.

. "$CONGO_SOURCE/tests/server/lib.sh"

congo=$CONGO_BUILD/src/congo


# become NAME [OPTION]...: replaces the shell by an interface of a user.
become() {
    name=$1
    shift
    XDG_STATE_HOME=$PWD/$name.state exec timeout 120 "$congo" --config=none --ui=cli --plain --host=127.0.0.1 \
        --port="$port" --name="$name" "$@" >"$name.out" 2>&1
}

# sees NAME TEXT: waits until the interface has printed the text.
sees() {
    eventually grep -qF -- "$2" "$1.out"
}

configure
start_server

# ---- a seat is kept ------------------------------------------------------------------------------

mkfifo ada.in bo.in
become ada --place=network --white=hi/random --invite --claim=5 --clock=3d <ada.in &
holders=$!
exec 3>ada.in
sees ada 'The free seat is kept for whoever has this invitation: '
invitation=$(sed -n 's/.*this invitation: //p' ada.out)
id=${invitation%-*}
[ ${#invitation} -eq 37 ] || fail "the invitation is \"$invitation\""
grep -qx 'White has 3 days and 0 hours left.' ada.out || fail "the clock: $(cat ada.out)"
talk "GET $id" | grep -q ' kept=1 .*clock=259200+0 permove=1 claim=5 ' || fail "$(talk "GET $id")"
talk 'LIST open' | grep -q "$id" && fail 'a game that is kept is listed as open'

(become eve --place=network --game="$id" --black=hi/random </dev/null) && fail 'Eve took a kept seat'
sees eve 'the seat is kept for somebody with an invitation'

become bo --place=network --game="$invitation" --black=hi/random <bo.in &
holders="$holders $!"
exec 4>bo.in
sees ada 'Black (bo) is here.'
echo network >&3
sees ada 'A player who is to move and away for 5 minutes loses if the opponent types "claim".'
echo 'move a2 a3' >&3 # in a pipe, commands wait for one's turn
echo claim >&4
sees bo 'A game can be claimed while the opponent is away and has to move.'

# ---- muting ----------------------------------------------------------------------------------------

echo 'mute white' >&4
sees bo 'You hear no more of White in this game.'
echo network >&4
sees bo 'White (ada) is here, and muted.'
echo 'say heard' >&4
sees ada 'says: heard'
echo 'move a6 a5' >&4
echo 'say muted' >&3
echo 'move b2 b3' >&3
echo 'unmute' >&4
sees bo 'You hear everybody again.'
echo network >&4
sees bo 'White (ada) is here.'
echo 'move b6 b5' >&4
echo 'say loud' >&3
sees bo 'says: loud'
grep -q 'says: muted' bo.out && fail 'Bo heard what was muted'

# ---- a rematch -------------------------------------------------------------------------------------

echo rematch >&3
sees ada 'A rematch is possible when the game is over.'
echo resign >&3
sees bo 'White resigned; Black won.'
echo rematch >&4
sees bo 'You offer a rematch. White (ada) has to answer.'
sees ada 'Black (bo) offers a rematch'
echo decline >&3
sees ada 'You decline the rematch.'
sees bo 'White (ada) declines the rematch.'
echo rematch >&4
sees bo 'The opponent has declined a rematch.'
echo rematch >&3
sees bo 'White (ada) offers a rematch'
echo 'lobby mine' >&4
over="Your game $id: over; you played"
sees bo "$over Black against ada. White resigned; Black won. ada offers a rematch."
# Ada's interface waits for the answer: another one of hers tells what she has offered.
echo 'lobby mine' | XDG_STATE_HOME=$PWD/ada.state timeout 60 "$congo" --config=none --ui=cli --plain --white=hi/random \
    --host=127.0.0.1 --port="$port" >lobby.out 2>&1 || fail "the lobby: $(cat lobby.out)"
grep -qx "$over White against bo. White resigned; Black won. You offer bo a rematch." lobby.out || fail "$(cat lobby.out)"
echo rematch >&4
sees bo 'You play White.'
sees ada '. You play Black.'
again=$(sed -n 's/^This is network game \([^ ]*\) .*You play Black\.$/\1/p' ada.out)
[ ${#again} -eq 10 ] && [ "$again" != "$id" ] || fail "the rematch is game \"$again\""
talk "GET $again" | grep -q ' w=bo b=ada .*clock=259200+0 permove=1 claim=5 ' || fail "$(talk "GET $again")"
echo 'move d2 d3' >&4
sees ada 'White: pawn from d2 to d3.'

# ---- one's own games ---------------------------------------------------------------------------------

echo 'lobby mine' >&3
sees ada "Your game $again: it is your move; you play Black against bo, 1 move played, 3 days a move."
echo 'lobby mine' >&4
echo exit >&4
sees bo "Your game $again: the opponent is to move; you play White against ada, 1 move played, 3 days a move."
echo exit >&3
exec 3>&- 4>&-
# shellcheck disable=SC2086 # a list of words
wait $holders
grep -q "\"resume $again\" continues it" ada.out || fail "Ada is not told how to resume: $(cat ada.out)"
for name in ada bo; do
    [ "$(ls "$name.state/congo/seats" | wc -l)" -eq 1 ] || fail "$name: $(ls "$name.state/congo/seats")"
done

# ---- what waits at the next start, at a terminal -----------------------------------------------------

command -v expect >/dev/null || exit 0

# starts NAME TEXT: an interface at a terminal prints a text.
starts() {
    XDG_STATE_HOME=$PWD/$1.state LC_ALL=C.UTF-8 expect -c "
        set timeout 60
        set stty_init {columns 200}
        spawn -noecho $congo --config=none --ui=cli --plain --white=hi/random
        expect {
            -re {$2} {}
            timeout { exit 1 }
            eof { exit 1 }
        }
        send exit\\r
        expect eof
    " >"$1.terminal" || fail "$1 does not see \"$2\": $(cat "$1.terminal")"
}

# What was played last is named first.
printf '1. E-C3 *\n' >ada.state/congo/20250101-120000-0.congo
touch -t 202501010000 ada.state/congo/20250101-120000-0.congo
starts ada "resume $again.*A game was left unfinished"
starts ada "It is your move in 1 game on 127.0.0.1:$port\\. \"resume $again\" opens it"
starts bo "\"resume $again\" continues it"
grep -q 'It is your move' bo.terminal && fail 'Bo has nothing to do'
exit 0
