#!/bin/sh
# congo fen: shows a position, remarks about it, and the place of an error in a FEN.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
LC_ALL=C
export LC_ALL

# shows FEN [OPTION...]: writes the report to out.
shows() {
    fen=$1
    "$congo" fen "$@" >"$folder/out" 2>"$folder/err" </dev/null || fail "$*: status $?"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
}

# has_line LINE: the report has this line.
has_line() {
    grep -qxF -e "$1" "$folder/out" || fail "$fen: no \"$1\" in: $(cat "$folder/out")"
}

# has_no_line WORD: no line begins with WORD.
has_no_line() {
    ! grep -q "^$1:" "$folder/out" || fail "$fen: $(grep "^$1:" "$folder/out")"
}

# refuses TEXT ARGUMENTS...: fails with status 1 and exactly TEXT on standard error.
refuses() {
    text=$1
    shift
    "$congo" fen "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    [ $status -eq 1 ] || fail "$*: status $status, expected 1"
    [ ! -s "$folder/out" ] || fail "$*: on standard output: $(cat "$folder/out")"
    [ "$(cat "$folder/err")" = "$text" ] || fail "$*: expected \"$text\", found \"$(cat "$folder/err")\""
}

# ---- positions ----

shows gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
[ "$(cat "$folder/out")" = " 7   g m e l e c z
 6   p p p p p p p
 5   - - - - - - -
 4   + + + + + + +
 3   - - - - - - -
 2   P P P P P P P
 1   G M E L E C Z

 /   a b c d e f g

variant:  congo
FEN:      gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
$(grep '^key:      [0-9a-f]\{16\}$' "$folder/out")
to move:  White, 24 legal moves
white:    lion d1, elephants c1 e1, zebra g1, giraffe a1, crocodile f1, monkey b1, pawns a2 b2 c2 d2 e2 f2 g2
black:    lion d7, elephants c7 e7, zebra g7, giraffe a7, crocodile f7, monkey b7, pawns a6 b6 c6 d6 e6 f6 g6
special:  This is the start of a game of congo." ] || fail "the start: $(cat "$folder/out")"

# Other spellings are normalized; blanks need no quotes.
shows gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ b 17
has_line "FEN:      gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/b/-1"
has_no_line special
shows 3l3/7/7/7/7/2P4/3L3 w -1
has_line "FEN:      3l3/7/7/7/7/2P4/3L3/w/-1"
echo "3l3/7/7/7/7/2P4/3L3/w/-1" | "$congo" fen - >"$folder/in" || fail "fen -: status $?"
cmp -s "$folder/in" "$folder/out" || fail "fen -: $(cat "$folder/in")"

# The open line between the lions.
has_line "special:  White can take the lion at once: L:D7#."
has_line "special:  White's lion d1 is attacked by Black with lion d7."
has_line "special:  The line between the lions d1 and d7 is open: it is White who may capture along it."

# The river.
shows 3l3/3p3/7/2ZPc1m/7/7/3L3/w/-1
has_line "special:  White's zebra c4 and pawn d4 drown at the end of this turn; at most one of them can leave the river before then."
has_line "special:  Black's monkey g4 drowns at the end of Black's next turn unless it leaves the river."
has_line "odd:      White has 2 pieces in the river after its own turn, but only one can have moved there in that turn: zebra c4 and pawn d4."
shows 3l3/3p3/7/2Z1c1m/7/7/3L3/b/-1
has_line "special:  Black's monkey g4 drowns at the end of this turn unless it leaves the river."
has_line "special:  White's zebra c4 drowns at the end of White's next turn unless it leaves the river."
has_no_line odd
shows 3l3/3p3/7/P2Pc1z/7/7/3L3/w/-1 --variant=islands
has_line " 4   P ^ + P c ^ z"
has_line "special:  White's pawn d4 drowns at the end of this turn unless it leaves the river."
has_line "special:  a4 and g4 are islands, where nothing drowns."
has_no_line odd

# Attacks on the lion by a piece and by a monkey's chain; immediate wins.
shows 3l3/3p3/7/7/2z4/3P3/3L3/w/-1
has_line "special:  White's lion d1 is attacked by Black with zebra c3."
# Only a monkey's chain attacks the lion.
shows 3l3/3e3/7/3p3/2Mz3/7/3L3/w/-1
has_line "special:  White can take the lion at once: M:E5:C7:E7#, M:E3:C5:E7:C7#."
shows 3l3/3e3/7/3p3/2Mz3/7/3L3/b/-1
has_line "special:  Black's lion d7 is attacked by White by more than one jump with monkey c3."
# All attackers are named, as "attackers" in the line interface names them.
shows 3l3/1Z1e3/7/3p3/2Mz3/7/3L3/b/-1
has_line "special:  Black's lion d7 is attacked by White with zebra b6, and by more than one jump with monkey c3."
printf 'attackers d7\n' | "$congo" --ui=cli --config=none --white=hi/negamax --black=hi/negamax \
    --game=3l3/1Z1e3/7/3p3/2Mz3/7/3L3/b/-1 >"$folder/out" 2>&1
grep -qF "White attacks it with zebra b6, and by more than one jump with monkey c3." "$folder/out" ||
    fail "attackers: $(cat "$folder/out")"

# A capture in progress.
shows 3l3/7/7/4p2/3M3/7/M2L3/w/43@31
has_line "FEN:      3l3/7/7/4p2/3M3/7/M2L3/w/43@31"
has_line "special:  White's monkey is capturing: it began on b1, stands on d3, and may stop or jump on to f5."

# Finished games and endings.
shows 7/4l2/7/7/7/7/3L3/b/-1
has_line "result:   1/2-1/2 A draw, as only the two lions are left."
has_no_line special
shows 7/4l2/7/7/7/7/4L2/b/-1
has_line "special:  Only the lions are left."
has_line "special:  Black can take the lion at once: L:E1#."
shows 7/4l2/7/7/7/7/4L2/b/-1 --notation=letters
has_line "special:  Black can take the lion at once: Le6xe1#."
shows 7/4l2/7/7/7/7/3L3/b/-1 --variant=megapawn
has_line "to move:  Black, 5 legal moves"
has_line "special:  Only the lions are left."
shows 7/7/7/7/7/7/3L3/b/-1
has_line "result:   1-0 White captured the lion and won."
has_line "black:    nothing"

# Impossible positions.
shows 3l3/ppppppp/7/7/PPPPPPP/Z5Z/PPLEEE1/w/-1
has_line "odd:      White has 2 zebras, and began with 1. White has 3 elephants, and began with 2."
has_line "odd:      White has 9 pawns, and began with 7."
has_line "odd:      White's pawn a1 and pawn b1 stand where no pawn of their colour can get."
shows SSSSlSS/7/7/7/PP5/7/3L3/w/-1
has_line "odd:      White has 8 pawns and superpawns, and began with 7."
shows gmelecz/ppppppp/7/7/3M3/PPPPPPP/G1ELECZ/w/43
has_line "odd:      White's monkey must have captured 1 so far, but Black has lost none."
shows 3l3/5p1/7/2z1z2/7/7/3L3/w/-1
has_line "odd:      Black has 2 zebras, and began with 1."

# ---- solved endings ----

# has_end LINE...: the report ends with these lines.
has_end() {
    printf '%s\n' "$@" >"$folder/expected"
    tail -n $# "$folder/out" | cmp -s - "$folder/expected" || fail "$fen: no end \"$*\" in: $(cat "$folder/out")"
}

shows 3l3/7/7/7/7/2Z4/2L4/w/-1
has_line "ending:   White wins in 7 moves."
has_no_line move
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --moves
has_end "ending:   White wins in 7 moves." \
    "move:      1. Z-D4: wins in 7" \
    "move:      2. Z-A3: wins in 7" \
    "move:      3. Z-E3: wins in 7" \
    "move:      4. Z-B4: wins in 9" \
    "move:      5. Z-A1: wins in 9" \
    "move:      6. Z-E1: wins in 9" \
    "move:      7. L-D2: loses in 1" \
    "move:      8. L-D1: loses in 1"
# The other side is to move, and the men have changed colour.
shows 2l4/2z4/7/7/7/7/3L3/b/-1
has_line "ending:   Black wins in 7 moves."
# In the middle of a capture.
shows 7/7/3l3/3M3/7/7/3L3/w/36 --moves
has_end "ending:   White wins in 1 move." "move:      1. M:D6#: wins in 1" \
    "move:      2. M=D4: wins in 5"
shows 4l2/c6/7/7/7/6C/2L4/w/-1
has_line "ending:   Draw."
# Nothing is said of a finished game, nor, unless asked, of what is not solved.
shows 7/4l2/7/7/7/7/3L3/b/-1 --moves
has_no_line ending
shows gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1 --moves
has_end "ending:   Only the endings of at most 5 pieces are solved, the lions included, and here are 28."
mkdir "$folder/empty"
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --endings="$folder/empty"
has_no_line ending
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --endings="$folder/empty" --moves
has_end "ending:   The endings of 3 pieces are not solved yet; \"congo-engine endings build --men=3 --output=FOLDER\" solves them."
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --endings="$folder/empty" --moves --variant=islands
has_end "ending:   The endings of 3 pieces are not solved yet; \"congo-engine endings build --men=3 --variant=islands --output=FOLDER\" solves them."
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --endings=none --moves
has_end "ending:   The solved endings are turned off."
shows 3l3/7/7/7/7/2P4/2L4/w/-1 --variant=megapawn --moves
grep -q '^ending:   .*repetition' "$folder/out" || fail "megapawn: $(cat "$folder/out")"
# A damaged table is named, also if nobody asked for it.
cp -R "${CONGO_ENDINGS:?}" "$folder/damaged" || exit 1
table=$(echo "$folder"/damaged/*/Lz_l.ending)
head -c 100 "$table" >"$folder/cut"
mv "$folder/cut" "$table"
shows 3l3/7/7/7/7/2Z4/2L4/w/-1 --endings="$folder/damaged"
grep -q '^ending:   .*Lz_l\.ending' "$folder/out" || fail "a damaged table: $(cat "$folder/out")"
shows gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1 --endings="$folder/damaged"
has_no_line ending
shows 3l3/7/7/7/7/2P4/2L4/w/-1 --endings="$folder/damaged"
grep -q '^ending:   .* wins in ' "$folder/out" || fail "beside a damaged table: $(cat "$folder/out")"

# So is one with a damaged block, which is found when it is read.
cp -R "${CONGO_ENDINGS:?}" "$folder/changed" || exit 1
table=$(echo "$folder"/changed/*/Lc_l.ending)
printf UUUU | dd of="$table" bs=1 seek=$(($(wc -c <"$table") - 20)) conv=notrunc 2>"$folder/dd" ||
    fail "dd: $(cat "$folder/dd")"
shows 3l3/7/7/7/7/7/C1L4/w/-1 --endings="$folder/changed"
grep -q '^ending:   .*Lc_l\.ending' "$folder/out" || fail "a damaged block: $(cat "$folder/out")"

# ---- invalid FENs ----

refuses 'congo fen: rank 3: expected 7 squares, found more in "6Z1"
  7/3l3/7/Z1M1c2/6Z1/7/3L3 b -1
                   ^' 7/3l3/7/Z1M1c2/6Z1/7/3L3 b -1
refuses 'congo fen: rank 7: expected 7 squares, found 6 in "gmelec"
  gmelec/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
        ^' gmelec/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
refuses "congo fen: rank 2: 'Q' is not a piece of congo; its letters are L Z E G C M P S
  gmelecz/ppppppp/7/7/7/PPPPPPQ/GMELECZ/w/-1
                              ^
  It is valid with --variant=megapawn-draw." gmelecz/ppppppp/7/7/7/PPPPPPQ/GMELECZ/w/-1
refuses 'congo fen: rank 6: the lion of White is outside its castle c1-e3
  3l3/3L3/7/7/7/7/7/w' 3l3/3L3/7/7/7/7/7/w
refuses 'congo fen: side: expected w or b, found "x"
  7/7/4l2/7/2L4/7/7/x/-1
                    ^' 7/7/4l2/7/2L4/7/7/x/-1
refuses 'congo fen: jump: expected -1 or square numbers from 0 to 48, found "52"
  7/7/4l2/7/2L4/7/7/w/52
                      ^' 7/7/4l2/7/2L4/7/7/w/52
refuses 'congo fen: after the jump: expected nothing more, found "3"
  7/7/4l2/7/2L4/7/7/w/-1/3
                        ^' 7/7/4l2/7/2L4/7/7/w/-1/3
refuses "congo fen: ranks: expected 7 separated by '/', found 0" ""
refuses "congo fen: rank 7: '?' is not a piece of congo; its letters are L Z E G C M P S
  ?[2J
  ^" "$(printf '\033[2J')"

# Long texts are cut, and no control character reaches the terminal.
long=$(head -c 100000 /dev/zero | tr '\0' 7)
"$congo" fen "$long" >"$folder/out" 2>"$folder/err"
[ $? -eq 1 ] || fail "a long FEN is not refused"
[ "$(wc -c <"$folder/err")" -lt 300 ] || fail "a long FEN: $(wc -c <"$folder/err") bytes"
head -c 4000 /dev/urandom | "$congo" fen - >"$folder/out" 2>"$folder/err"
[ $? -eq 1 ] || fail "random bytes are not refused"
! tr -d '\n' <"$folder/err" | LC_ALL=C grep -q '[^ -~]' || fail "random bytes: $(cat "$folder/err")"

# ---- the command ----

status_of() {
    "$congo" fen "$@" >"$folder/out" 2>"$folder/err" </dev/null
    echo $?
}
[ "$(status_of)" -eq 2 ] || fail "without a FEN: no failure"
[ "$(cat "$folder/err")" = "congo fen: expected a position as Congo FEN, or - for standard input" ] ||
    fail "without a FEN: $(cat "$folder/err")"
[ "$(status_of --variant=nothing 7)" -eq 2 ] || fail "--variant=nothing: no failure"
[ "$(status_of --board 7)" -eq 2 ] || fail "--board: no failure"
[ "$(status_of --endings=/nowhere 3l3/7/7/7/7/2Z4/2L4/w/-1)" -eq 2 ] || fail "--endings=/nowhere: no failure"
[ "$(cat "$folder/err")" = "congo fen: --endings: /nowhere: cannot be read: No such file or directory" ] ||
    fail "--endings=/nowhere: $(cat "$folder/err")"
[ "$(status_of --help)" -eq 0 ] || fail "--help: failure"
grep -q "^Usage: congo fen " "$folder/out" || fail "--help: $(cat "$folder/out")"
[ "$(status_of -)" -eq 1 ] || fail "empty standard input: no failure"
if [ -w /dev/full ]; then
    "$congo" fen 7/7/4l2/7/2L4/7/7/w/-1 >/dev/full 2>"$folder/err"
    [ $? -eq 2 ] || fail "a full disk: no failure"
    [ "$(cat "$folder/err")" = "congo fen: standard output: No space left on device" ] ||
        fail "a full disk: $(cat "$folder/err")"
fi

[ "$failures" -eq 0 ]
