#!/bin/sh
# The commands games and tree of the line interface, and congo file tree.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
congo=$CONGO_BUILD/src/congo
LC_ALL=C
TZ=UTC
export LC_ALL TZ
games=$folder/state/congo/games

# play COMMANDS [OPTION...]: writes the answers to out.
play() {
    commands=$1
    shift
    printf '%b\n' "$commands" | timeout 300 "$congo" --ui=cli --plain --config=none \
        --white=hi/random --black=hi/random "$@" >"$folder/out" 2>"$folder/err" ||
        fail "status $? after: $commands"
    [ ! -s "$folder/err" ] || fail "$commands: $(cat "$folder/err")"
}

has() {
    grep -qxF -e "$1" "$folder/out" || fail "no \"$1\" in: $(cat "$folder/out")"
}

lacks() {
    ! grep -qF -e "$1" "$folder/out" || fail "\"$1\" in: $(cat "$folder/out")"
}

# kept NAME WHITE BLACK LEVEL RESULT REASON MOVES
kept() {
    mkdir -p "$games"
    printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[Reason "%s"]\n' "$2" "$3" "$5" "$6" \
        >"$games/$1"
    printf '[CongoWhite "%s"]\n[CongoBlack "%s"]\n[CongoLevel "%s"]\n\n%s %s\n' "$2" "$3" "$4" \
        "$7" "$5" >>"$games/$1"
}

# --- nothing yet ---

play 'games\ntree\ngames statistics\ngames undo\ngames show 1'
has 'There are no games yet.'
has 'None of your 0 games that are over had this position.'
has 'You have not finished a game yet.'
has 'No game was deleted.'

# --- a game in a pipe is kept like any other, unless the options say otherwise ---

# leaves UNFINISHED OVER: so many games are kept.
leaves() {
    unfinished=$(find "$folder/state/congo" -maxdepth 1 -name '*.congo' | wc -l)
    over=$(find "$games" -name '*.congo' 2>/dev/null | wc -l)
    [ "$unfinished $over" = "$1 $2" ] || fail "expected $1 and $2 games, found $unfinished and $over"
}

play 'move e1 e3\nmove e7 e5' --no-keep
leaves 0 0
play 'move e1 e3\nresign\ngames' --no-keep
has 'There are no games yet.'
leaves 0 0
play 'move e1 e3\nresign\ngames' --keep-games=none
leaves 0 0
play 'move e1 e3\nmove e7 e5\ngames'
has '1: White - Black, being played now, just now.'
leaves 1 0
play 'games\nresume\nmove g1 f3\nresign\ngames\ngames show 1\ngames statistics'
has '1: White - Black, move 2, just now.'
has '1: White - Black, White won, 2 moves, just now.'
has 'Black resigned; White won.'
has 'Two people at this computer finished 1 game, White won 1, 0 drawn, Black won 0.'
lacks 'You have not finished a game yet.'
leaves 0 1
play 'games statistics\nmove e1 e3\ndraw\ndraw\nnew\ngames\ngames statistics'
has 'Two people at this computer finished 1 game, White won 1, 0 drawn, Black won 0.'
has '1: White - Black, draw, 1 move, just now.'
has 'Two people at this computer finished 2 games, White won 1, 1 drawn, Black won 0.'
leaves 0 2
rm -rf "$games"
play 'move e1 e3\nresign\ngames\ngames statistics' --black=ai/random
has '1: You are White against Computer, plays anything, lost, 1 move, just now.'
has 'You finished 1 game; all games: 0 won, 0 drawn, 1 lost, 0 %.'
# Its file names who played without a word of the inside, but for the tags that it is resumed by.
grep -qxF '[Black "Computer, plays anything"]' "$games"/*.congo || fail "$(cat "$games"/*.congo)"
! grep -v '^\[Congo' "$games"/*.congo | grep -e 'hi/' -e 'ai/' || fail 'a word of the inside'
play "games save 1 $folder/copy.congo\nload $folder/copy.congo\nshow players" --black=ai/random
has 'White (you): 1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns.'
has 'Black (Computer, plays anything): 1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns.'
! grep -e 'hi/' -e 'ai/' "$folder/copy.congo" || fail 'a word of the inside in a copy'
rm "$folder/copy.congo"
lacks 'Two people'
leaves 0 1
rm -rf "$games"

# --- a kill after the end loses nothing, nor does a takeback double it ---

mkfifo "$folder/typed"
"$congo" --ui=cli --plain --config=none --white=hi/random --black=hi/random \
    <"$folder/typed" >"$folder/out" 2>&1 &
killed=$!
exec 3>"$folder/typed"
printf 'move e1 e3\nmove e7 e5\nresign\nundo\nresign\n' >&3
resigned_twice() {
    [ "$(grep -c '^White resigned; Black won\.$' "$folder/out")" -eq 2 ] &&
        grep -q '^\[Reason "resigned"\]' "$folder"/state/congo/*.congo
}
eventually resigned_twice
kill -9 $killed
wait $killed 2>/dev/null
exec 3>&-
[ ! -e "$games" ] || [ -z "$(ls "$games")" ] || fail "the game was moved while it was open"
play 'games\nresume'
has '1: White - Black, Black won, 1 move, just now.'
has 'There is no unfinished game.'
[ "$(ls "$games"/*.congo | wc -l)" -eq 1 ] || fail "$(ls "$games")"
[ -z "$(find "$folder/state/congo" -maxdepth 1 -name '*.congo')" ] || fail 'the autosave is left'
rm -f "$games"/*.congo

# --- an unfinished game that cannot be resumed is set aside, and the one before it is resumed ---

state=$folder/state/congo
printf '[CongoWhite "hi/random"]\n[CongoBlack "hi/random"]\n[CongoLevel "x"]\n\n1. E-C3 *\n' \
    >"$state/20250102-120000-0.congo"
printf '[CongoWhite "hi/random"]\n[CongoBlack "hi/random"]\n\n1. E-E3 E-E5 *\n' \
    >"$state/20250101-120000-0.congo"
touch -t 202501010000 "$state/20250101-120000-0.congo"
play 'resume\nresume\nmove c1 c3'
grep -q '^1\. E-E3 E-E5 2\. ' "$state/20250101-120000-0.congo" ||
    fail "not resumed: $(cat "$folder/out")"
[ -e "$state/20250102-120000-0.congo.broken" ] || fail "not set aside: $(ls "$state")"
rm -f "$state"/*.congo "$state"/*.broken

# --- a review of a game that is over is kept when it is done ---

kept 20250101-120000-0.congo hi/negamax ai/negamax 3 1-0 resigned '1. E-C3 E-C5'
"$congo" --ui=cli --plain --config=none <"$folder/typed" >"$folder/out" 2>&1 &
killed=$!
exec 3>"$folder/typed"
printf 'games\ngames open 1\nreview\n' >&3
eventually grep -q '%eval' "$games/20250101-120000-0.congo"
kill -9 $killed
wait $killed 2>/dev/null
exec 3>&-
rm -f "$games"/*.congo

# --- the list ---

kept 20250101-120000-0.congo hi/negamax ai/negamax 3 1-0 resigned '1. E-C3 E-C5'
kept 20250102-120000-0.congo hi/negamax ai/negamax 3 1-0 resigned '1. Z-F3 E-C5 2. E-C3'
kept 20250103-120000-0.congo ai/negamax hi/negamax 3 0-1 resigned '1. E-C3 E-C5 2. Z-F3'
kept 20250104-120000-0.congo hi/negamax ai/greedy 3 1/2-1/2 agreed '1. E-C3'
echo '1. Rubbish 1-0' >"$games/20250105-120000-0.congo"

play 'games'
has "1: Cannot be read: $games/20250105-120000-0.congo, 05 January 2025."
has '2: You are White against Computer, takes what it can, draw, 1 move, 04 January 2025.'
has '3: You are Black against Computer, level 3, won, 2 moves, 03 January 2025.'
has '5: You are White against Computer, level 3, won, 1 move, 01 January 2025.'
play 'games level 3 black\ngames january\ngames elephants\ngames show 1'
has '1: You are Black against Computer, level 3, won, 2 moves, 03 January 2025.'
lacks '2: You are Black'
has '5: You are White against Computer, level 3, won, 1 move, 01 January 2025.'
has 'No game has all of these words.'

# --- one game; the numbers are those of the last list ---

play "games won\ngames show 1\ngames save 1 $folder/copy.congo\ngames resume 1\ngames show 4"
has 'White resigned; Black won.'
has "Saved as $folder/copy.congo."
has 'Expected a number of the list, 1 to 3.'
grep -q '^1\. E-C3 E-C5 2\. Z-F3 0-1$' "$folder/copy.congo" || fail "$(cat "$folder/copy.congo")"
! grep -q CongoWhite "$folder/copy.congo" || fail "the copy has the tags of an autosave"

play 'games won\ngames delete 1\ngames show 1\ngames show 2\ngames undo\ngames delete 2'
has 'The game is deleted. "games undo" brings it back until the program ends.'
has 'Game 1 is deleted; "games undo" brings it back.'
has 'You are White against Computer, level 3, won, 2 moves, 02 January 2025.'
has 'The game is back.'
[ ! -e "$games/20250104-120000-0.congo" ] || fail "the second game of the whole list is there"
[ -e "$games/20250103-120000-0.congo" ] || fail "a game that was brought back is gone"
[ -z "$(find "$games" -name '*.deleted')" ] || fail "what was deleted stays on the disk"

# --- statistics, and the next level ---

play 'games statistics'
has 'You finished 3 games; all games: 3 won, 0 drawn, 0 lost, 100 %.'
has '3 games: Computer, level 3: 3 won, 0 drawn, 0 lost, 100 %.'
has '2 games: White: 2 won, 0 drawn, 0 lost, 100 %.'
has 'You won three games in a row at level 3. Try "level 4" in your next game.'
kept 20250106-120000-0.congo hi/negamax ai/negamax 3 0-1 resigned '1. E-C3'
play 'games statistics'
lacks 'Try "level'

# --- the tree: transpositions count ---

play 'tree\nmove e1 e3\ntree'
has 'In your games with this position: 4 games, White won 2, 0 drawn, Black won 2.'
has 'E-C3: 3 games, White won 1, 0 drawn, Black won 2.'
has 'None of your 4 games that are over had this position.'
"$congo" file tree --moves='1. E-C3 E-C5 Z-F3' >"$folder/out" 2>"$folder/err" || fail "tree: $?"
has 'move                       games  White won   drawn  Black won'
has 'all                            2          1       0          1'
"$congo" file find --result=1-0 >"$folder/out" 2>"$folder/err" || fail "find: $?: $(cat "$folder/err")"
grep -q ' 1-0 .*Computer, level 3' "$folder/out" || fail "find: $(cat "$folder/out")"
! grep -q ' 0-1 ' "$folder/out" || fail "find: $(cat "$folder/out")"
"$congo" file tree --depth=2 "$games"/*.congo >"$folder/out" 2>"$folder/err"
[ $? -eq 1 ] || fail 'a damaged game is no failure'
has 'E-C3                           3          1       0          2'
has '  E-C5                         2          1       0          1'
"$congo" file tree --notation=plain --depth=2 "$games"/*.congo >"$folder/plain" 2>/dev/null
grep -qxF '  c7-c5                        2          1       0          1' "$folder/plain" ||
    fail "the tree in plain notation: $(cat "$folder/plain")"
grep -qxF "$games/20250105-120000-0.congo: 1 game is damaged and left out; \"congo file check\" says why" \
    "$folder/err" || fail "the damaged game: $(cat "$folder/err")"

refuses() {
    sentence=$1
    shift
    "$congo" file tree "$@" >"$folder/out" 2>"$folder/err"
    [ $? -eq 2 ] || fail "$*: status"
    [ ! -s "$folder/out" ] || fail "$*: $(cat "$folder/out")"
    grep -qF -e "$sentence" "$folder/err" || fail "$*: $(cat "$folder/err")"
}
refuses '--moves: "zz" is not a move' --moves='E-C3 zz'
refuses '--fen: ' --fen=xyz
refuses '--variant: ' --variant=nothing
refuses 'cannot be opened' "$folder/missing"

[ "$failures" -eq 0 ]
