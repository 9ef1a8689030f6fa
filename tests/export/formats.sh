#!/bin/sh
# congo file convert --to=svg, txt and json, and congo fen --to=svg: what they hold, and what they refuse.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
games=$CONGO_SOURCE/tests/export/games
folder=$(mktemp -d "$CONGO_BUILD/congo-formats-XXXXXX") || exit 1
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
LC_ALL=C.UTF-8
export LC_ALL
failures=0

fail() {
    echo "FAIL: $(test_place): $*" >&2
    failures=$((failures + 1))
}

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
      (1. P-CC3 P-CC5)
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

[ $failures -eq 0 ]
