#!/bin/sh
# Solved endings in the line interface: what the position and its moves lead to, the lines of the
# list typed as moves, and why nothing is said.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
congo=$CONGO_BUILD/src/congo
LC_ALL=C
export LC_ALL

# run FEN COMMANDS [OPTION...]: writes the output to out.
run() {
    game=$1
    commands=$2
    shift 2
    printf '%b\n' "$commands" | timeout 300 "$congo" --ui=cli --config=none --white=hi/random \
        --black=hi/random --game="$game" "$@" >"$folder/all" 2>"$folder/err" ||
        fail "status $? after: $commands"
    [ ! -s "$folder/err" ] || fail "$commands: $(cat "$folder/err")"
    sed -n '/^ *> ./,$p' "$folder/all" | grep -v -e '^$' -e '^The program is terminated' \
        -e '^ *> $' >"$folder/out"
}

# is LINE...: the answers, with the commands.
is() {
    printf '%s\n' "$@" | cmp -s - "$folder/out" || fail "expected: $* found: $(cat "$folder/out")"
}

# has LINE: one of the lines.
has() {
    grep -qxF -e "$1" "$folder/out" || fail "no \"$1\" in: $(cat "$folder/out")"
}

# ---- positions ----

zebra=3l3/7/7/7/7/2Z4/2L4/w/-1
run $zebra 'endings\nENDINGS Moves\nZ-E3\nendings moves'
sed -i '/^ [ 1-7\/]   /d; /^ transition/d' "$folder/out"
is ' > endings' ' White wins in 7 moves.' ' > ENDINGS Moves' ' White wins in 7 moves.' \
    '  1. Z-D4: wins in 7' '  2. Z-A3: wins in 7' '  3. Z-E3: wins in 7' '  4. Z-B4: wins in 9' \
    '  5. Z-A1: wins in 9' '  6. Z-E1: wins in 9' '  7. L-D2: loses in 1' \
    '  8. L-D1: loses in 1' ' > Z-E3' ' > endings moves' ' White wins in 6 moves.' \
    '  1. L-D6: loses in 6' '  2. L-E6: loses in 5' '  3. L-E7: loses in 4' \
    '  4. L-C7: loses in 1' '  5. L-C6: loses in 1'
run $zebra 'endings\nendings moves' --plain
is '> endings' 'White wins in 7 moves.' '> endings moves' 'White wins in 7 moves.' \
    '1, zebra from c2 to d4. Wins in 7.' '2, zebra from c2 to a3. Wins in 7.' \
    '3, zebra from c2 to e3. Wins in 7.' '4, zebra from c2 to b4. Wins in 9.' \
    '5, zebra from c2 to a1. Wins in 9.' '6, zebra from c2 to e1. Wins in 9.' \
    '7, lion from c1 to d2. Loses in 1.' '8, lion from c1 to d1. Loses in 1.'
run 4l2/c6/7/7/7/6C/2L4/w/-1 'endings'
is ' > endings' ' Draw.'

# In the middle of a capture the moves are its continuations.
run 7/7/3l3/7/2p4/1M5/3L3/w/-1 'b2 d4\nendings moves'
sed -i '/^ [ 1-7\/]   /d; /^ transition/d' "$folder/out"
is ' > b2 d4' ' > endings moves' ' White wins in 1 move.' '  1. M:D6#: wins in 1' '  2. M=D4: wins in 5'

# The limit of quiet plies, which is no part of the tables, leaves too little room.
cat >"$folder/short.conf" <<'VARIANT'
variant = {
  name = "short";
  base = "congo";
  quiet_plies = 10;
};
VARIANT
run $zebra 'endings\nendings moves' --variant="$folder/short.conf"
has ' White wins in 7 moves, but it is a draw after 5 unless something is captured or drowns, or a pawn moves.'
has '  1. Z-D4: may win in 7'
run $zebra 'endings moves' --variant="$folder/short.conf" --plain
has '1, zebra from c2 to d4. May win in 7.'

# ---- the lines of the list can be typed ----

# positions [OPTION] <LINES: the positions after each line, as FENs.
positions() {
    sed "s|.*|new $game\n&\nfen|" | "$congo" --ui=cli --config=none --white=hi/random --black=hi/random "$@" |
        sed -n '/> fen/{n;s/^ *//;p;}'
}

# reads_back FEN: all lines of both lists, and the move alone, lead to the same positions.
reads_back() {
    run "$1" 'endings moves' --plain
    grep '^[0-9]*, ' "$folder/out" >"$folder/spoken"
    run "$1" 'endings moves'
    grep '^ *[0-9]*\. ' "$folder/out" >"$folder/lines"
    [ "$(wc -l <"$folder/lines")" -eq "$(wc -l <"$folder/spoken")" ] && [ -s "$folder/lines" ] ||
        fail "$1: $(cat "$folder/lines" "$folder/spoken")"
    sed 's/^[^.]*\. \(.*\): .*/\1/' "$folder/lines" | positions >"$folder/moved"
    [ "$(grep -c "/$other/" "$folder/moved")" -eq "$(wc -l <"$folder/lines")" ] ||
        fail "$1: moves that are not made: $(cat "$folder/lines" "$folder/moved")"
    positions <"$folder/lines" | diff "$folder/moved" - || fail "$1: a line leads elsewhere: $(cat "$folder/lines")"
    positions --plain <"$folder/spoken" | diff "$folder/moved" - ||
        fail "$1: a line leads elsewhere: $(cat "$folder/spoken")"
}

other=b
reads_back $zebra
reads_back 7/7/3l3/7/2p4/1M5/3L3/w/-1
reads_back 3l3/7/7/2GZ3/7/7/2L4/w/-1
reads_back 3l3/1P5/7/7/7/4p2/2L4/w/-1
other=w
reads_back 2l4/7/7/4m2/4G2/7/3L3/b/-1

# ---- where nothing is said ----

run standard 'endings'
is ' > endings' \
    ' Only the endings of at most 5 pieces are solved, the lions included, and here are 28.'
run $zebra 'endings' --endings=none
is ' > endings' ' The solved endings are turned off.'
run $zebra 'endings' --endings="$folder/missing"
grep -q '^ The solved endings cannot be used: .*missing: cannot be read: ' "$folder/out" ||
    fail "missing folder: $(cat "$folder/out")"
mkdir "$folder/empty"
run $zebra 'endings moves' --endings="$folder/empty"
is ' > endings moves' \
    ' The endings of 3 pieces are not solved yet; "congo-engine endings build --men=3 --output=FOLDER" solves them.'
run $zebra 'endings' --endings="$folder/empty" --variant="$folder/short.conf"
has ' The endings of 3 pieces are not solved yet; "congo-engine endings build --men=3 --output=FOLDER" solves them.'
run $zebra 'endings' --endings="$folder/empty" --variant="$CONGO_SOURCE/etc/variants/fords.conf"
has ' The endings of 3 pieces are not solved yet; "congo-engine endings build --men=3 --variant=FILE --output=FOLDER" solves them.'
CONGO_ENDINGS=$folder/none run $zebra 'endings'
has ' The endings of 3 pieces are not solved yet; "congo-engine endings build --men=3" solves them.'
run $zebra 'endings' --variant=megapawn
grep -q 'forbids repetition' "$folder/out" || fail "megapawn: $(cat "$folder/out")"
run 3l3/7/7/7/7/2P4/3L3/w/-1 'd1 d7\nendings'
has ' The game ends here: there is no move to look up.'
run $zebra 'endings mov\nendings moves now'
is ' > endings mov' ' Wrong command format. Consult "help endings".' ' > endings moves now' \
    ' Wrong command format. Consult "help endings".'
# A puzzle is not given away.
printf 'endings\n' | "$congo" --ui=cli --config=none --puzzle=1 >"$folder/all" || fail "status $?"
grep -q 'once .* solved\.$' "$folder/all" || fail "a puzzle: $(cat "$folder/all")"

[ "$failures" -eq 0 ]
