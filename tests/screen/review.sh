#!/bin/sh
# The review of a game on the screen: run from the end of a game and by its key, stopped, walked through by keys and
# mouse, saved and opened again, asked for in a game that is not over; and exercises from its mistakes.
. "$CONGO_SOURCE/tests/screen/lib.sh"

cat >"$scratch/game.congo" <<'EOF'
[White "Ann"]
[Black "Ben"]
[Result "0-1"]
[Reason "resigned"]

1. Z-F3 P-DD5 2. Z-E5 P:FE5 0-1
EOF
mistake='puts the zebra where it is attacked and not defended'

# The whole way: review, mistake, graph, exercise, file.
screen_start 80 24 --charset=ascii --load="$scratch/game.congo"
screen_wait "Black wins: White resigned."
screen_keys '('
screen_wait "The game has not been reviewed: V does that."
screen_keys M
screen_wait "The game has to be reviewed first: V does that."
screen_keys V
screen_wait "Reviewed: ( and ) go from mistake to mistake; M makes exercises."
expect_panel "Review"
expect_panel "The game turned when White played 2. "
expect_panel "White: 1 "
expect_panel "Black: "
screen_panel | grep -q 'The game turned .*White: 1 ' || fail "expected the turning point first"
screen_resize 46 19
screen_wait_stable
screen_resize 80 24
expect_panel "White: 1 "
screen_panel | grep -q 'The game turned .*White: 1 ' || fail "expected the turning point first after a change of the size, too"
screen_keys '('
expect_panel "$mistake"
expect_panel "f3-e5?"
screen_wait "browsing"
screen_keys '('
screen_wait "There is no mistake before this move."
screen_keys ')'
screen_wait "There is no mistake after this move."
screen_keys '}' V
expect_panel "$mistake"

# The first column of the graph is the start of the game, the second one is after the first move.
screen_find_text "Review " || fail "expected the title of the panel"
column=${screen_place% *} line=${screen_place#* }
screen_click "$column" $((line + 3))
screen_wait "Start of the game."
screen_click $((column + 1)) $((line + 3))
screen_wait "White's zebra moved to f3"

# The mistake as an exercise: the same move again, another bad one, and the one that is shown.
screen_keys M
expect_panel "Mistake 1 of 1"
screen_wait "q leave"
screen_hides "[ back" || fail "there is one mistake"
screen_hides "] forward" || fail "there is one mistake"
expect_panel "That move $mistake."
expect_panel "> Find a better move."
screen_command f3e5
expect_panel "f3-e5 is what was played: it $mistake."
screen_keys Enter
expect_panel "> Find a better move."
screen_command f3g5
expect_panel "f3-g5 loses too much: it $mistake. Black answers "
screen_keys u
expect_panel "> Find a better move."
screen_keys a
expect_panel "The best move is made by the "
screen_keys a
screen_wait_gone "made by"
expect_panel "The best move is "
screen_keys Enter
expect_panel "That is right, and the best move."
screen_keys Enter
screen_wait "You found a better move for 0 of 1 mistakes."
screen_shows "Mistake 1 of 1" && fail "expected the game"

# The review is saved with the game, and there at once when it is opened.
screen_command "save $scratch/reviewed.congo"
screen_until test -s "$scratch/reviewed.congo" || fail "expected a file"
grep -q '2\. Z-E5?' "$scratch/reviewed.congo" || fail "the mistake is not marked"
grep -q '%eval' "$scratch/reviewed.congo" || fail "the scores are not in the file"
screen_keys q
expect_end
for size in "80 24" "60 20" "140 45" "24 10"; do
    # shellcheck disable=SC2086
    screen_start $size --charset=ascii --load="$scratch/reviewed.congo"
    screen_wait "White: 1 "
    screen_keys '('
    screen_wait ": f3-e5 puts the"
    screen_keys q
    expect_end
done

# The moves in the text of an exercise are in the reader's notation, as those of the review are.
awk '/^\[/ { print; next } { printf "%s ", $0 } END { print "" }' "$scratch/reviewed.congo" |
    sed "s/$mistake/loses the zebra on e5 after P:FE5/" >"$scratch/loses.congo"
screen_start 80 24 --charset=ascii --load="$scratch/loses.congo"
screen_wait "White: 1 "
screen_keys M
expect_panel "That move loses the zebra on e5 after f6xe5."
screen_keys q q
expect_end

# Marks without a better move are no exercises.
cat >"$scratch/scores.congo" <<'END'
[White "Ann"]
[Black "Ben"]
[Result "0-1"]
[Reason "resigned"]

{[%eval 0.00,9]} 1. Z-F3 {[%eval 0.00,9]} P-DD5 {[%eval 0.00,9]} 2. Z-E5 {[%eval -4.00,9]} 0-1
END
screen_start 140 45 --charset=ascii --load="$scratch/scores.congo"
screen_wait "White: 1 blunder."
screen_wait "n new game"
screen_hides "exercises" || fail "exercises are offered without better moves"
screen_keys M
screen_wait "No better move is known for these mistakes."
screen_keys q
expect_end

# A review is stopped by its key and by c, and goes on. Its title tells the time in the words of the text below it.
# Exercises are offered when it is complete; the mistake is marked in the file.
tells_time() {
    screen_text | grep -Eq 'Review .*[0-9]/[0-9]+, [0-9]+ (seconds?|minutes) left'
}
sed 's/ 2\. [^ ]*/&?/' "$CONGO_SOURCE/tests/data/example-game.congo" >"$scratch/marked.congo"
screen_start 140 45 --charset=ascii --load="$scratch/marked.congo"
screen_wait "You win"
screen_keys V
screen_wait "look: " # the first one takes only some seconds
screen_until tells_time || fail "expected the time that is left in words"
screen_keys V
screen_wait "The review is stopped; V goes on with it."
screen_wait "( previous"
screen_hides "exercises" || fail "exercises are offered from a review that was stopped"
screen_keys V
screen_wait "The game is being reviewed"
screen_keys c
screen_wait "The review is stopped; V goes on with it."
screen_keys V q
expect_end

# A game that is not over is reviewed after a question, and its review ends when it goes on.
screen_start 80 24 --charset=ascii --white=hi/random --black=hi/random
screen_keys V
screen_wait "There is no move to review yet."
screen_command d2d3
screen_wait "d2-d3"
screen_keys V
screen_wait "The game is not over."
screen_keys n
screen_wait_gone "The game is not over."
screen_keys V
screen_wait "The game is not over."
screen_keys y
screen_wait "Reviewed: there was no mistake in this game."
screen_command d6d5
screen_wait "d6-d5"
screen_wait_gone "Review"
screen_keys q y
expect_end

# The comments and variations of a file stand beside the board without a review; i opens a box with them.
cat >"$scratch/notes.congo" <<'EOF'
[White "Ann"]
[Black "Ben"]
[Result "0-1"]
[Reason "resigned"]

{A short game.} 1. Z-F3 {It looks at four squares in the middle.} P-DD5 (1... P-EE5 2. D3) 2. Z-E5? P:FE5 0-1
EOF
screen_start 80 24 --charset=ascii --load="$scratch/notes.congo"
screen_wait "Black wins: White resigned."
screen_keys '{'
expect_panel "Notes A short game."
screen_keys ']'
expect_panel "It looks at four squares"
screen_keys ']'
expect_panel "Instead: 1... e6-e5 2. D3"
screen_keys ')'
screen_wait "White's zebra moved to e5"
screen_keys '[' '[' i
screen_wait "It looks at four squares in the middle."
screen_keys Enter
screen_wait_gone "It looks at four squares in the middle."
screen_keys q
expect_end
