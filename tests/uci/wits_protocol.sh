#!/bin/sh
# The match protocol of student tournaments: detected by its first line, answered with moves only.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine

# check NAME EXPECTED ERRORS: sends the lines of standard input. EXPECTED is an extended regular
# expression for the answers, joined by blanks; ERRORS is the number of error messages.
check() {
    "$engine" >"$folder/out" 2>"$folder/err" || fail "$1: congo-engine $(describe_status $?)"
    found=$(tr '\n' ' ' <"$folder/out")
    if ! printf '%s\n' "$found" | grep -Eq "^$2\$" ||
        [ "$(wc -l <"$folder/err")" -ne "$3" ]; then
        fail "$1: expected \"$2\" and $3 errors, found \"$found\" and:"
        cat "$folder/err" >&2
    fi
}

move='[a-g][1-7]([a-g][1-7])+ '
check 'a game' "$move" 0 <<END

newgame
moves d2d3 d6d5
go 0.05
END
check 'a position' "$move" 0 <<END
position 2l4/7/4z2/4c2/PP2EP1/3L2p/7 b 23
go 0.05
END
check 'a won position, the own move played by the client' 'd2d7 \(none\) ' 0 <<END
position 3l3/7/7/7/7/3L3/6P w 5
go 0.05
moves d2d7
go 0.05
END
check 'moves first' "$move" 0 <<END
moves g1f3
go 0.05
quit
go 0.05
END
check 'seconds first' "$move" 0 <<END
go 0.05
END
check 'the own move played by the program' "$move$move" 0 <<END
position 4l2/7/7/7/4p2/7/P1L4 w 0
go 0.05
moves e3e2
go 0.05
END
check 'bare lions, a draw in this variant' '\(none\) ' 0 <<END
position 3l3/7/7/7/7/7/3L3 w 0
go 1
END
check 'errors' "$move" 7 <<END
newgame
position nowhere
position 3l3/7/7/7/7/7/3L3 x 0
position gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0 moves d2d5
moves d2d5
go
go soon
isready
go 0.05
END
for first in uci 'position startpos' 'position fen 3l3/7/7/7/7/7/3L3 w 0' 'go depth 1' isready; do
    printf '%s\nisready\n' "$first" | "$engine" | grep -q '^readyok' ||
        fail "$first: expected the other protocol"
done

[ "$failures" -eq 0 ]
