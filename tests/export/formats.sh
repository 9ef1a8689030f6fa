#!/bin/sh
# congo file convert --to=svg, txt and json, and congo fen --to=svg: what they hold, and what they refuse.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
games=$CONGO_SOURCE/tests/export/games
cd "$folder" || exit 1
LC_ALL=C.UTF-8
export LC_ALL

# refuses STATUS SENTENCE ARGUMENTS...
refuses() {
    status=$1 sentence=$2
    shift 2
    "$congo" "$@" >out 2>err </dev/null
    found=$?
    [ "$found" -eq "$status" ] || fail "$*: status $found, expected $status"
    [ "$(cat err)" = "$sentence" ] || fail "$*: expected \"$sentence\", found \"$(cat err)\""
    [ ! -s out ] || fail "$*: wrote something"
}

cat >small.congo <<'END'
[Event "Club"]
[White "Ada \"the lion\" & <Co>"]
[Black "Bo"]
[Result "*"]

{Before the game.} 1. P-DD3! {[%emt 0:00:02.5] [%clk 0:04:57.5] [%eval 0.34,12] quiet} (1. P-CC3 P-CC5)
1... P-DD5?! $14 *
END

# --- names that people gave ---

# A file of an older version, whose players had labels for names.
printf '[White "hi/negamax"]\n[Black "ai/negamax"]\n\n1. P-DD3 P-DD5 *\n' >old.congo
printf '[Black "Computer, level 4"]\n\n1. P-DD3 P-DD5 *\n' >level.congo
for form in html svg 'svg --animated' txt; do
    # shellcheck disable=SC2086
    "$congo" file convert --to=$form old.congo >old.out || fail "no $form of a file with labels"
    grep -v '^<pre class="text">\|^\[' old.out >old.words # the page holds the file itself, too
    ! grep -q 'hi/\|ai/\|negamax' old.words || fail "$form shows labels: $(grep 'hi/\|ai/' old.words | head -n 1)"
    # shellcheck disable=SC2086
    "$congo" file convert --to=$form level.congo | grep -q 'You – Computer, level 4' || fail "$form names nobody"
done
"$congo" file find old.congo | grep -q ' You - Computer$' || fail "find: $("$congo" file find old.congo)"
"$congo" file convert --to=json old.congo | grep -q '"White": "hi/negamax"' || fail "data have other tags"

# --- words ---

# A game that is drawn by repetition goes on neither for the lion nor for the piece in the river.
cat >drawn.congo <<'END'
[Variant "congo"]
[FEN "3l3/7/7/7/7/7/1Z1L3/w/-1"]
[Result "1/2-1/2"]

1. b1a3 d7d6 2. a3b1 d6d7 3. b1a3 d7d6 4. a3b1 d6d7 1/2-1/2

[Variant "congo"]
[FEN "4l2/7/7/7/3Z3/7/2L4/w/-1"]
[Result "1/2-1/2"]

1. d3b4 e7e6 2. b4a2 e6e7 3. a2b4 e7e6 4. b4a2 e6e7 5. a2b4 1/2-1/2
END
"$congo" file convert --to=html drawn.congo >drawn.html 2>err || fail "no page of drawn games: $(cat err)"
[ "$(grep -o 'id="g[12]-end-words">[^.:]*' drawn.html | sort -u | cut -d '>' -f 2)" = \
    "$(printf 'A draw, as the same position came up for the third time\nA draw, as the same position came up for the third time')" ] ||
    fail "the end of drawn games: $(grep -o 'id="g[12]-end-words">[^.:]*' drawn.html)"
tr '<' '\n' <drawn.html | grep -e 'id="g1-8"' -e 'id="g2-9"' >ends
[ "$(wc -l <ends)" -eq 2 ] || fail "the last moves of drawn games: $(cat ends)"
! grep -e 'can take the lion now' -e 'drowns next turn' ends || fail 'a drawn game goes on'

printf '[Variant "wits"]\n[Result "*"]\n\n*\n' | "$congo" file convert --to=html - >wits.html 2>err
grep -q 'White and Black played Congo, the variant wits\.' wits.html || fail 'the summary of a variant'

# Notes follow the notation; what a person wrote stays.
"$congo" file convert --to=txt --notation=plain small.congo >plain.txt
grep -q 'Instead: 1. c2-c3 c6-c5' plain.txt || fail "a sheet's lines: $(cat plain.txt)"
"$congo" file convert --to=html --notation=letters small.congo | grep -q '>Pc2-c3</a>' || fail "a page's lines"
printf '[FEN "3gl2/2p4/7/G6/7/4P2/2L3Z/w/-1"]\n[Result "*"]\n\n1. Z-F3,:A4 {I like Z-F3.\\n%s} *\n' \
    'Blunder: Z-F3,:A4 leaves the giraffe in the river (a4). G:C6 was better.' >blunder.congo
"$congo" file convert --to=html --notation=plain blunder.congo >blunder.html
grep -q 'Blunder: g1-f3~a4 leaves the giraffe in the river (a4). a4×c6 was better.' blunder.html ||
    fail "a review's sentence on a page"
grep -q 'I like Z-F3\.' blunder.html || fail "a person's words on a page"

# legend NOTATION: the moves that a page in that notation explains.
legend() {
    printf '[Result "*"]\n\n1. a2a3 *\n\n[Variant "megapawn"]\n[Result "*"]\n\n*\n' |
        "$congo" file convert "--notation=$1" --to=html - | sed '1,/class="legend"/d' |
        grep -o '^<dt>[^<]*' | cut -d '>' -f 2
}
marks=$(printf '1. 1...\n! ?! ? ??\ng1f3, b1d3f5')
[ "$(legend congo)" = "$(printf '%s\n' Z-F3 Z:F3 D3 P:B4 'E-CD4, P-BA3' M:D3:F5 C-F3,:D4 'L:D6#' "$marks")" ] ||
    fail "the page's Congo notation: $(legend congo)"
[ "$(legend plain)" = "$(printf '%s\n' g1-f3 f1×e3 b1×d3×f5 g3-f3~d4 'e5×d6#' d6-d7=S d6-d7=Q "$marks")" ] ||
    fail "the page's plain notation: $(legend plain)"
[ "$(legend letters)" = "$(printf '%s\n' Zg1-f3 Zf1×e3 Pd2-d3 Mb1×d3×f5 Cg3-f3~d4 'Ze4×d6#' Pd6-d7=S Pd6-d7=Q \
    "$marks")" ] || fail "the page's letters: $(legend letters)"

# Of a monkey's ways to a square, that which takes the lion stands for all.
printf '[Result "*"]\n[FEN "%s"]\n\n*\n' 3l3/7/7/7/7/2PPL2/2m4/b/-1 | "$congo" file convert --to=html - >ways.html 2>err
grep -q 'c1:[^"]*\.e3\.e1#' ways.html || fail "the way that takes the lion: $(grep -o 'data-moves="[^"]*' ways.html)"

# --- PGN ---

# expect_pgn FILE: reading its PGN back, strictly, gives the same games, and the same PGN again.
expect_pgn() {
    "$congo" file convert "$1" >games.congo 2>/dev/null && "$congo" file convert --to=pgn "$1" >games.pgn 2>/dev/null ||
        fail "no PGN of $1"
    "$congo" file convert --strict games.pgn >back.congo || fail "the PGN of $1 is not read"
    cmp -s games.congo back.congo || fail "$1: $(diff games.congo back.congo)"
    "$congo" file convert --to=pgn back.congo >again.pgn
    cmp -s games.pgn again.pgn || fail "$1: another PGN: $(diff games.pgn again.pgn)"
}

cat >pgn.congo <<'END'
[White "Ada \"the lion\" \\ Co"]
[Result "1-0"]
[Variant "congo"]
[FEN "7/3l3/2p1p2/7/2p4/1M5/3L3/w/-1"]
[Reason "time"]
[Opening "none"]

{Before.} 1. M:D4:B6! $14 {[%clk 0:04:57.5] [%eval 0.34,12] a {b\x7d} 1... L-D7
1-0
END
"$congo" file convert --to=pgn pgn.congo >small.pgn || fail "no PGN"
cat >expected.pgn <<'END'
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada \"the lion\" \\ Co"]
[Black "?"]
[Result "1-0"]
[Variant "congo"]
[SetUp "1"]
[FEN "7/3l3/2p1p2/7/2p4/1M5/3L3/w/-1"]
[Reason "time"]
[Opening "none"]
[Termination "time forfeit"]

{Before.} 1. b2d4xb6! $14 {[%eval 0.34,12] [%clk 0:04:57.5] a {b\x7d} 1... d6d7
1-0

END
diff expected.pgn small.pgn >&2 || fail "another PGN"
# Moves of variations are in coordinates too.
"$congo" file convert --to=pgn small.congo | tr '\n' ' ' | grep -qF ' quiet} (1. c2c3 c6c5) 1... d6d5?! ' ||
    fail "variations in PGN: $("$congo" file convert --to=pgn small.congo)"
for file in pgn.congo small.congo "$games/several.congo" "$CONGO_SOURCE/bench/against-sum.congo"; do
    expect_pgn "$file"
done
# ended REASON MOVES RESULT TERMINATION
ended() {
    printf '[FEN "3l3/7/7/7/7/7/3L3/w/-1"]\n[Reason "%s"]\n%s %s\n' "$1" "$2" "$3" >end.congo
    expect_pgn end.congo
    grep -qF "[Termination \"$4\"]" games.pgn || fail "$1: $(grep Termination games.pgn)"
}
ended resigned L-D2 0-1 normal
ended agreed L-D2 1/2-1/2 normal
ended lion L:D7# 1-0 normal
ended time L-D2 1-0 'time forfeit'
ended aborted L-D2 '*' abandoned
ended '' L-D2 '*' unterminated

# --- the score sheet ---

"$congo" file convert --to=txt small.congo >small.txt || fail "no score sheet"
cat >expected.txt <<'END'
Ada "the lion" & <Co> – Bo
==========================
Club
White to move.
Variant: congo

The position before the first move, White to move:

 7   g m e l e c z
 6   p p p p p p p
 5   - - - - - - -
 4   + + + + + + +
 3   - - - - - - -
 2   P P P P P P P
 1   G M E L E C Z

 /   a b c d e f g

      Before the game.

   1. P-DD3!
      quiet
      Instead: 1. P-CC3 P-CC5
 1...                     P-DD5?!

The position after 1... P-DD5?!, White to move:

 7   g m e l e c z
 6   p p p - p p p
 5   - - - p - - -
 4   + + + + + + +
 3   - - - P - - -
 2   P P P - P P P
 1   G M E L E C Z

 /   a b c d e f g
END
diff expected.txt small.txt >&2 || fail "another score sheet"

# Comments of variations have neither escapes nor commands.
printf '1. P-DD3 (1. P-CC3 {[%%eval 0.3] a\\nb \\x7d}) *\n' >escapes.congo
"$congo" file convert --to=txt escapes.congo >escapes.txt
grep -qxF '      Instead: 1. P-CC3 {a b }}' escapes.txt || fail "escapes in a sheet: $(cat escapes.txt)"

# Notes are wrapped, a character of two bytes counting once.
{
    printf '1. P-DD3 {'
    i=0
    while [ $i -lt 60 ]; do
        printf 'é%s ' $i
        i=$((i + 1))
    done
    echo '} *'
} >long.congo
"$congo" file convert --to=txt long.congo >long.txt || fail "no score sheet with a long note"
widest=$(wc -L <long.txt)
[ "$widest" -le 79 ] && [ "$widest" -ge 70 ] || fail "lines of $widest characters"

# --- JSON ---

"$congo" file convert --to=json small.congo >small.json || fail "no JSON"
cat >expected.json <<'END'
[{"tags": {"Event": "Club", "White": "Ada \"the lion\" & <Co>", "Black": "Bo"},
 "variant": "congo",
 "result": "*",
 "start": "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
 "comment": "Before the game.",
 "moves": [
  {"ply": 1, "color": "white", "move": "P-DD3", "coordinates": "d2d3", "fen": "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1", "time_ms": 2500, "clock_ms": 297500, "glyphs": [1], "comment": "quiet", "variations": "(1. P-CC3 P-CC5)", "score": {"hundredths": 34, "depth": 12}},
  {"ply": 2, "color": "black", "move": "P-DD5", "coordinates": "d6d5", "fen": "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1", "glyphs": [6, 14]}]}]
END
diff expected.json small.json >&2 || fail "another JSON"
"$congo" file convert --to=json "$games/several.congo" small.congo >several.json || fail "no JSON of two files"
if command -v python3 >/dev/null 2>&1; then
    python3 - several.json <<'END' || fail "the JSON of several games"
import json
import sys

games = json.load(open(sys.argv[1]))
assert [len(game["moves"]) for game in games] == [112, 63, 4, 2], [len(game["moves"]) for game in games]
assert games[1]["variant"] == "elephante" and games[1]["variant_rules"]["pawns"], games[1]
assert games[1]["variant_rules"]["quiet_plies"] == 100, games[1]["variant_rules"]
assert all(isinstance(rule, str) for name, rule in games[1]["variant_rules"].items() if name != "quiet_plies")
assert games[1]["reason"] == "lion" and games[1]["result"] == "1-0"
assert games[2]["start"].split("/")[7] == "b" and games[2]["moves"][1]["coordinates"] == "b1d3f1"
assert "variant_rules" not in games[0] and "reason" not in games[3]
END
fi

# congo-file(5) documents every reason that a game can end for.
for reason in $(sed -n '/^const char \*reason_word/,/^}/p' "$CONGO_SOURCE/src/rules/outcome.c" | grep -o '"[a-z-][a-z-]*"' |
    tr -d '"'); do
    sed -n '/^\.Ss JSON/,$p' "$CONGO_SOURCE/man/congo-file.5" | sed 's,\\-,-,' | grep -q "^\.Ql $reason\b" ||
        fail "congo-file(5) lacks the reason $reason"
done

# --- pictures ---

"$congo" file convert --to=svg small.congo >end.svg || fail "no picture"
grep -qF '<title id="board-title">Ada &quot;the lion&quot; &amp; &lt;Co&gt; – Bo, after 1... P-DD5?!</title>' end.svg ||
    fail "another title: $(grep '<title' end.svg)"
grep -qF 'White to move. White: lion d1, elephants c1 e1,' end.svg || fail "another description"
"$congo" file convert --to=svg --after=0 small.congo >start.svg || fail "no picture of the start"
"$congo" fen --to=svg gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1 >fen.svg || fail "no picture of a FEN"
[ "$(grep -c '<use' start.svg)" -eq 28 ] || fail "$(grep -c '<use' start.svg) pieces"
sed '/<title/d' start.svg >a
sed '/<title/d' fen.svg >b
cmp -s a b || fail "the same position is another picture"
grep -q prefers-color-scheme fen.svg || fail "an automatic theme has one scheme"
"$congo" fen --to=svg --theme=dark gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1 >dark.svg
! grep -q prefers-color-scheme dark.svg || fail "a theme has two schemes"

# --- animated pictures ---

# frames FILE PIECE: the keyframes of a piece, one a line.
frames() {
    sed -n "s/^@keyframes $2{\\(.*\\)}\\.$2{animation:$2 [0-9]*ms infinite}\$/\\1/p" "$1" | sed 's/}/}\n/g' | sed '/^$/d'
}

# A monkey jumps over a pawn, pieces of both sides drown, and a lion takes a lion.
cat >film.congo <<'END'
[White "Ada & <Co>"]
[Black "Bo"]
[Result "1-0"]
[FEN "3l3/7/7/P1ez3/7/2p4/1M1L3/w/-1"]

1. M:D3,:A4 E-C3,:D4 2. M-E2 E-C5 3. L:D7# 1-0
END
"$congo" file check --quiet film.congo 2>err || fail "film.congo: $(cat err)"
"$congo" file convert --to=svg --animated film.congo >film.svg 2>err || fail "no animated picture: $(cat err)"
! command -v xmllint >/dev/null || xmllint --noout film.svg || fail "an animated picture is no XML"
! grep -qi '<script\|<animate\|href="http\|url(\|@import' film.svg || fail "an animated picture has a script or a link"
grep -qF '<title id="game-title">Ada &amp; &lt;Co&gt; – Bo</title>' film.svg || fail "the title of an animated picture"
grep -qF '<desc id="game-words">1. M:D3,:A4 E-C3,:D4 2. M-E2 E-C5 3. L:D7# 1-0: White captured the lion and won.</desc>' \
    film.svg || fail "the animated picture in words: $(grep '<desc' film.svg)"
# Every rule of an animation is for readers who do not mind motion; the rest shows the last position.
sed -n '/^@media(prefers-reduced-motion:no-preference){$/,/^}<.style>$/!p' film.svg >still
! grep -q '@keyframes\|animation:' still || fail "an animation that reduced motion does not stop"
[ "$(grep -c '^@keyframes' film.svg)" -eq "$(grep -c '{animation:' film.svg)" ] || fail "an animation without a rule"
[ "$(grep -o 'animation:[a-z0-9]* [0-9]*ms' film.svg | sed 's/.* //' | sort -u | wc -l)" -eq 1 ] ||
    fail "animations of different lengths"
[ "$(grep -c '{animation:.*infinite}$' film.svg)" -eq "$(grep -c '{animation:' film.svg)" ] || fail "no loop"
grep -q '^@keyframes end{0%{visibility:hidden}[5-7][0-9]\.[0-9]*%{visibility:visible}}' film.svg || fail "no pause at the end"
# The start, five moves and the end have words.
[ "$(grep -c '<text class="title"' film.svg)" -eq 7 ] || fail "$(grep -c '<text class="title"' film.svg) texts"
grep -qF '>1. M:D3,:A4</text>' film.svg || fail "no notation below the board"
grep -qF 'White: monkey from b1 jumps to d3' film.svg || fail "no words below the board"
# Captured and drowned pieces are gone at the end, and the others are where they ended.
[ "$(grep -c ';opacity:0"><use href="#P"' film.svg)" -eq 2 ] || fail "the pawns stay"
[ "$(grep -c ';opacity:0"><use href="#L" class="black"' film.svg)" -eq 1 ] || fail "Black's lion stays"
grep -q '<g class="p[0-9]*" style="transform:translate(300px,0px)"><use href="#L" class="white"' film.svg ||
    fail "White's lion is not on d7"
monkey=$(sed -n 's/.*<g class="\(p[0-9]*\)".*#M.*/\1/p' film.svg)
frames film.svg "$monkey" >way
[ "$(sed 's/^[0-9.]*%{transform:translate//; s/;opacity.*//' way | uniq | tr '\n' ' ')" = \
    "(100px,600px) (300px,400px) (400px,500px) " ] || fail "the way of the monkey: $(cat way)"
sed 's/%.*//' way | sort -n -c || fail "the monkey's times are not in order"
[ "$(head -1 way | cut -d% -f1) $(tail -1 way | cut -d% -f1)" = "0.000 100.000" ] || fail "the monkey's first and last times"
"$congo" file convert --to=svg --animated --after=1 film.congo >part.svg || fail "no animated picture of a part"
[ "$(grep -c '<text class="title"' part.svg)" -eq 3 ] || fail "--animated --after=1"
"$congo" file convert --to=svg --animated --flip film.congo | grep -q 'translate(300px,600px)"><use href="#L" class="white"' ||
    fail "--animated --flip"
"$congo" file convert --to=svg --animated --after=0 film.congo | grep -q '#L' || fail "an animated picture without a move"
# A pawn that promotes vanishes, and a superpawn appears.
printf '[FEN "3l3/P6/7/7/7/3P3/3L3/w/-1"]\n\n1. A7 L-C7 *\n' >promotion.congo
"$congo" file convert --to=svg --animated promotion.congo >promotion.svg || fail "no animated promotion"
grep -q 'translate(0px,0px);opacity:0"><use href="#P"' promotion.svg || fail "the pawn stays"
grep -q 'translate(0px,0px)"><use href="#S"' promotion.svg || fail "no superpawn"
# README's picture is made by this program.
"$congo" file convert --to=svg --animated "$CONGO_SOURCE/doc/game.congo" | cmp -s - "$CONGO_SOURCE/doc/game.svg" ||
    fail "doc/game.svg is out of date: tools/pictures build/src/congo"
[ "$(wc -c <"$CONGO_SOURCE/doc/game.svg")" -lt 150000 ] || fail "doc/game.svg is large"
refuses 2 'congo file convert: --animated is only for --to=svg' file convert --animated small.congo
refuses 2 'congo file convert: a picture shows one game, and the files have more; --number=N chooses one' \
    file convert --to=svg --animated "$games/several.congo"

# --- boards to print ---

position=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
"$congo" fen --to=svg --empty >empty.svg || fail "no empty board"
! grep -q '<use\|<symbol\|<text class="white"' empty.svg || fail "pieces on an empty board"
grep -qF '<title id="board-title">A board for Congo</title>' empty.svg || fail "the title of an empty board"
grep -qF 'Rank 4 is the river; the castles are c1 to e3 and c5 to e7.</desc>' empty.svg || fail "the empty board in words"
grep -qF ' width="746" height="746" ' empty.svg || fail "the size of an empty board"
! grep -q 'class="island' empty.svg || fail "islands of congo"
"$congo" fen --to=svg --empty --variant=islands >islands.svg || fail "no empty board with islands"
grep -q 'class="island' islands.svg || fail "no islands"
grep -qF 'Islands: a4, b4, f4 and g4.</desc>' islands.svg || fail "the islands in words"
"$congo" fen --to=svg --glyphs=letters $position >letters.svg || fail "no picture with letters"
[ "$(grep -c '<text class="white" .*>[A-Z]</text>' letters.svg)" -eq 14 ] || fail "White's letters"
[ "$(grep -c '<text class="black" .*>[a-z]</text>' letters.svg)" -eq 14 ] || fail "Black's letters"
! grep -q '<use\|<symbol' letters.svg || fail "letters with pictures"
"$congo" fen --to=svg --glyphs=letters --flip $position | grep -q '<text class="white" x="350" y="73">L</text>' ||
    fail "flipped letters"
"$congo" fen --to=svg --paper=a4 $position >a4.svg || fail "no sheet A4"
grep -qF 'viewBox="-81 -233 840 1188" width="210mm" height="297mm"' a4.svg || fail "A4: $(sed -n 2p a4.svg)"
grep -qF '@page{size:A4;margin:0}' a4.svg || fail "A4 does not set the size of the page"
! grep -q prefers-color-scheme a4.svg || fail "a sheet could be dark"
"$congo" fen --to=svg --paper=letter --empty >letter.svg || fail "no sheet of letter size"
grep -qF 'width="8.5in" height="11in"' letter.svg || fail "letter: $(sed -n 2p letter.svg)"
grep -qF '@page{size:letter;margin:0}' letter.svg || fail "letter does not set the size of the page"
"$congo" fen --to=svg --paper=none $position | cmp -s - fen.svg || fail "--paper=none changes the picture"
for option in --empty --glyphs=letters --paper=a4; do
    refuses 2 "congo fen: ${option%%=*} is only for --to=svg" fen $option 7
done
refuses 2 'congo fen: --empty cannot be combined with a position' fen --to=svg --empty $position
refuses 2 'congo fen: --paper: expected "none", "a4" or "letter", found "a5"' fen --to=svg --paper=a5 $position
refuses 2 'congo fen: --glyphs: expected "drawn" or "letters", found "animals"' fen --to=svg --glyphs=animals $position

# --- refused ---

refuses 2 'congo file convert: a picture shows one game, and the files have more; --number=N chooses one' \
    file convert --to=svg "$games/several.congo"
refuses 2 'congo file convert: --number=4: there are only 3 games' file convert --number=4 "$games/several.congo"
refuses 2 'congo file convert: --after=3: the game has only 2 moves' file convert --to=svg --after=3 small.congo
refuses 2 'congo file convert: --after is only for --to=svg' file convert --to=html --after=3 small.congo
refuses 2 'congo file convert: --flip is only for --to=svg and --to=html' file convert --flip small.congo
refuses 2 'congo file convert: --theme is only for --to=svg and --to=html' file convert --to=txt --theme=dark small.congo
refuses 2 'congo fen: --moves cannot be combined with --to=svg' fen --to=svg --moves 7
refuses 2 'congo fen: --flip is only for --to=svg' fen --flip 7
refuses 2 'congo fen: --theme is only for --to=svg' fen --theme=dark 7

[ "$failures" -eq 0 ]
