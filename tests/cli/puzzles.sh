#!/bin/sh
# Puzzles in the line interface: solves puzzles of two, three and four moves, which the next run
# remembers; wrong moves, hints and errors.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
congo=$CONGO_BUILD/src/congo
set=$CONGO_SOURCE/src/play/puzzles/puzzles.txt
LC_ALL=C
export LC_ALL

# run LINE...: runs the commands and writes the output to out.
run() {
    printf '%s\n' "$@" | timeout 300 "$congo" --ui=cli --config=none --puzzle="$number" \
        >"$folder/out" 2>"$folder/err" || fail "status $? after: $*"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
}

# says TEXT: the output contains TEXT.
says() {
    grep -qF -e "$1" "$folder/out" || fail "no \"$1\" in: $(cat "$folder/out")"
}

lacks() {
    ! grep -qF -e "$1" "$folder/out" || fail "\"$1\" in: $(cat "$folder/out")"
}

# entry MOVES: prints the number and the first move of the first puzzle in MOVES moves.
entry() {
    grep -v '^#' "$set" | awk -v moves="$1" '$3 == moves { print NR, $2; exit }'
}

# best: prints the move of the last hint.
best() {
    sed -n 's/^ .* wins in [1-4] with \([^ ]*\)\.$/\1/p' "$folder/out" | tail -n 1
}

# solve MOVES: asks for a hint for each move after the first, and appends all moves to the script.
solve() {
    left=$1
    set_moves=$(entry "$1")
    number=${set_moves% *}
    move=${set_moves#* }
    moves=$move
    while [ "$left" -gt 1 ]; do
        run $moves hint hint
        says 'That is right: '
        move=$(best)
        moves="$moves $move"
        left=$((left - 1))
    done
    script="$script puzzle_$number $moves"
}

script=
for length in 2 3 4; do
    solve $length
done
rm -rf "$folder/state"

# Solves all three in one run.
# shellcheck disable=SC2086 # one word a line
printf '%s\n' $script puzzle exit | tr '_' ' ' >"$folder/script"
timeout 300 "$congo" --ui=cli --config=none <"$folder/script" >"$folder/out" 2>"$folder/err" ||
    fail "the script fails: $(cat "$folder/err")"
for solved in 1 2 3; do
    says "Solved: $solved of "
done
says 'which is solved; 3 of '
says 'Consult "help next".'
lacks 'win slip'
lacks 'is to answer'

# The next run offers none of the three.
number=next
run puzzle
says '; 3 of '
lacks 'which is solved'
[ "$(ls "$folder/state/congo")" = "puzzles
puzzles.lock" ] || fail "in the state folder: $(ls "$folder/state/congo")"

# A wrong move, taken back.
number=$(entry 2)
number=${number% *}
right=$(entry 2)
right=${right#* }
run 'show moves'
for step in $(grep -o '([a-g][1-7],[a-g][1-7])' "$folder/out" | tr -d '(),'); do
    [ "$step" = "$right" ] || wrong=$step
done
run "$wrong" "$right" undo puzzle
says 'That lets the win slip: '
says 'Take it back and try again. Consult "help undo".'
says 'moves and wins in 2.'
run "$wrong" undo "$right"
says 'That is right: '

# Hints; solving with a hint does not count.
rm -rf "$folder/state"
run hint
says ' wins in 2 with the '
run hint hint "$right" hint hint
says ' wins in 2 with '
says 'That is right: '
last=$(best)
run hint hint "$right" "$last" puzzle
says 'Solved, but with the move shown, so it does not count: 0 of '
run 'hint now'
says 'Wrong command format. Consult "help hint".'
run 'puzzle 3999' 'puzzle x' 'next 5' 'next 2 2' advise
says 'Puzzles are 1 to 600.'
says 'The moves of a puzzle are 2 to 4.'
says 'Wrong command format. Consult "help puzzle".'
says 'Wrong command format. Consult "help next".'
printf 'hint\n' | "$congo" --ui=cli --config=none >"$folder/out" 2>&1
says 'nly puzzles and other exercises have hints'

# A damaged progress file is reported once, and kept.
mkdir -p "$folder/state/congo"
printf 'rubbish\n' >"$folder/state/congo/puzzles"
run "$right" "$last"
says 'expected a position as FEN'
says 'Solved: 1 of '
[ "$(cat "$folder/state/congo/puzzles.broken")" = rubbish ] || fail 'what was damaged is lost'
run puzzle
says '; 1 of '
lacks 'expected'

# Puzzles can be solved without a state folder.
printf '%s\n' "$right" "$last" | env -u HOME -u XDG_STATE_HOME "$congo" --ui=cli --config=none \
    --puzzle="$number" >"$folder/out" 2>&1
says ' Solved puzzles cannot be remembered: there is no folder for saved games and choices: set HOME to your home folder.'
says 'Solved: 1 of '

[ "$failures" -eq 0 ]
