#!/bin/sh
# What congo says on its command line: help and version on standard output, everything wrong in one
# sentence on standard error, with the exit status to match. Nothing here opens the screen.

congo=$CONGO_BUILD/src/congo
folder=$(mktemp -d "$CONGO_BUILD/congo-options-XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
XDG_CONFIG_HOME=$folder XDG_CONFIG_DIRS=$folder
export XDG_CONFIG_HOME XDG_CONFIG_DIRS
LC_ALL=C
export LC_ALL
failures=0

fail() {
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}

# shows TEXT ARGUMENTS...: success, TEXT somewhere on standard output, nothing on standard error.
shows() {
    text=$1
    shift
    "$congo" "$@" >"$folder/out" 2>"$folder/err" </dev/null || fail "$*: status $?"
    grep -qF -e "$text" "$folder/out" || fail "$*: no \"$text\" on standard output"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
}

# refuses SENTENCE ARGUMENTS...: status 1, the program's name and the sentence on standard error (before
# which a file's folder may stand), nothing else.
refuses() {
    sentence=$1
    shift
    "$congo" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    [ $status -eq 1 ] || fail "$*: status $status"
    [ ! -s "$folder/out" ] || fail "$*: something on standard output"
    [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "$*: not one line"
    case $(cat "$folder/err") in
    "congo: "*"$sentence") ;;
    *) fail "$*: $(cat "$folder/err")" ;;
    esac
}

shows "congo 0." --version
shows "--white=PLAYER" --help
shows "--clock=S[+S]" --depth=3 --help
shows "undo" --help-keys
shows "congo 0." --config="$folder/missing" --version

refuses '--depth: expected a whole number from 0 to 100, found "x"' --depth=x
refuses '--depth: expected a whole number from 0 to 100, found "x"' --depth x
refuses 'expected an option, the closest is --black, found "--blak=ai/random"' --blak=ai/random
refuses 'expected an option such as --white=hi/negamax, found "file"' file
refuses '--game: expected no --load beside it, for the file says the game and the variant' \
    --load file --game=standard
refuses "missing: cannot be read: No such file or directory" --config="$folder/missing"
refuses '--place: games over a network are not part of this version, expected "local"' \
    --place=network

mkdir "$folder/congo"
printf 'search = {\n  depth = 4294967297;\n};\n' >"$folder/congo/congo.conf"
refuses "congo/congo.conf:2: search.depth: expected a whole number from 0 to 100, found \
4294967297"
printf 'variant = "mine.conf";\n' >"$folder/congo/congo.conf"
printf 'variant = { name = "mine"; islands = [ "a3" ]; };\n' >"$folder/congo/mine.conf"
refuses "congo/mine.conf:1: variant.islands: expected squares of rank 4 such as \
[ \"a4\", \"g4\" ], each once, found \"a3\""

if [ -w /dev/full ]; then
    "$congo" --help >/dev/full 2>"$folder/err"
    [ $? -eq 1 ] || fail "--help on a full disk: no failure"
    [ -s "$folder/err" ] || fail "--help on a full disk: no sentence"
fi

[ $failures -eq 0 ]
