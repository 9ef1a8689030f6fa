#!/bin/sh
# congo file review: what it writes and prints; the same bytes from run to run, whatever the number of
# threads; a review that is stopped or killed keeps the games that are finished, and goes on.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
cd "$folder" || exit 1
LC_ALL=C
export LC_ALL

# run STATUS ARGUMENTS...: runs congo file review; its output is in out and err.
run() {
    expected=$1
    shift
    "$congo" file review --endings=none "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$expected" ] || fail "$*: status $status, expected $expected: $(cat err)"
}

same() {
    cmp -s "$1" "$2" || fail "$1 and $2 differ: $(diff "$1" "$2")"
}

holds() {
    grep -q -e "$2" "$1" || fail "$1 has no \"$2\": $(cat "$1")"
}

# game WHITE FEN MOVES
game() {
    printf '[White "%s"]\n[Black "Bo"]\n[Result "*"]\n[Variant "congo"]\n[FEN "%s"]\n\n%s *\n\n' "$1" "$2" "$3"
}

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
game Ada $start "1. P-DD3 {the usual move} P-DD5 2. E-C3 Z-F5 3. D4 P:D4" >ada
game Cy "3gl2/2p4/7/G6/7/4P2/2L3Z/w/-1" "1. Z-F3,:A4 C5" >cy
# The lion can be taken at once, so that it needs no search.
game Di "4l2/7/4E2/7/7/7/2L4/w/-1" "1. E:E7#" | sed 's/ \*$/ 1-0/; s/"\*"/"1-0"/' >di
game Eva $start "" >eva
cat ada cy di >games

# --- what is written ---
run 0 --nodes=500 --threads=1 games
cp out whole
[ ! -s err ] || fail "complaints: $(cat err)"
holds whole 'Z-F3,:A4??'
holds whole 'Blunder: Z-F3,:A4 leaves the'
holds whole 'the usual move'
[ "$(grep -c '%eval' whole)" -ge 3 ] || fail "too few scores: $(cat whole)"
"$congo" file check --strict whole >out 2>&1 || fail "the output is no file of games: $(cat out)"

# --- always the same ---
for threads in 2 3; do
    run 0 --nodes=500 --threads=$threads games
    same out whole
done
run 0 --nodes=500 whole
same out whole
run 0 --nodes=500 --again whole
same out whole
run 0 --nodes=500 ada
cp out begun
cat begun cy di >rest
run 0 --nodes=500 rest
same out whole
"$congo" file review --endings=none --nodes=500 - <games >out 2>err || fail "standard input: $(cat err)"
same out whole

# --- a file, and a summary ---
run 0 --nodes=500 --output=file games
same file whole
holds out '^Game 1: Ada against Bo, \*$'
holds out '^  White: accuracy [0-9]* %, '
holds out '1 blunder, '
holds out '^Game 3: Di against Bo, 1-0$'
printf '[White "Ed"]\n[Black "Bo"]\n[Result "0-1"]\n\n%s 0-1\n' \
    '{[%eval 6,9]} 1. P-DD3 {[%eval -6,9]} P-DD5 {[%eval -6,9]}' >turned
run 0 --output=new turned
holds out '^  The game turned when White played 1. P-DD3, a blunder\.$'
mv new kept
run 0 --output=new --notation=plain turned
holds out '^  The game turned when White played 1. d2-d3, a blunder\.$'
same new kept
rm new kept
game hi/negamax $start "1. P-DD3" >kept
run 0 --nodes=1 --output=new kept
holds out '^Game 1: White against Bo, \*$'
rm new kept
run 2 --nodes=500 --output=file games
holds err 'file: the file already exists; --force replaces it'
run 0 --nodes=500 --output=file --force file
same file whole
run 2 --nodes=5 --movetime=5 games
holds err '^congo file review: --movetime cannot be combined with --nodes$'
: >empty
run 1 empty
run 2 missing
printf '[White "Ada"]\n\n1. P-AA9 *\n\n' >wrong
run 1 --nodes=500 --output=new games wrong
[ ! -e new ] || fail "a file was written although a game is wrong"

# --- stopped, killed, and gone on with ---
cat di eva ada >long
for signal in TERM KILL; do
    rm -f part
    "$congo" file review --endings=none --nodes=2000000000 --threads=1 --output=part long >out 2>err </dev/null &
    id=$!
    until [ -e part ]; do
        kill -0 $id 2>/dev/null || break
        sleep 0.1
    done
    kill -$signal $id
    wait $id 2>/dev/null
    status=$?
    if [ $signal = TERM ]; then
        [ $status -eq 2 ] || fail "stopped: $(describe_status $status): $(cat err)"
        holds err '^congo file review: interrupted: 1 of 3 games are reviewed and saved; to go on, use congo file review --force --output=part part$'
    fi
    [ "$(grep -c '%eval' part)" -eq 1 ] || fail "$signal: not the finished game only: $(cat part)"
    run 0 --nodes=500 --output=part --force part
    run 0 --nodes=500 long
    same out part
done

# --- at a terminal ---
if command -v expect >/dev/null; then
    rm part
    expect -f "$CONGO_SOURCE/tests/cli/review_command.exp" "$congo" || failures=$((failures + 1))
    [ "$(grep -c '%eval' part)" -eq 1 ] || fail "Ctrl-C: not the finished game only: $(cat part)"
fi
[ "$failures" -eq 0 ]
