#!/bin/sh
# Marks, comments, variations and scores of a file: the line interface shows them, and everything that
# writes the game keeps them.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
cd "$folder" || exit 1
LC_ALL=C
export LC_ALL

# same FILE FILE: they differ in their line breaks at most.
same() {
    [ "$(tr '\n' ' ' <"$1")" = "$(tr '\n' ' ' <"$2")" ] || fail "$1 and $2 differ: $(diff "$1" "$2")"
}

# has TEXT FILE: the file has the text, in one line or several.
has() {
    tr '\n' ' ' <"$2" | grep -qF "$1" || fail "$2 does not have $1: $(cat "$2")"
}

# talk OPTION... <COMMANDS: writes the answers to out.
talk() {
    "$congo" --ui=cli --config=none --white=hi/random --black=hi/random "$@" >out 2>err ||
        fail "$*: status $?"
    [ ! -s err ] || fail "$*: $(cat err)"
}

# says LINE...: the output has these lines in a row.
says() {
    printf '%s\n' "$@" >expected
    awk 'NR == FNR { want[++n] = $0; next }
        { said[++m] = $0 }
        END {
            for (i = 0; i + n <= m; i++) {
                for (k = 1; k <= n && said[i + k] == want[k]; k++) {
                }
                if (k > n)
                    exit 0
            }
            exit 1
        }' expected out || fail "expected \"$*\" in: $(cat out)"
}

cat >game <<'END'
[Date "2026.11.22"]
[White "Ada"]
[Black "Bo"]
[Result "*"]
[Variant "congo"]

{[%eval 0.20,12] An evening by the river.} 1. P-DD3! $14
{[%eval 0.25,12] Towards the river.\nSlowly.} (1. P-CC3 {[%clk 0:01:00] is quiet}
(1. P-EE3)) 1... P-DD5? *

END

# --- shown ---

printf 'moves\nlast\nexit\n' | talk --load=game
says "    An evening by the river." "  1. P-DD3!" "    A good move. White is slightly better." \
    "    Towards the river." "    Slowly." "    Instead: 1. P-CC3 {is quiet} (1. P-EE3)" "1... P-DD5?"
says " transition (d6,d5)" "    A mistake."
printf 'moves\nlast\nexit\n' | talk --plain --load=game
says "Note: An evening by the river." "1, White: pawn from d2 to d3." \
    "Note: A good move. White is slightly better." "Towards the river." "Slowly." \
    "Instead: 1. P-CC3 {is quiet} (1. P-EE3)" "1, Black: pawn from d6 to d5." "Note: A mistake."

# In the notation of the reader, the sentence of a review included; the saved game is as it was.
printf 'moves\nsave plain\nexit\n' | talk --notation=plain --load=game
says "  1. d2-d3!"
says "    Instead: 1. c2-c3 {is quiet} (1. e2-e3)"
printf 'save congo\nexit\n' | talk --load=game
same congo plain
cat >reviewed <<'END'
[FEN "3gl2/2p4/7/G6/7/4P2/2L3Z/w/-1"]
[Result "*"]

1. Z-F3,:A4?? {Blunder: Z-F3,:A4 leaves the giraffe in the river (a4). G:C6 was better.} (1. G:C6) *
END
printf 'moves\nexit\n' | talk --notation=letters --load=reviewed
says "    Blunder: Zg1-f3~a4 leaves the giraffe in the river (a4). Ga4xc6 was" "    better." "    Instead: 1. Ga4xc6"
printf 'moves\nexit\n' | talk --plain --notation=plain --load=reviewed
says "Blunder: g1-f3~a4 leaves the giraffe in the river (a4). a4xc6 was better." "Instead: 1. Giraffe takes c6"

# --- kept ---

"$congo" file convert game >converted || fail "convert"
same game converted
"$congo" file convert --to=coordinates game >coordinates || fail "convert to coordinates"
has '(1. P-CC3 {[%clk 0:01:00] is quiet} (1. P-EE3)) 1... d6d5?' coordinates
"$congo" file convert coordinates >converted || fail "convert back"
same game converted
"$congo" file merge game coordinates >merged || fail "merge"
same game merged

# A move that is taken back and replaced takes its notes along.
printf 'save saved\nexit\n' | talk --load=game
grep -v '^\[Congo' saved >notes
same game notes
printf 'undo\ng7f5\nsave undone\nexit\n' | talk --load=game
has 'Towards the river' undone
! grep -qF '?' undone || fail "undone: $(cat undone)"

# --- refused ---

printf '1. P-DD3 (1. P-CC3 {so} P-DD5 *\n' >open
if "$congo" file check open >out 2>&1 ||
    ! grep -qF "open:1:10: the variation that begins here has no end, ')'" out; then
    fail "an open variation: $(cat out)"
fi

[ "$failures" -eq 0 ]
