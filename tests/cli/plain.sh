#!/bin/sh
# congo --ui=cli --plain: all output is in sentences, which suffice to play a game.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
LC_ALL=C
export LC_ALL

# talk OPTION... <COMMANDS: writes the answers to out, without empty lines and the commands.
talk() {
    "$congo" --ui=cli --plain --white=hi/random --black=hi/random "$@" >"$folder/all" 2>"$folder/err" ||
        fail "$*: status $?"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
    grep -v -e '^$' -e '^> ' "$folder/all" >"$folder/out"
    only_sentences
}

# Checks that nothing is drawn: every line has words and ends like a sentence.
only_sentences() {
    ! grep -nE -e '[-+|_^*/\\] [-+|_^*/\\] ' -e '^ +[1-7]  ' -e '[|_\\]' -e '  ' "$folder/out" ||
        fail "something is drawn"
    ! LC_ALL=C grep -n '[^ -~]' "$folder/out" || fail "not plain characters"
    ! grep -v '[.!?]$' "$folder/out" || fail "no sentence"
}

# says LINE...: the output has these lines in a row.
says() {
    printf '%s\n' "$@" >"$folder/expected"
    awk 'NR == FNR { want[++n] = $0; next }
        { said[++m] = $0 }
        END {
            for (i = 1; i + n - 1 <= m; i++) {
                for (j = 1; j <= n && said[i + j - 1] == want[j]; j++);
                if (j > n) exit 0
            }
            exit 1
        }' "$folder/expected" "$folder/out" ||
        fail "not said: $* in: $(cat "$folder/out")"
}

# ask COMMAND ANSWER...: asks a question that changes nothing, with its complete answer.
ask() {
    echo "$1" >>"$folder/asked"
    printf '> %s\n' "$1" >>"$folder/answers"
    shift
    printf '%s\n' "$@" >>"$folder/answers"
}

# answers OPTION...: all that was asked has its answer, in one game.
answers() {
    talk "$@" <"$folder/asked"
    sed -n '/^> ./,$p' "$folder/all" | grep -v -e '^$' -e '^> $' -e '^The program is terminated' |
        diff "$folder/answers" - >"$folder/difference" || fail "$*: $(cat "$folder/difference")"
    rm "$folder/asked" "$folder/answers"
}

# ---- the start ----

talk </dev/null
[ "$(cat "$folder/out")" = "Congo. Type help for a list of commands.
white: lion d1, elephants c1 e1, zebra g1, giraffe a1, crocodile f1, monkey b1, pawns a2 b2 c2 d2 e2 f2 g2.
black: lion d7, elephants c7 e7, zebra g7, giraffe a7, crocodile f7, monkey b7, pawns a6 b6 c6 d6 e6 f6 g6.
White is to move.
The program is terminated..." ] || fail "the beginning: $(cat "$folder/out")"
cp "$folder/all" "$folder/option"
echo 'plain = true; ui = "cli";' >"$folder/plain.conf"
"$congo" --config="$folder/plain.conf" </dev/null >"$folder/all"
cmp -s "$folder/all" "$folder/option" || fail "plain in the configuration: $(cat "$folder/all")"
"$congo" --plain </dev/null >"$folder/all"
cmp -s "$folder/all" "$folder/option" || fail "--plain alone: $(cat "$folder/all")"
"$congo" --ui=cli --plain=off </dev/null >"$folder/all"
grep -q '^ 7   g m e l e c z$' "$folder/all" || fail "--plain=off: $(cat "$folder/all")"

# ---- questions ----

ask "rank 4" "rank 4, the river: white zebra c4, black zebra d4, black crocodile g4."
ask "rank 5" "rank 5: black pawn c5."
ask "rank 7" "rank 7: black lion d7."
ask "rank 2" "rank 2: white pawn c2."
ask "file c" "file c: white elephant c1, white pawn c2, white zebra c4, black pawn c5, black pawn c6."
ask "file A" "file a: empty."
ask "piece z" "zebras: white c4; black d4."
ask "piece E" "elephants: white c1 e1; black none."
ask "piece superpawn" "superpawns: white none; black none."
ask "piece lion" "lions: white d1; black d7."
ask "piece Lion" "lions: white d1; black d7."
ask "piece LIONS" "lions: white d1; black d7."
ask "piece elephants" "elephants: white c1 e1; black none."
ask "piece 🐘" "elephants: white c1 e1; black none."
ask "drowning" \
    "White's zebra c4 drowns at the end of this turn unless it leaves the river." \
    "Black's zebra d4 drowns at the end of Black's next turn unless it leaves the river."
ask "last" "No move has been made."
ask "moves" "No move has been made."
ask "attackers c4" \
    "c4: white zebra. Black attacks it with pawn c5. White protects it with pawn b3."
ask "attackers c2" \
    "c2: white pawn. Black attacks it with zebra d4. White protects it with lion d1, elephant c1 and monkey b1."
ask "attackers d4" "d4: black zebra. White does not attack it. Black protects it with crocodile g4 and pawn c5."
ask "attackers b3" "b3: white pawn. Black attacks it with zebra d4. White protects it with pawn c2."
ask "attackers a1" "a1 is empty. White attacks it with elephant c1. Black does not attack it."
ask "attackers d1" "d1: white lion. Black does not attack it."
for wrong in "rank" "rank x" "rank 4 5" "file" "file aa" "file !" "piece" "piece x" \
    "piece t" "piece z z" "piece lionss" "piece s s" "last 1" "attackers" "attackers d" "drowning now" \
    "level x" "level -" "analyse 1.5" "put Z" "put d4" "remove x"; do
    ask "$wrong" "Wrong command format. Consult \"help ${wrong%% *}\"."
done
# A number or a square outside the range is told the range.
for wrong in "rank 8" "rank 0"; do
    ask "$wrong" "Ranks are 1 to 7."
done
ask "file h" "Files are a to g."
for wrong in "attackers d8" "attackers h4" "attackers d44" "move d1 d8" "move d1h1" "d1 d0" "d1h1" \
    "put Z h1" "put white zebra d8" "remove d1 h1"; do
    ask "$wrong" "Squares are a1 to g7."
done
for wrong in "level 11" "level 0" "level -1" "level 99999999999"; do
    ask "$wrong" "Levels are 1 to 10."
done
ask "analyse 0" "Seconds are 1 to 3600."
ask "next 5" "The moves of a puzzle are 2 to 4."
ask "puzzle 0" "Puzzles are 1 to 600."
ask "resume 0" "Numbers of moves are 1 to 100000."
answers --game=3l3/2p4/2p4/2Zz2c/1P5/2P4/1MELE2/w/-1

# A lion within reach of a monkey's second jump only; islands.
ask "attackers d7" \
    "d7: black lion. White attacks it by more than one jump with monkey c3."
answers --game=3l3/3e3/7/3p3/2Mz3/7/3L3/w/-1
ask "rank 4" "rank 4, the river: white pawn a4, white pawn d4, black crocodile e4, black zebra g4; islands a4 b4 f4 g4."
ask "file b" "file b: empty; island b4."
ask "drowning" "White's pawn d4 drowns at the end of this turn unless it leaves the river." \
    "Black has nothing in the river that drowns."
ask "show board" "white: lion d1, pawns a4 d4." "black: lion d7, zebra g4, crocodile e4." \
    "islands: a4, b4, f4 and g4." "White is to move." \
    "White's pawn d4 drowns at the end of this turn unless it leaves the river."
ask "show players" "White: 1 lion, 2 pawns." \
    "Black: 1 lion, 1 zebra, 1 crocodile." "White is to move."
answers --variant=islands --game=3l3/7/7/P2Pc1z/7/7/3L3/w/-1
ask "piece q" "megapawns: white none; black none."
ask "piece megapawn" "megapawns: white none; black none."
ask "piece mpawn" "pawns: white d2 a3 c3 e3 g3; black a5 c5 e5 g5 d6."
ask "piece Pawns" "pawns: white d2 a3 c3 e3 g3; black a5 c5 e5 g5 d6."
answers --variant=megapawn
ask "show players" \
    "White: 1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns." \
    "White has 5 minutes and 0 seconds left." \
    "Black: 1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns." \
    "Black has 5 minutes and 0 seconds left." "White is to move."
answers --clock=300+5
printf '%s\n' "move c3 e5" "show players" | talk --game=7/7/4l2/7/2L4/3P3/7/w/-1
says "White: 1 lion, 1 pawn." "Black: nothing."

# ---- help and lists ----

ask "help level" "level: Shows or sets the strength of the computer's moves." "Type level; or level 1 to 10."
ask "help attackers" "attackers: Says what could capture on a square, and what protects it." "Type attackers SQUARE."
ask "help file" "file: Says what is on a file, starting at rank 1." "Type file a to g."
ask "help help" "help: Lists the commands, or explains one of them." "Type help; or help COMMAND."
ask "help show" "show: Shows the board, the players or the possible steps." '"show game" shows all three.' \
    "Type show board or players or moves or game."
ask "help watch" "watch: Watches a network game." "Type watch ID."
ask "variant" \
    "The variant is congo. There are congo, wits, islands, simpler, crowded, megapawn-draw and megapawn."
answers
talk <<'END'
help
END
# The page about train names an ending, Lz_lp, which is no word.
sed -n -e /^train:/d -e 's/^\([a-z]*\): [A-Z].*/help \1/p' "$folder/out" >"$folder/pages"
[ "$(wc -l <"$folder/pages")" -gt 40 ] || fail "the commands: $(cat "$folder/out")"
talk <"$folder/pages"
[ "$(grep -c '^Type ' "$folder/out")" -eq "$(wc -l <"$folder/pages")" ] || fail "the pages: $(cat "$folder/out")"

# ---- moves ----

ask "show moves" "pawn a2 to a3 or b3." "pawn b2 to a3, b3 or c3." "pawn c2 to b3, c3 or d3." \
    "pawn d2 to c3, d3 or e3." "pawn e2 to d3, e3 or f3." "pawn f2 to e3, f3 or g3." \
    "pawn g2 to f3 or g3." "giraffe a1 to a3 or c3." "elephant c1 to c3." "elephant e1 to e3." \
    "zebra g1 to f3."
ask "move a1 a7" \
    'The giraffe cannot go from a1 to a7. The command "show moves" tells the legal moves.'
ask "zebra to f5" \
    'Expected the squares where the move begins and ends, such as "zebra g1 f3". The command "show moves" tells the legal moves.'
answers

# A monkey's capture jump by jump, stopped early; then as one move.
monkey="--game=3l3/7/2pp3/4p2/2p1c2/2p4/1M1L3/w/-1"
talk "$monkey" <<'END'
move b1 d3
show moves
last
show board
move d3 d3
last
moves
END
says 'White: monkey from b1 jumps to d3, taking the pawn c2. It may jump on to b3, f3 or f5, or stop with "move d3 d3".' \
    "monkey d3 takes the pawn e4 jumping to f5, takes the pawn c3 jumping to b3, takes the crocodile e3 jumping to f3, or stops." \
    'White: monkey from b1 jumps to d3, taking the pawn c2. It may jump on to b3, f3 or f5, or stop with "move d3 d3".'
says "White's monkey is capturing: it began on b1, stands on d3, and may stop or jump on to b3, f3 or f5." \
    "White: monkey stops on d3." \
    "Black's pawn e4 drowns at the end of this turn unless it leaves the river." \
    "White: monkey from b1 jumps to d3, taking the pawn c2, and stops there."
says "1, White: monkey from b1 jumps to d3, taking the pawn c2, and stops there."
talk "$monkey" <<'END'
move b1 d3
move d3 f5
END
says "White: monkey from d3 jumps on to f5, taking the pawn e4."
talk "$monkey" <<'END'
b1d3f5
undo
M:D3:F5
END
says "White: monkey from b1 jumps to d3, taking the pawn c2, then to f5, taking the pawn e4."

# Promotion, drowning, the lions' line, the lion's capture, the list of moves.
talk --game=4l2/3P3/7/2Z4/2z4/7/2PL3/w/-1 <<'END'
d6d7
e7d7
c1d2
END
says "White's zebra c4 drowns at the end of this turn unless it leaves the river." \
    "White: pawn from d6 to d7, and becomes a superpawn. White's zebra c4 drowns." \
    "Black: lion from e7 to d7, taking the superpawn there."
says "White: pawn from c1 to d2."
talk --game=3l3/7/7/C2Z2P/7/7/3L3/w/-1 --variant=islands <<'END'
d4c6
advise
d7d1
moves
show moves
a2a3
END
says "White: zebra from d4 to c6." \
    "The line between the lions d1 and d7 is open: it is Black who may capture along it."
says "Black: lion from d7 to d1, taking the lion there." \
    "Black captured the lion and won." \
    "1, White: zebra from d4 to c6." \
    "1, Black: lion from d7 to d1, taking the lion there." \
    "There are no moves."

# After the end nobody is to move, and the board and the last move tell the result.
talk --game=3l3/7/7/7/7/7/2ZL3/w/-1 <<'END'
d1d7
show board
show players
show game
last
END
says "White captured the lion and won." "white: lion d7, zebra c1." "black: nothing." \
    "White captured the lion and won." \
    "White: 1 lion, 1 zebra." "Black: nothing." \
    "white: lion d7, zebra c1." "black: nothing." "White captured the lion and won." \
    "White: 1 lion, 1 zebra." "Black: nothing." "There are no moves." \
    "White: lion from d1 to d7, taking the lion there." "White captured the lion and won."
[ "$(grep -c 'is to move' "$folder/out")" -eq 1 ] || fail "somebody is to move after the end"
talk --game=3l3/7/7/7/7/7/2ZL3/w/-1 <<'END'
c1d3
resign
show board
undo
END
says "Black resigned; White won." "white: lion d1, zebra d3." "black: lion d7." \
    "Black resigned; White won." "white: lion d1, zebra d3." "black: lion d7." "Black is to move."

# The board tells again what the last move warned of.
talk --game=3l3/7/7/C2Z2P/7/7/3L3/w/-1 --variant=islands <<'END'
d4c6
show board
END
says "Black is to move." \
    "The line between the lions d1 and d7 is open: it is Black who may capture along it." \
    "The program is terminated..."
# In the middle of a capture, too.
talk --game=3l3/7/2pp3/Z3p2/2p1c2/2p4/1M1L3/w/-1 <<'END'
move b1 d3
show board
END
says "White's monkey is capturing: it began on b1, stands on d3, and may stop or jump on to b3, f3 or f5." \
    "White's zebra a4 drowns at the end of this turn unless it leaves the river."

# A draw by the limit of quiet moves is told when it comes near, every five moves, and then before
# each of the last moves. The board tells it at any time.
cat >"$folder/short.conf" <<'END'
variants = ( { name = "short"; quiet_plies = 44; repetition = "none"; } );
END
for turn in 1 2 3 4 5 6 7 8 9 10 11; do
    printf '%s\n' e1e2 c7c6 e2e1 c6c7
    [ $turn -ne 4 ] || echo "show board"
done >"$folder/asked"
talk --config="$folder/short.conf" --variant=short --game=2l4/7/7/7/7/7/4LZ1/w/-1 <"$folder/asked"
sed -n -e 's/^Draw in \([0-9]*\) moves each unless something is captured or drowns, or a pawn moves\.$/\1/p' \
    -e 's/^Draw after \(.*\) unless something is captured or drowns, or a pawn moves\.$/\1/p' \
    -e 's/^A draw, as for too long nothing was captured or drowned and no pawn moved\.$/end/p' \
    "$folder/out" >"$folder/told"
printf '%s\n' 20 20 15 15 14 10 10 5 5 4 4 3 3 2 2 "two more moves" "this move" end |
    cmp -s - "$folder/told" || fail "the draw comes near: $(cat "$folder/told")"

# So is a repetition: the position that comes up again, or the moves that may not repeat it.
talk <<'END'
g1f3
g7f5
f3g1
f5g7
show board
g1f3
g7f5
f3g1
f5g7
END
says "Black: zebra from f5 to g7." \
    "This position has come up for the second time; the third time is a draw."
says "White is to move." \
    "This position has come up for the second time; the third time is a draw." \
    "White: zebra from g1 to f3." \
    "This position has come up for the second time; the third time is a draw."
says "A draw, as the same position came up for the third time."
talk --variant=megapawn --game=1gl4/7/7/7/7/7/G3L2/w/-1 <<'END'
a1a3
b7b5
a3a1
show board
END
says "White: giraffe from a3 to a1." \
    "Moves that repeat an earlier position are forbidden here: giraffe from b5 to b7."
says "Black is to move." \
    "Moves that repeat an earlier position are forbidden here: giraffe from b5 to b7."

# Advice tells who is better, and what is expected; advice by chance knows neither.
advice() {
    printf '%s\n' "${word:-advise}" | "$congo" --config=none --ui=cli --plain --black=hi/negamax "$@" \
        >"$folder/all" 2>&1 || fail "advice: status $?"
    sed -n '/^> [Aa]dvi[sc]e/,/^> $/p' "$folder/all" | grep -v -e '^$' -e '^> ' -e '^The program' \
        >"$folder/out"
    only_sentences
}
advice --depth=4 --movetime=0 # or a busy machine ends it earlier
[ "$(wc -l <"$folder/out")" -eq 2 ] || fail "advice: $(cat "$folder/out")"
grep -qE '^The advice is: [a-z]+ from [a-g][1-7] to [a-g][1-7]' "$folder/out" ||
    fail "advice: $(cat "$folder/out")"
grep -qE '^((White|Black) is better by about (half a|1|[1-9]\.5|[2-9]) pawns?|The game is about even)\. Expected next: Black [a-z]+ from [a-g][1-7] to .*\.$' \
    "$folder/out" || fail "advice: $(cat "$folder/out")"
word=Advice advice --game=3l3/7/7/7/7/7/3L3/w/-1 --variant=congo
says "The advice is: lion from d1 to d7, taking the lion there." "White wins in 1 move."
# The other form of the line interface tells the same in short, if it is asked for.
printf '%s\n' "advise" "advise more" | "$congo" --config=none --ui=cli --black=hi/negamax --depth=4 --movetime=0 |
    sed -n '/advise/,/^ > $/p' | grep -v -e '^$' -e '^The program' >"$folder/out"
sed -e 's/([a-g][1-7],[a-g][1-7])/STEP/' -e 's/^ [WB].*: 1\..*/ SCORE AND MOVES/' \
    -e 's/^ 0\.00: 1\..*/ SCORE AND MOVES/' "$folder/out" >"$folder/found"
printf ' %s\n' "> advise" "Advised move is STEP." "> advise more" "Advised move is STEP." \
    "SCORE AND MOVES" "> " | cmp -s - "$folder/found" || fail "advise more: $(cat "$folder/out")"
advice --white=hi/random
[ "$(wc -l <"$folder/out")" -eq 1 ] || fail "advice by chance: $(cat "$folder/out")"

# A loaded game is shown at its end.
printf '1. P-DD3 P-DD5 *\n\n1. P-DD3 P-DD5 2. C4 P:C4 3. L:D7# 1-0\n' >"$folder/two.congo"
echo last >"$folder/asked"
talk --load="$folder/two.congo#1" <"$folder/asked"
says "White is to move." "Black: pawn from d6 to d5."
talk --load="$folder/two.congo" <"$folder/asked"
says "White captured the lion and won." "White: lion from d1 to d7, taking the lion there."

# A hint in a puzzle names the move in notation and in words.
talk --puzzle=1 <<'END'
hint
hint
END
says "White wins in 2 with the pawn on e5." "White wins in 2 with P:D6." \
    "That is: pawn from e5 to d6, taking the pawn there."

# ---- whole games against a computer ----

# A short game against a computer, with a move taken back.
talk --black=ai/random --depth=1 <<'END'
move d2 d3
last
undo
show board
resign
END
says "White resigned; Black won."
grep -q "^Black: [a-z]* from [a-g][1-7] " "$folder/out" || fail "the computer's move is missing"

# Plays listed steps until the game is over. 400 turns suffice against a greedy opponent.
mkfifo "$folder/in" "$folder/said"
"$congo" --ui=cli --plain --white=hi/random --black=ai/greedy --pace=0 <"$folder/in" \
    >"$folder/said" 2>"$folder/err" &
player=$!
exec 3>"$folder/in" 4<"$folder/said"
rm "$folder/in" "$folder/said"

# Reads up to the next prompt, which has no line end: sends a command with a known answer.
receive() {
    echo "rank x" >&3
    : >"$folder/received"
    while IFS= read -r line <&4; do
        case $line in
        'Wrong command format. Consult "help rank".') return 0 ;;
        esac
        printf '%s\n' "$line" >>"$folder/received"
    done
    return 1
}

receive
turns=0
over=
while [ -z "$over" ] && [ $turns -lt 400 ]; do
    turns=$((turns + 1))
    echo "show moves" >&3
    receive || break
    # Takes a line such as "pawn a2 to a3 or b3." or "pawn c3, takes the zebra d4.".
    move=$(grep -E '^[a-z]+ [a-g][1-7] ' "$folder/received" | sed -n "$((turns % 7 + 1))p")
    [ -n "$move" ] || move=$(grep -E '^[a-z]+ [a-g][1-7] ' "$folder/received" | tail -1)
    # shellcheck disable=SC2046 # the squares are words
    set -- $(echo "$move" | grep -oE '[a-g][1-7]')
    from=$1
    shift $(($# - 1))
    echo "move $from $1" >&3
    receive || break
    over=$(grep -E '(won|draw)' "$folder/received")
done
echo exit >&3
exec 3>&-
cat <&4 >/dev/null
exec 4<&-
wait $player || fail "the game: status $?"
[ ! -s "$folder/err" ] || fail "the game: $(cat "$folder/err")"
[ -n "$over" ] || fail "the game has no end after $turns turns: $(cat "$folder/received")"

[ "$failures" -eq 0 ]
