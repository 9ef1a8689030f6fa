#!/bin/sh
# A screen test that fails says where, what it expected, how the game ended or that it runs, and what was on the
# screen.
. "$CONGO_SOURCE/tests/lib.sh"

command -v tmux >/dev/null || exit 77

# A test of its own, which begins as all do. Its lines from 4 on are on standard input.
fails() { # NAME
    name=failing_$1
    {
        echo '#!/bin/sh'
        echo '. "$CONGO_SOURCE/tests/screen/lib.sh"'
        echo 'screen_start 80 24 --white=hi/random --black=hi/random'
        cat
    } >"$folder/$name.sh"
    sh "$folder/$name.sh" >"$folder/out" 2>&1
    status=$?
    [ "$status" -eq 1 ] || {
        fail "$name: expected the exit status 1, found $status; the output was:"
        cat "$folder/out" >&2
    }
}

# says PATTERN...: the output has lines that match these extended regular expressions, in this order.
says() {
    printf '%s\n' "$@" | awk 'NR == FNR { pattern[++n] = $0; next } found < n && $0 ~ pattern[found + 1] { found++ }
        END { if (found < n) { print "expected a line like: " pattern[found + 1]; exit 1 } }' - "$folder/out" && return
    fail "$name; the output was:"
    cat "$folder/out" >&2
}

# place LINE...: how the lines of a test are named; only bash knows them.
place() {
    if [ -z "${BASH_VERSION:-}" ]; then
        echo "^$name.sh"
    elif [ $# -eq 1 ]; then
        echo "^$name.sh:$1"
    else
        echo "^$name.sh:$1, called from line $2"
    fi
}

# The awaited text does not come.
fails waiting <<'END'
screen_wait "Pawn d2"
attempts=9
screen_wait "Pawn d9"
END
says "$(place 6): expected to see: Pawn d9$" '^--- the program has not ended; its process is [0-9]' \
    '^--- the terminal shows:$' 'Pawn d2'

# The place is that of the call within the test, and the call of the test's own function.
fails deep <<'END'
expect_pawn() {
    screen_wait "Pawn $1"
}
expect_pawn d2
attempts=9
expect_pawn d9
END
says "$(place 5 9): expected to see: Pawn d9$"

# The game is killed: its screen stays.
fails killed <<'END'
screen_wait "Pawn d2"
kill -KILL "$(screen_pid)"
screen_ended >/dev/null
attempts=9
screen_wait "Pawn d9"
END
says "$(place 8): expected to see: Pawn d9$" '^--- the program was killed by signal 9 \(KILL\)$' '^--- its last screen:$' \
    'Pawn d2'

# The game ends on its own and leaves the screen.
fails ended <<'END'
screen_wait "Pawn d2"
screen_keys q
screen_ended >/dev/null
attempts=9
screen_wait "Pawn d9"
END
says "$(place 8): expected to see: Pawn d9$" '^--- the program ended with status 0$' '^--- its last screen:$' \
    'Pawn d2'

# It does not start, and says why.
fails unstarted <<'END'
screen_start 80 24 --nothing
expect_end
END
says "$(place 5): expected the exit status 0$" '^--- the program ended with status 1$' \
    '^failing_unstarted.sh: the program wrote to standard error:$' 'congo: .*--nothing'

# The whole terminal is gone.
fails gone <<'END'
screen_wait "Pawn d2"
screen_tmux kill-server
attempts=9
screen_wait "Pawn d9"
END
says "$(place 7): expected to see: Pawn d9$" '^--- its last screen:$' 'Pawn d2' '^--- the terminal shows:$' 'no server'

# Of several terminals each is shown.
fails several <<'END'
screen_at Ada
screen_start 80 24 --white=hi/random --black=hi/random --name=Ada
screen_wait "Pawn d2"
screen_at Bo
screen_start 80 24 --nothing
screen_ended >/dev/null
attempts=9
screen_wait "Pawn d2"
END
says "$(place 11): expected to see: Pawn d2$" '^--- the program ended with status 1$' '^=== the first terminal$' \
    '^--- the program has not ended' '^=== Ada$' '^--- the program has not ended' '^--- the terminal shows:$' 'Pawn d2'

# Tests of one name in different folders run side by side.
for one in a b; do
    mkdir "$folder/$one"
    printf '#!/bin/sh\n. "$CONGO_SOURCE/tests/screen/lib.sh"\necho "$folder" && cat\n' >"$folder/$one/same.sh"
done
: | sh "$folder/a/same.sh" | sh "$folder/b/same.sh" >"$folder/out"
[ "$(sort -u "$folder/out" | wc -l)" -eq 2 ] || {
    fail "expected two folders for tests of one name, found:"
    cat "$folder/out" >&2
}

[ "$failures" -eq 0 ]
