#!/bin/sh
# The tree keeps to the walls of the house, and tools/walls sees it when one is broken.
set -u
walls=$CONGO_SOURCE/tools/walls
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# plant FILE TEXT PATTERN: a tree with that one file is refused with a message that fits.
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

# sound FILE TEXT: a tree with that one file is accepted.
sound() {
    rm -rf "$scratch/src"
    mkdir -p "$scratch/$(dirname "$1")"
    printf '%b' "$2" >"$scratch/$1"
    found=$("$walls" "$scratch") || fail "refused: $found"
}

"$walls" "$CONGO_SOURCE" || fail "the tree breaks its walls"

config='#include <config.h>\n'
plant src/rules/a.c "$config#include \"engine/search.h\"\n" 'may not use engine/search.h'
plant src/rules/a.c "$config#include <pthread.h>\n" 'may not use <pthread.h>'
plant src/engine/a.c "$config#include <libconfig.h>\n" 'may not use <libconfig.h>'
plant src/engine/a.h '#include <curses.h>\n' 'may not use <curses.h>'
plant src/play/a.c "$config#  include <ncursesw/curses.h>\n" 'may not use'
plant src/config/a.c "$config#include \"play/session.h\"\n" 'may not use play/session.h'
plant src/tui/a.c "$config#include \"engine/search.h\"\n" 'may not use engine/search.h'
plant src/tui/a.c "$config#include <sys/socket.h>\n" 'may not use <sys/socket.h>'
plant src/server/a.c "$config#include \"engine/search.h\"\n" 'may not use'
plant src/uci/a.c "$config#include \"play/session.h\"\n" 'may not use'
plant src/cellar/a.c "$config" 'no wall is drawn'
plant src/rules/a.c '#include <stdio.h>\n' 'first include'
plant src/rules/a.c "$config"'int x = __builtin_ctz(4);\n' 'compiler extensions'
plant src/rules/a.c "$config"'void f(void) { printf("x"); }\n' 'neither print'
plant src/play/a.c "$config"'/* a\n*/ void f(void) { exit(1); }\n' 'end the program'
plant src/engine/a.c "$config"'void f(void) { fputs("x", stderr); }\n' 'standard streams'
plant src/config/a.c "$config"'void f(void) { abort(); }\n' 'abort'

sound src/rules/a.c "$config"'#include "rules/a.h"\n/* may exit(1)\n * printf() */ char t[] = "exit(\\"1";\nvoid f(void) { snprintf(t, 1, "x"); }\n'
sound src/tui/a.c "$config"'#include <curses.h>\n#include "play/session.h"\n'
sound src/main/a.c "$config"'#include "tui/screen.h"\nint main(void) { printf("x"); exit(0); }\n'

[ "$failures" = 0 ]
