#!/bin/sh
# The commands setup, put, remove and turn of the line interface: every edit says what is not legal, nothing is played
# from an illegal position, and the game that waits comes back.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
LC_ALL=C
export LC_ALL
start='gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1'

# answers COMMANDS ANSWER...: the last of the commands, which are separated by semicolons, is answered like this in
# plain mode. All are typed in one program, each in a new game.
answers() {
    echo "$1" >>"$folder/cases"
    echo "> $1" >>"$folder/expected"
    shift
    printf '%s\n' "$@" >>"$folder/expected"
}

legal='"setup play" begins a game from here.'
waits='A position is being set up: "setup play" begins a game from it, and "setup cancel" goes back to your game.'
white_to_move='White is to move.'
no_white_lion='White has no lion: put it on c1 to e3.'

# Edits tell what they change.
answers 'put Z d4' 'White zebra d4.' "$white_to_move" "$legal"
answers 'put z d4 e4 P c4' 'White pawn c4.' 'Black zebra d4.' 'Black zebra e4.' "$white_to_move" "$legal"
answers 'put white zebras d4 black lion d5' 'Black lion d5.' 'White zebra d4.' "$white_to_move" \
    'Black has 2 lions: leave only one.'
answers 'put Z D4' 'White zebra d4.' "$white_to_move" "$legal"
answers 'remove d1 d2' 'd2 is empty.' 'd1 is empty.' "$white_to_move" "$no_white_lion"
answers 'turn' 'Black is to move.' "$legal"
answers 'turn black; turn black' 'Black is to move.' "$legal"
answers 'turn white' "$white_to_move" "$legal"
answers 'turn; undo' "$white_to_move" "$legal"
answers 'turn; undo; redo' 'Black is to move.' "$legal"
answers 'put Z d4; undo; undo' 'There is nothing to undo in the set-up.'
answers 'put Z d4; fen' 'gmelecz/ppppppp/7/3Z3/7/PPPPPPP/GMELECZ/w/-1'
answers 'put P a7; fen' "White's pawn on a7 must be a superpawn."
answers 'remove d1; fen' 'gmelecz/ppppppp/7/7/7/PPPPPPP/GME1ECZ/w/-1' # the end of a game can be written

# The whole board.
answers 'setup empty' 'white: nothing.' 'black: nothing.' "$white_to_move" "$no_white_lion" \
    'Black has no lion: put it on c5 to e7.'
answers 'setup empty; put L d1 l d7 e6' 'Black lion d7.' 'Black lion e6.' 'White lion d1.' "$white_to_move" \
    'Black has 2 lions: leave only one.'
answers 'setup empty; put L d1 l d7' 'Black lion d7.' 'White lion d1.' "$white_to_move" \
    'White can capture the lion at once.' "$legal"
answers 'setup empty; setup start; fen' "$start"
answers 'setup mirror; fen' 'zcelemg/ppppppp/7/7/7/PPPPPPP/ZCELEMG/w/-1'
answers 'put Z a3; setup swap; fen' 'gmelecz/ppppppp/z6/7/7/PPPPPPP/GMELECZ/b/-1'
answers 'setup 3l3/7/7/7/7/7/2PL3 b -1; fen' '3l3/7/7/7/7/7/2PL3/b/-1'
answers 'setup 3l3/7/7/7/7/7/L6 w -1' 'Rank 1: the lion of White is outside its castle c1-e3.'
answers 'setup 3l3/7/7/7/7/7/L6 w -1; setup cancel' 'No position is being set up; "setup" begins.'

# Input that cannot be read begins nothing.
for wrong in 'put' 'put Z' 'put d4' 'put Z d4 x' 'put zebra d4' 'put white d4' 'put T d4' 'remove' 'remove d' \
    'turn red' 'setup nothing' 'setup play cancel'; do
    answers "$wrong" "Wrong command format. Consult \"help ${wrong%% *}\"."
    answers "$wrong; setup cancel" 'No position is being set up; "setup" begins.'
done
for wrong in 'put Z d8' 'remove d4 h4'; do
    answers "$wrong" 'Squares are a1 to g7.'
    answers "$wrong; setup cancel" 'No position is being set up; "setup" begins.'
done

# Meanwhile, the game waits.
for refused in 'moves' 'd2d3' 'resign' 'new' 'show moves' 'advise' 'puzzle' 'save x'; do
    answers "setup; $refused" "$waits"
done
answers 'd2d3; put Z d4; setup cancel; moves' '1, White: pawn from d2 to d3.'
answers 'd2d3; put Z d5; setup cancel; fen' 'gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1'

# Nothing is played from an illegal position, and a game from a legal one.
answers 'remove d1; setup play' "$no_white_lion"
answers 'remove d1; setup play; put L d1; setup play; fen' "$start"
answers 'put Z a4 P a5; turn; setup play; show players' 'White: 1 lion, 2 elephants, 2 zebras, 1 giraffe, 1 crocodile, 1 monkey, 8 pawns.' \
    'Black: 1 lion, 2 elephants, 1 zebra, 1 giraffe, 1 crocodile, 1 monkey, 7 pawns.' 'Black is to move.'
answers 'variant megapawn; setup empty; put L d1 l d7 Q a4; setup play; fen' '3l3/7/7/Q6/7/7/3L3/w/-1'

sed 's/^/setup cancel; new; /' "$folder/cases" | tr ';' '\n' | sed 's/^ *//' |
    "$congo" --ui=cli --plain --white=hi/random --black=hi/random >"$folder/all" 2>&1 || fail "status $?"
awk 'NR == FNR { typed += 2 + split($0, commands, ";"); last[typed] = $0; next }
    /^> / { answered++; if (answered in last) print "> " last[answered]; next }
    answered in last && !/^$/' "$folder/cases" "$folder/all" >"$folder/out"
diff "$folder/expected" "$folder/out" >"$folder/diff" || fail "other answers: $(cat "$folder/diff")"

# The manual's form draws the board.
printf 'remove d1\n' | "$congo" --ui=cli --white=hi/random --black=hi/random >"$folder/all" 2>&1
grep -q '^ 1   G M E - E C Z$' "$folder/all" && grep -q "^ $no_white_lion\$" "$folder/all" || {
    fail "the board is not drawn:"
    cat "$folder/all" >&2
}

[ "$failures" -eq 0 ]
