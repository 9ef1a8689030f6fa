#!/bin/sh
# tools/walls accepts the tree, and finds every kind of violation.
set -u
walls=$CONGO_SOURCE/tools/walls
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# plant FILE TEXT PATTERN: checks that a tree with this one file fails with a matching message.
plant() {
    rm -rf "$scratch/src"
    mkdir -p "$scratch/$(dirname "$1")"
    printf '%b' "$2" >"$scratch/$1"
    if found=$("$walls" "$scratch"); then
        fail "not seen: $1 with $2"
    elif ! printf '%s\n' "$found" | grep -q "^$1:[0-9]*: .*$3"; then
        fail "seen with the wrong words: $found"
    fi
}

# sound FILE TEXT: checks that a tree with this one file is accepted.
sound() {
    rm -rf "$scratch/src"
    mkdir -p "$scratch/$(dirname "$1")"
    printf '%b' "$2" >"$scratch/$1"
    found=$("$walls" "$scratch") || fail "refused: $found"
}

"$walls" "$CONGO_SOURCE" || fail "the tree breaks its walls"

config='#include <config.h>\n'
plant src/rules/a.c "$config#include \"engine/search.h\"\n" 'may not use engine/search.h'
plant src/base/a.c "$config#include \"rules/move.h\"\n" 'may not use rules/move.h'
plant src/rules/a.c "$config#include <pthread.h>\n" 'may not use <pthread.h>'
plant src/engine/a.c "$config#include <libconfig.h>\n" 'may not use <libconfig.h>'
plant src/engine/a.h '#include <curses.h>\n' 'may not use <curses.h>'
plant src/tui/a.c "$config#include <curses.h>\n" 'may not use <curses.h>'
plant src/board/a.c "$config#  include <ncursesw/curses.h>\n" 'may not use'
plant src/board/a.c "$config#include \"play/session.h\"\n" 'may not use play/session.h'
plant src/board/a.c "$config#include \"config/settings.h\"\n" 'may not use config/settings.h'
plant src/board/a.c "$config#include \"tui/app.h\"\n" 'may not use tui/app.h'
plant src/term/a.c "$config#include \"rules/piece.h\"\n" 'may not use rules/piece.h'
plant src/term/a.c "$config#include \"config/settings.h\"\n" 'may not use config/settings.h'
plant src/config/a.c "$config#include \"play/session.h\"\n" 'may not use play/session.h'
plant src/tui/a.c "$config#include \"engine/search.h\"\n" 'may not use engine/search.h'
plant src/tui/a.c "$config#include \"script/replay.h\"\n" 'may not use script/replay.h'
plant src/tui/a.c "$config#include <sys/socket.h>\n" 'may not use <sys/socket.h>'
plant src/tui/learn/a.c "$config#include \"tui/online/online_game.h\"\n" 'may not use tui/online/online_game.h'
plant src/server/core/a.c "$config#include \"engine/search.h\"\n" 'may not use'
plant src/server/core/a.c "$config#include <sqlite3.h>\n" 'may not use <sqlite3.h>'
plant src/server/core/a.c "$config#include \"server/loop/loop.h\"\n" 'may not use server/loop/loop.h'
plant src/server/loop/a.c "$config#include <sqlite3.h>\n" 'may not use <sqlite3.h>'
plant src/match/a.c "$config#include \"uci/uci.h\"\n" 'may not use uci/uci.h'
plant src/uci/a.c "$config#include \"play/session.h\"\n" 'may not use'
plant src/cellar/a.c "$config" 'not in the table'
plant src/rules/a.c '#include <stdio.h>\n' 'first include'
plant src/rules/a.c "$config"'int x = __builtin_ctz(4);\n' 'compiler extensions'
plant src/rules/a.c "$config"'void f(void) { printf("x"); }\n' 'neither print'
plant src/play/a.c "$config"'/* a\n*/ void f(void) { exit(1); }\n' 'end the program'
plant src/engine/a.c "$config"'void f(void) { fputs("x", stderr); }\n' 'standard streams'
plant src/config/a.c "$config"'void f(void) { abort(); }\n' 'abort'
plant src/rules/a.c "$config" 'no header of the same name'
plant src/rules/a.h "$(printf 'int a%s;\\n' $(seq 601))" 'more than 600 lines'
plant src/rules/a.h 'typedef struct A {\n    int b;\n} A;\nenum A { C };\n' 'the type A is defined'
plant src/rules/a.h 'typedef struct {\n    int b;\n} A;\ntypedef int A;\n' 'the type A is defined'
plant src/rules/a.h 'typedef int A(void);\ntypedef int (*A)(int);\n' 'the type A is defined'

# A folder with too many files or lines.
crowd() {
    rm -rf "$scratch/src"
    mkdir -p "$scratch/src/rules"
    for number in $(seq "$1"); do
        seq -f '/* line %g */' "$2" >"$scratch/src/rules/a$number.h"
    done
    if found=$("$walls" "$scratch"); then
        fail "not seen: $1 files of $2 lines"
    elif ! printf '%s\n' "$found" | grep -q "^src/rules:0: more than $3: "; then
        fail "seen with the wrong words: $found"
    fi
}
crowd 46 1 '45 files'
crowd 20 500 '8000 lines'

sound src/rules/a.h '/* may exit(1)\n * printf() */ static const char t[] = "exit(\\"1";\nvoid f(void);\n'
sound src/rules/a.h 'typedef struct A A;\nstruct A {\n    int b;\n};\ntypedef enum B { C } B;\ntypedef int D(A *a);\n'
sound src/term/a.h '#include <curses.h>\n#include "base/error.h"\n'
sound src/main/congo.c "$config"'#include "tui/app.h"\nint main(void) { printf("x"); exit(0); }\n'

[ "$failures" = 0 ]
