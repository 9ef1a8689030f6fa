#!/bin/sh
# The review of a game in the line interface, from a pipe and at a terminal, the exercises from its mistakes, and what
# is saved.
. "$CONGO_SOURCE/tests/screen/lib.sh"

game=$scratch/game.congo
cat >"$game" <<'EOF'
[White "Ann"]
[Black "Ben"]
[Result "0-1"]
[Reason "resigned"]

1. Z-F3 P-DD5 2. Z-E5 P:FE5 0-1
EOF

# run COMMANDS FILE [OPTION...]: writes the answers to out.
run() {
    commands=$1 file=$2
    shift 2
    printf '%b\n' "$commands" | timeout 120 "$program" --ui=cli --config=none \
        --load="$file" "$@" >"$scratch/out" 2>"$scratch/err" || fail "status $? after: $commands"
    [ ! -s "$scratch/err" ] || fail "$commands: $(cat "$scratch/err")"
}

# has PATTERN: a whole line.
has() {
    grep -Eqx -e "$1" "$scratch/out" || fail "no \"$1\" in: $(cat "$scratch/out")"
}

has_no() {
    ! grep -Eqx -e "$1" "$scratch/out" || fail "\"$1\" in: $(cat "$scratch/out")"
}

bad=' 2\. Z-E5\?\??  (Mistake|Blunder): Z-E5 puts the zebra where it is attacked and not defended\. .* was better\.'
run "review\nsave $scratch/reviewed.congo\nreview again" "$game"
has "$bad"
has ' White: accuracy [0-9]+ %, .*\.'
has ' Black: accuracy [0-9]+ %, no blunders, no mistakes, no inaccuracies\.'
has ' The game turned when White played 2\. Z-E5, a (mistake|blunder)\.'
[ "$(grep -Ecx -e "$bad" "$scratch/out")" = 2 ] || fail "expected two reviews"

# A file keeps its review.
run 'review show' "$scratch/reviewed.congo"
has "$bad"

# In plain sentences.
run 'review' "$scratch/reviewed.congo" --plain
has 'Move 2, White: Z-E5\. (Mistake|Blunder): Z-E5 puts the zebra where it is attacked and not defended\. .* was better\.'
has 'That is: .* from .*\.'

# Of a move whose better one is not in the file, nothing is named.
cat >"$scratch/scores.congo" <<'EOF'
[Result "0-1"]
[Reason "resigned"]

{[%eval 0.00,9]} 1. Z-F3 {[%eval 0.00,9]} P-DD5 {[%eval 0.00,9]} 2. Z-E5 {[%eval -4.00,9]} 0-1
EOF
run 'review\nmistakes' "$scratch/scores.congo" --plain
has 'No better move is known for these mistakes\.'
has 'Move 2, White: Z-E5\. Blunder: Z-E5 .*\.'
has_no 'That is: .*'

# The exercise: another bad move, the same one again, and the shown one; then the game again.
run 'mistakes\nmistakes 2\nf3g5\nmistakes\nundo\nf3e5\nundo\nreview\nhint\nhint\nundo\nresign\nundo\nmistakes end\nmistakes end' \
    "$scratch/reviewed.congo"
has ' Mistake 1 of 1\. Ann played zebra f3 to e5, a (mistake|blunder)\. Find a better move\.'
has ' There is no mistake 2: the last one is 1\.'
has ' Z-G5 loses too much: it puts the zebra where it is attacked and not defended\. Black answers P:[FG]G5\. Consult "help undo"\.'
has ' Z-E5 is what was played: it puts the zebra where it is attacked and not defended\. Consult "help undo"\.'
has ' This is an exercise: "mistakes end" returns to the game\.'
has ' The best move is made by the .* on [a-g][1-7]\.'
has ' The best move is [A-Z][^ ]*\.'
has ' Given up\. Take that back to try again\. Consult "help undo"\.'
has ' You found a better move for 0 of 1 mistakes\.'
has ' No exercise has begun\.'

# The best move solves it, and counts unless it was shown.
best=$(sed -n 's/^ The best move is \([A-Z][^ ]*\)\.$/\1/p' "$scratch/out" | head -n 1)
run "mistakes\n$best\nnext" "$scratch/reviewed.congo"
has ' That is right, and the best move\. Consult "help next"\.'
has ' You found a better move for 1 of 1 mistakes\.'
run "mistakes\nhint\nhint\n$best\nnext" "$scratch/reviewed.congo"
has ' You found a better move for 0 of 1 mistakes\.'

# A signal during an exercise saves the game behind it. It could not be saved before.
printf '[Result "*"]\n\n1. Z-F3 P-DD5 2. Z-E5 *\n' >"$scratch/begun.congo"
: >"$scratch/blocked"
mkfifo "$scratch/typed"
XDG_STATE_HOME=$scratch/blocked "$program" --ui=cli --config=none --white=hi/random --black=hi/random \
    --load="$scratch/begun.congo" >"$scratch/out" 2>&1 <"$scratch/typed" &
signalled=$!
exec 9>"$scratch/typed" # waits for the program, whose output then replaced the older one
printf 'f6e5\nreview\nmistakes\n' >&9
eventually grep -q 'Mistake 1 of ' "$scratch/out"
rm "$scratch/blocked"
kill -TERM $signalled
wait $signalled 2>/dev/null
exec 9>&-
grep -q 'P:FE5' "$scratch"/blocked/congo/*.congo || fail "the game behind the exercise is lost: $(cat "$scratch/out")"

# By ear, the mistake is named in words, before the question, which comes last: "you" where one person plays at this
# computer and no other name is known.
grep -v -e White -e Black "$game" >"$scratch/nameless.congo"
# asked SENTENCE [OPTION]...: the last line before the next prompt.
asked() {
    sentence=$1
    shift
    run 'review\nmistakes\nfen' "$scratch/nameless.congo" --plain "$@"
    sed -n '/^> mistakes/,/^> fen/p' "$scratch/out" | grep -v -e '^$' -e '^> ' | tail -n 1 | grep -Eqx -e "$sentence" ||
        fail "expected \"$sentence\" in: $(cat "$scratch/out")"
    has_no 'That is: zebra from f3 to e5\.'
}
asked 'Mistake 1 of 1\. You played zebra f3 to e5, a (mistake|blunder)\. Find a better move\.'
asked 'Mistake 1 of 1\. White played zebra f3 to e5, a (mistake|blunder)\. Find a better move\.' --black=hi/negamax

# At a terminal, Ctrl-C stops the review, and "review" goes on with it.
cp "$CONGO_SOURCE/tests/data/example-game.congo" "$scratch/long.congo"
screen_start 80 40 --ui=cli --config=none --load="$scratch/long.congo"
screen_wait " >"
screen_type "review"
screen_keys Enter
screen_wait "First look: "
screen_keys C-c
screen_wait 'The review is stopped; "review" goes on with it.'
screen_type "review"
screen_keys Enter
screen_wait "First look: "
screen_type "moves"
screen_keys Enter
screen_wait "49. "
screen_type "exit"
screen_keys Enter
[ "$(screen_ended)" = 0 ] || fail "expected the exit status 0"
