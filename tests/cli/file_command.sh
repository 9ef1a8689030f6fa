#!/bin/sh
# congo file check, convert, find and merge: output, files and exit status (0: done, 1: a game is wrong,
# 2: failure).

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
cd "$folder" || exit 1
LC_ALL=C
export LC_ALL

# run STATUS ARGUMENTS...: runs congo file; its output is in out and err.
run() {
    expected=$1
    shift
    "$congo" file "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$expected" ] || fail "$*: status $status, expected $expected: $(cat err)"
}

# says STATUS TEXT ARGUMENTS...: prints exactly TEXT, nothing on standard error.
says() {
    status=$1 text=$2
    shift 2
    run "$status" "$@"
    [ "$(cat out)" = "$text" ] || fail "$*: expected \"$text\", found \"$(cat out)\""
    [ ! -s err ] || fail "$*: complained: $(cat err)"
}

# refuses STATUS SENTENCE ARGUMENTS...: prints the sentence on standard error only.
refuses() {
    status=$1 sentence="congo file $2"
    shift 2
    run "$status" "$@"
    [ ! -s out ] || fail "$*: on standard output: $(cat out)"
    [ "$(cat err)" = "$sentence" ] || fail "$*: expected \"$sentence\", found \"$(cat err)\""
}

same() {
    cmp -s "$1" "$2" || fail "$1 and $2 differ: $(diff "$1" "$2")"
}

game() {
    printf '[White "%s"]\n[Result "*"]\n[Variant "congo"]\n\n%s *\n\n' "$1" "$2"
}

game Ada "1. P-DD3 P-DD5" >ada
game Bo "1. Z-F3 {[%emt 0:00:01.5] on its way}" >bo
cat ada bo >both
# The first game has a wrong second move, the third a wrong tag; the others are valid.
{
    game One "1. P-DD3 Z-A1"
    game Two "1. P-DD3"
    printf '[White "Three]\n\n1. P-DD3 *\n\n'
    game Four "1. P-DD3 P-DD5 2. Z-F3"
} >broken
printf '1. d3 d6d5 *\n' >slips
i=0
while [ $i -lt 150 ]; do
    printf '[White "x"]\n\n1. Z9 *\n\n'
    i=$((i + 1))
done >hopeless
printf 'not a game' >text
: >empty

# ---- check ----

says 0 "ada: 1 game, 2 moves: correct" check ada
says 0 "ada: 1 game, 2 moves: correct
both: 2 games, 3 moves: correct
2 files: 3 games, 5 moves: correct" check ada both
says 0 "" check --quiet ada both
says 0 "" check -q ada
says 1 'broken:5:10: no legal move fits "Z-A1"
broken:13:8: the value that begins here has no closing quote in its line
broken: 4 games, 4 moves, 2 wrong' check broken
says 1 'broken:5:10: no legal move fits "Z-A1"
broken:13:8: the value that begins here has no closing quote in its line' check -q broken
run 1 check hopeless
[ "$(tail -2 out)" = "hopeless: 100 games are wrong; the rest was not checked
hopeless: 100 games, no moves, 100 wrong" ] || fail "hopeless: $(tail -2 out)"
says 1 'text:1:1: "not" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or a2a3
text: 1 game, no moves, 1 wrong' check text
says 1 "empty: no games found" check empty
says 1 'slips:1:4: "d3" fits 3 moves: P-CD3, P-DD3, P-ED3
slips: 1 game, no moves, 1 wrong' check slips
printf '1. Zf3 d6d5 3. Z:G1 *\n' >slips
says 0 'slips:1:4: "Zf3" is read as Z-F3
slips:1:13: the number 3. is read as 2.
slips:1:16: "Z:G1" is read as Z-G1
slips: 1 game, 3 moves: correct, except for 3 slips that --strict rejects' check slips
says 0 "" check --quiet slips
says 1 "slips:1:4: expected Z-F3, found Zf3
slips:1:13: expected 2., found 3.
slips:1:16: expected Z-G1, found Z:G1
slips: 1 game, no moves, 1 wrong" check --strict slips
# After a game with errors, the next one is read even if it has no tags.
cat slips >two
echo '1. D3! d6d5 1-0 1. Z-A1' | sed 's/D3!/d2d3/' >>two
run 1 check --strict two
grep -q '^two:2:14: the result is 1-0, but the moves leave the game open' out ||
    fail "two: $(cat out)"
grep -q '^two:2:21: no legal move fits "Z-A1"$' out || fail "two: $(cat out)"
grep -q '^two: 3 games, no moves, 3 wrong$' out || fail "two: $(cat out)"
"$congo" file check - <both >out 2>err || fail "check -: status $?"
[ "$(cat out)" = "standard input: 2 games, 3 moves: correct" ] || fail "check -: $(cat out)"
head -c 9 both | "$congo" file check - >out 2>err
[ $? -eq 1 ] || fail "check of a pipe: no failure"
grep -q "^standard input:1:8: " out || fail "check of a pipe: $(cat out)"

run 2 check ada missing both
[ "$(cat err)" = "congo file check: missing: cannot be opened: No such file or directory" ] ||
    fail "check missing: $(cat err)"
[ "$(tail -1 out)" = "3 files: 3 games, 5 moves, 1 unread file" ] || fail "check missing: $(cat out)"

# ---- convert ----

says 0 "$(cat both)" convert both
says 0 '[White "Ada"]
[Result "*"]
[Variant "congo"]

1. d2d3 d6d5 *

[White "Bo"]
[Result "*"]
[Variant "congo"]

1. g1f3 {[%emt 0:00:01.5] on its way} *' convert --to=coordinates both
# shellcheck disable=SC2094 # coordinates is also the name of a format
"$congo" file convert -t coordinates - <both >coordinates || fail "convert -t: status $?"
"$congo" file convert --to congo -o again coordinates || fail "convert -o: status $?"
same again both
"$congo" file check -q --strict coordinates || fail "coordinates are not strict"

# The example game of the rules, with chains and drowned pieces, comes back byte for byte.
example=$CONGO_SOURCE/tests/data/example-game.congo
"$congo" file convert --to=coordinates "$example" | "$congo" file convert - >again
same again "$example"
printf '[FEN "3l3/7/7/4p2/3M3/7/M2L3/w/43@31"]\n1. M:F5 L-C7 *\n\n
[FEN "7/3l3/2p1p2/7/2p4/1M5/3L3/w/-1"]\nM:D4:B6 *' >chains
run 0 convert --to=coordinates chains
grep -q '^1. d3f5 d7c7 \*$' out || fail "chain: $(cat out)"
grep -q '^1. b2d4b6 \*$' out || fail "chain: $(cat out)"
"$congo" file convert - <out >again
grep -q '^1. M:D4:B6 \*$' again || fail "chain: $(cat again)"

# What the line interface prints, a capture in one line and jump by jump.
printf 'transition (b1,d3)\n\n transition (d3,f5)\n (d7,d6)\n' >steps
printf 'transitions (b1,d3) -> (d3,f5) -> (f5,f5)\ntransition (d7,d6)' >steps-in-a-line
for steps in steps steps-in-a-line; do
    says 0 '[Result "*"]
[Variant "congo"]
[FEN "3l3/7/7/4p2/7/2p4/1M1L3/w/-1"]

1. M:D3:F5 L-D6 *' convert --foreign --game=3l3/7/7/4p2/7/2p4/1M1L3/w/-1 $steps
    run 1 convert $steps
done

# A + after a move, as mindsports.nl has it, is read everywhere.
printf '1. d2-d3+ d6-d5 2. Z-F3+! *\n' >checks
says 0 '[Result "*"]
[Variant "congo"]

1. P-DD3 P-DD5 2. Z-F3! *' convert --foreign "$(sed 's/Z-F3+!/g1f3+!/' checks >plus && echo plus)"
says 0 'checks:1:20: "Z-F3+!" is read as Z-F3
checks: 1 game, 3 moves: correct, except for 1 slip that --strict rejects' check checks

# A foreign list of moves: no tags, no result, other notations.
printf '1. d2-d3 d6-d5\n2. (g1, f3) (g7,f5) 3. a1-a3' >foreign
says 0 '[Result "*"]
[Variant "congo"]

1. P-DD3 P-DD5 2. Z-F3 Z-F5 3. G-A3 *' convert --foreign foreign
says 0 '[Result "*"]
[Variant "islands"]
[FEN "gmelecz/ppppppp/7/7/7/3P3/3L3/w/-1"]

1. D3 *' convert --foreign --variant=islands \
    --game=gmelecz/ppppppp/7/7/7/3P3/3L3/w/-1 "$(printf 'd3' >one && echo one)"
printf '[Result "1-0"]\n1. d2d3 d6d5 1-0\n[Result "1/2-1/2"]\n\n1. d2d3\n' >ended
says 0 '[Result "1-0"]
[Variant "congo"]
[Reason "resigned"]

1. P-DD3 P-DD5 1-0

[Result "1/2-1/2"]
[Variant "congo"]
[Reason "agreed"]

1. P-DD3 1/2-1/2' convert --foreign ended
# Ordinary results are accepted without --foreign too, with a warning; --strict rejects them.
"$congo" file convert --foreign ended >expected
run 0 convert ended
same out expected
[ "$(cat err)" = 'ended:2:14: the result is 1-0, but the moves leave the game open (*), and no Reason or Termination tag says why it ended; read as 1-0: Black resigned; White won.
ended:6:1: there is no result after the moves; read as 1/2-1/2: A draw by agreement.' ] ||
    fail "convert ended: $(cat err)"
refuses 1 "convert: strict:2:14: the result is 1-0, but the moves leave the game open (*), and no Reason or Termination tag says why it ended" \
    convert --strict --number=1 "$(head -2 ended >strict && echo strict)"
sed 's/(g1, f3) (g7,f5)/Z-F3 Z-F5/' foreign >rest
says 0 'rest:2:22: there is no result after the moves; read as *
rest: 1 game, 5 moves: correct, except for 1 slip that --strict rejects' check rest
refuses 1 "convert: rest:2:22: the text ends before the result of the game, such as 1-0 or *" convert --strict rest
printf '[Result "0-1"]\n[FEN "3l3/7/7/7/7/7/3L3/w/-1"]\n\n1. L:D7# 0-1\n' >contradiction
says 0 'contradiction:4:10: the result is 0-1, but the moves say 1-0: White captured the lion and won.
contradiction: 1 game, 1 move: correct, except for 1 slip that --strict rejects' check contradiction
refuses 1 'convert: broken:5:10: no legal move fits "Z-A1"' convert broken
run 1 convert --strict slips
[ "$(cat err)" = "slips:1:4: expected Z-F3, found Zf3
slips:1:13: expected 2., found 3.
slips:1:16: expected Z-G1, found Z:G1
congo file convert: slips: game 1 has 3 errors" ] || fail "convert --strict slips: $(cat err)"
run 0 convert slips
[ "$(cat err)" = 'slips:1:4: "Zf3" is read as Z-F3
slips:1:13: the number 3. is read as 2.
slips:1:16: "Z:G1" is read as Z-G1' ] || fail "convert slips: $(cat err)"
refuses 2 'convert: --after: expected a whole number from 0 to 100000, found -1' convert --to=svg --after=-1 ada
refuses 2 'convert: --to: expected "congo", "coordinates", "pgn", "svg", "html", "txt" or "json", found "chess"' convert --to=chess ada
run 2 convert --variant=chess ada
grep -q '^congo file convert: --variant: expected a variant .*, found "chess"$' err ||
    fail "--variant=chess: $(cat err)"
refuses 2 "convert: --game: ranks: expected 7 separated by '/', found 1" convert --game=7 ada

# The example game as it was printed, with its five slips, between notes and boards.
{
    printf '# An evening by the river\n\nThe board, with 1. as White moves first:\n\n```\n'
    printf '7 EZCLCZE --###--\n6 --#P#-- --###--\n  ABCDEFG\n```\nThe start\n\n'
    awk '{ print }
        NR == 5 { print "\nTwo pawns could go to B4.\n\n```\n7 EZ-L--E\n4 +P~~~++\n```\n" }
        NR == 15 { print "\n7 --#L#--\n3 -czpp-p\n" }
        NR == 44 { print "\nL:D2?? would lose to L:D2 (the lions face each other); so it is not played.\n" }' \
        "$CONGO_SOURCE/tests/data/example-game.txt"
    printf '\nWhite takes the lion and wins.\n\n* A chess set will do.\n'
} >printed
run 0 convert --foreign --variant=megapawn printed
[ "$(tr -s ' \n' '  ' <out | sed 's/^.*"\] //')" = \
    "$(grep -v '^\[' "$example" | tr -s ' \n' '  ' | sed 's/{[^}]*} //g; s/22\.\.\. //; s/46\.\.\. //; s/^ //')" ] ||
    fail "the game as printed: $(cat out)"
[ "$(cat err)" = 'printed:13:9: "Z-D6" is read as Z-FD6: what follows, up to "Z-C5" in line 27, rules out Z-BD6
printed:14:4: "Z-D2" is read as Z-FD2: what follows, up to "Z-C3" in line 29, rules out Z-BD2
printed:32:10: "E:A5" is read as E-A5
printed:33:5: "E:E2" is read as E-E2
printed:33:10: "E:E6" is read as E-E6
printed: without moves, and skipped: lines 1-10, 18-23, 36-37, 69, 79-81' ] ||
    fail "the game as printed: $(cat err)"
run 1 convert --variant=megapawn printed

# ---- find ----

# dated DATE WHITE BLACK RESULT VARIANT MOVES
dated() {
    [ -z "$1" ] || printf '[Date "%s"]\n' "$1"
    printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[Variant "%s"]\n' "$2" "$3" "$4" "$5"
    case $4 in
    1-0 | 0-1) printf '[Reason "resigned"]\n' ;;
    1/2*) printf '[Reason "agreed"]\n' ;;
    esac
    printf '\n%s %s\n\n' "$6" "$4"
}
dated 2024.05.31 "Ada Lovelace" Bo 1-0 congo "1. P-DD3 P-DD5 2. Z-F3" >first.congo
{
    dated 2024.??.?? Bo ada 1/2-1/2 islands "1. P-DD3 P-DD5"
    dated "" Cy Bo "*" congo ""
    dated 2025.01.01 Cy Ada 0-1 congo "1. Z-F3 P-DD5 2. P-DD3 P-AA5"
} >rest.congo

# finds NUMBERS OPTION...: the games that are found, in their order.
finds() {
    numbers=$1
    shift
    run 0 find "$@" first.congo rest.congo
    found=$(tail -n +2 out | sed 's/.*  \(first\|rest\).congo  *\([0-9]\)  .*/\1\2/' | tr '\n' ' ')
    [ "$found" = "$numbers " ] || fail "find $*: expected $numbers, found $found"
    [ ! -s err ] || fail "find $*: complained: $(cat err)"
}

says 0 "date        result   moves  variant        file          game  players
2024.05.31  1-0          3  congo          first.congo      1  Ada Lovelace - Bo
2024.??.??  1/2-1/2      2  islands        rest.congo       1  Bo - ada
?           *            0  congo          rest.congo       2  Cy - Bo
2025.01.01  0-1          4  congo          rest.congo       3  Cy - Ada" find first.congo rest.congo
finds "first1 rest1 rest3" --player=ADA
finds "first1" --white=ada
finds "rest1 rest3" --black=ada
finds "first1" --player=bo --white=ada --date=2024
finds "first1 rest1" --date=2024
finds "first1" --date=2024.05
finds "first1" --date=2024-05-31
finds "first1 rest3" --date=2024.05..2025.01
finds "first1 rest1" --date=..2024
finds "rest3" --date=2024.06..
finds "first1" --result=1-0
finds "rest3" --result=0-1
finds "rest1" --result=1/2-1/2
finds "rest2" --result='*'
finds "first1 rest1 rest2 rest3" --result=any
finds "rest1" --variant=islands
finds "first1 rest2 rest3" --variant=congo
finds "rest1" --length=2
finds "first1 rest1" --length=2..3
finds "rest2" --length=..1
finds "first1 rest3" --length=3..
after='gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1'
finds "first1 rest1" --fen=$after
finds "first1" --fen=$after --variant=congo
# The same board, but with the other side to move, is another position; another order of moves is not.
finds "rest3" --fen=gmelecz/ppp1ppp/3p3/7/3P1Z1/PPP1PPP/GMELEC1/b/-1 --length=4
finds "first1 rest3" --fen=gmelecz/ppp1ppp/3p3/7/3P1Z1/PPP1PPP/GMELEC1/b/-1
says 0 "date        result   moves  after  variant        file          game  players
2024.05.31  1-0          3      2  congo          first.congo      1  Ada Lovelace - Bo" \
    find --fen=$after --variant=congo first.congo rest.congo
# The games themselves, which other commands read.
says 0 "$(cat first.congo)" find --to=congo --white=ada rest.congo first.congo
"$congo" file find --to=congo --black=ada rest.congo | "$congo" file check - >out 2>err || fail "found games: $(cat err)"
[ "$(cat out)" = "standard input: 2 games, 6 moves: correct" ] || fail "found games: $(cat out)"
says 0 "" find -t congo -o found --length=2 rest.congo
[ "$(cat found)" = "$(dated '2024.??.??' Bo ada 1/2-1/2 islands "1. P-DD3 P-DD5")" ] || fail "found: $(cat found)"
refuses 2 "find: found: the file already exists; --force replaces it" find -o found rest.congo
run 0 find --force --output=found rest.congo
[ "$(wc -l <found)" -eq 4 ] || fail "found: $(cat found)"
# What does not fit, and what is wrong.
refuses 1 "find: none of 4 games fits" find --player=Dee first.congo rest.congo
run 1 find broken
[ "$(cat err)" = 'broken: 2 games are damaged and left out; "congo file check" says why' ] || fail "find broken: $(cat err)"
[ "$(grep -c ' Two\| Four' out)" -eq 2 ] || fail "find broken: $(cat out)"
refuses 2 "find: empty: no games found" find empty
refuses 2 "find: missing: cannot be opened: No such file or directory" find ada missing
dates='a date such as 2024, 2024.05 or 2024.05.31, or a range such as 2023..2024.05 or 2024..'
for date in 24 2024.13 2024.5 2024.00 2024.05.32 2024.05.31.1 2025..2024 .. 2024..x may 2024,05 ""; do
    run 2 find --date="$date" ada
    grep -qF "congo file find: --date: expected $dates, found " err || fail "--date=$date: $(cat err)"
done
for length in 3..2 .. x -1 1...2 99999999999 ""; do
    run 2 find --length="$length" ada
    grep -qF "congo file find: --length: expected a number of moves such as 40, or a range such as 20..40, 60.. or ..10, found" err ||
        fail "--length=$length: $(cat err)"
done
refuses 2 'find: --result: expected "any", "1-0", "0-1", "1/2-1/2" or "*", found "2-0"' find --result=2-0 ada
refuses 2 "find: --fen: ranks: expected 7 separated by '/', found 1" find --fen=7 ada
run 2 find --variant=chess ada
grep -q '^congo file find: --variant: expected a variant' err || fail "find --variant=chess: $(cat err)"
run 2 find --player= ada
grep -q '^congo file find: --player: ' err || fail "find --player=: $(cat err)"

# ---- merge ----

says 0 "$(cat both)" merge ada bo
run 1 merge ada bo both ada -
[ "$(cat err)" = "congo file merge: standard input: no games found" ] || fail "$(cat err)"
says 0 "$(cat both)" merge ada bo both ada
# A game in another notation, with its tags in another order, is a duplicate.
printf '[Variant "congo"]\n[Result "*"]\n[White "Ada"]\n1. d2d3 d6d5 *\n' >ada2
says 0 "$(cat bo ada)" merge bo ada2 both
says 0 "all: 2 games, without 3 duplicates" merge --output=all ada bo both ada2
same all both
chmod 640 all
before=$(ls -l all)
refuses 2 "merge: all: the file already exists; --force replaces it" \
    merge -o all ada
refuses 1 'merge: broken:5:10: no legal move fits "Z-A1"' merge --force -o all ada broken
refuses 2 "merge: missing: cannot be opened: No such file or directory" merge -f -oall ada missing
same all both
[ "$(ls -l all)" = "$before" ] || fail "all was touched"
# The output may be one of the inputs.
game Cy "1. P-AA3" >cy
says 0 "all: 3 games" merge --force --output all cy all
cat cy both >expected
same all expected
[ "$(ls -l all | cut -c1-10)" = "-rw-r-----" ] || fail "the mode of all: $(ls -l all)"
says 0 "new: 1 game" merge -o new ada

# Nothing is read before all files and the output have been looked at.
head -c 68000000 /dev/zero >huge
refuses 2 "merge: huge: expected a file of at most 64 MiB" merge broken huge
refuses 2 "merge: missing: cannot be opened: No such file or directory" merge broken missing
refuses 2 "merge: all: the file already exists; --force replaces it" \
    merge -o all broken
refuses 2 "merge: no/where: not written: No such file or directory" merge -o no/where broken
# A merged file that could not be read again is not written.
game Ada "{$(head -c 36000000 /dev/zero | tr '\0' x)} 1. P-DD3" >large
sed 's/Ada/Bo/' large >large2
refuses 2 "merge: the games together are more than 64 MiB, and no larger file can be read" \
    merge -o larger large large2
[ ! -e larger ] || fail "larger was written"
[ "$("$congo" file merge large large2 | wc -c)" -gt 72000000 ] || fail "merge to standard output"
rm -f large large2

# Many games keep their order, and none is lost.
i=0
while [ $i -lt 3000 ]; do
    game "Player $i" "1. P-DD3"
    i=$((i + 1))
done >many
says 0 "more: 3000 games, without 3000 duplicates" merge -o more many many
same more many

# On a full disk the old file stays unchanged, and no other file is left.
cp ada kept
for command in "convert" "merge"; do
    (
        ulimit -f 8
        "$congo" file $command --force --output=kept many
    ) >out 2>err
    [ $? -eq 2 ] || fail "$command without room: no failure"
    grep -q "^congo file $command: .*kept: not written" err || fail "$command without room: $(cat err)"
    same kept ada
    left=$(find . -name '*tmp*')
    [ -z "$left" ] || fail "$command without room: left $left"
done

# ---- read and write errors ----

mkdir dir
mkfifo pipe
for command in check convert merge; do
    for file in dir pipe /dev/null; do
        found='something else'
        [ $file != dir ] || found='a folder'
        run 2 $command $file
        [ "$(cat err)" = "congo file $command: $file: expected a file, found $found" ] ||
            fail "$command $file: $(cat err)"
    done
    run 2 $command huge
    [ "$(cat err)" = "congo file $command: huge: expected a file of at most 64 MiB" ] ||
        fail "$command huge: $(cat err)"
    "$congo" file $command - <huge >out 2>err
    [ $? -eq 2 ] || fail "$command - <huge: no failure"
    [ "$(cat err)" = "congo file $command: standard input: expected a file of at most 64 MiB" ] ||
        fail "$command - <huge: $(cat err)"
    "$congo" file $command - <dir >out 2>err
    [ $? -eq 2 ] || fail "$command - <dir: no failure"
    if [ -w /dev/full ]; then
        "$congo" file $command both >/dev/full 2>err
        [ $? -eq 2 ] || fail "$command on a full disk: no failure"
        [ "$(cat err)" = "congo file $command: standard output: No space left on device" ] ||
            fail "$command on a full disk: $(cat err)"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        cp ada secret
        chmod 0 secret
        run 2 $command secret
        [ "$(cat err)" = "congo file $command: secret: cannot be opened: Permission denied" ] ||
            fail "$command secret: $(cat err)"
        rm -f secret
    fi
    refuses 2 "$command: expected a file of games, or - for standard input" $command
    refuses 2 "$command: there is no option \"--strikt\", the closest is --strict" \
        $command --strikt ada
    refuses 2 "$command: --strict: expected no value, found \"1\"" $command --strict=1 ada
    run 0 $command --help
    grep -q "^Usage: congo file $command " out || fail "$command --help: $(cat out)"
    [ ! -s err ] || fail "$command --help: $(cat err)"
done
for command in convert merge; do
    run 2 $command -o dir/no/where ada
    run 2 $command -f -o dir ada
    [ "$(cat err)" = "congo file $command: dir: expected a file, found a folder" ] || fail "$(cat err)"
    refuses 2 "$command: --output: expected FILE, found nothing" $command ada --output
done
cp ada -- --quiet
says 0 "--quiet: 1 game, 2 moves: correct" check -- --quiet

# ---- the command itself ----

run 2
[ "$(cat err)" = "congo file: expected check, convert, find, merge, review or tree, found nothing" ] || fail "$(cat err)"
run 2 marge
[ "$(cat err)" = "congo file: there is no command \"marge\", the closest is merge; expected check, convert, find, merge, review or tree" ] ||
    fail "$(cat err)"
run 0 --help
[ "$(grep -c '^Usage: congo file ' out)" -eq 6 ] || fail "congo file --help: $(cat out)"
"$congo" --help | grep -q '^  congo file ' || fail "congo --help does not name the command"

[ "$failures" -eq 0 ]
