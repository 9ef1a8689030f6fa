#!/bin/sh
# The command line of congo: help and version on standard output, errors in one sentence on standard
# error, and the exit status. Nothing here opens the screen.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
LC_ALL=C
export LC_ALL

# shows TEXT ARGUMENTS...: succeeds with TEXT in its output and nothing on standard error.
shows() {
    text=$1
    shift
    "$congo" "$@" >"$folder/out" 2>"$folder/err" </dev/null || fail "$*: status $?"
    grep -qF -e "$text" "$folder/out" || fail "$*: no \"$text\" in: $(cat "$folder/out")"
    [ ! -s "$folder/err" ] || fail "$*: $(cat "$folder/err")"
}

# refuses SENTENCE ARGUMENTS...: fails with status 1 and only the program's name and the sentence, which
# may follow a folder, on standard error.
refuses() {
    sentence=$1
    shift
    "$congo" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    [ $status -eq 1 ] || fail "$*: status $status, expected 1"
    [ ! -s "$folder/out" ] || fail "$*: on standard output: $(cat "$folder/out")"
    [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "$*: expected one line, found: $(cat "$folder/err")"
    case $(cat "$folder/err") in
    "congo: "*"$sentence") ;;
    *) fail "$*: expected \"$sentence\", found \"$(cat "$folder/err")\"" ;;
    esac
}

shows "congo 0." --version
shows "--white=PLAYER" --help
shows "--clock=S[+S]" --depth=3 --help
shows "undo" --help-keys
for option in --help -h '-?'; do
    shows "--white=PLAYER" "$option"
    shows "congo file merge" file "$option"
    shows "Usage: congo fen" fen "$option"
    shows "Usage: congo file check" file check "$option"
done
for option in --version -V; do
    shows "congo 0." "$option"
    shows "congo 0." file "$option"
    shows "congo 0." fen "$option"
    shows "congo 0." file convert "$option"
done
# Those that use the network say whether they can encrypt, as they were built.
said='Encrypted connections (TLS): yes.'
grep -q '^#define HAVE_TLS' "$CONGO_BUILD/config.h" ||
    said='Encrypted connections (TLS): no, this program was built without OpenSSL.'
for program in congo congod; do
    [ ! -x "$CONGO_BUILD/src/$program" ] || "$CONGO_BUILD/src/$program" --version | grep -qxF "$said" ||
        fail "$program --version: expected \"$said\""
done
# The server says whether it knows PostgreSQL.
said='Games in PostgreSQL: yes.'
grep -q '^#define HAVE_LIBPQ' "$CONGO_BUILD/config.h" ||
    said='Games in PostgreSQL: no, this program was built without libpq.'
[ ! -x "$CONGO_BUILD/src/congod" ] || "$CONGO_BUILD/src/congod" --version | grep -qxF "$said" ||
    fail "congod --version: expected \"$said\""
# The other programs understand the same.
for program in congo-engine congod; do
    [ -x "$CONGO_BUILD/src/$program" ] || continue
    for option in --help -h '-?' --version -V; do
        "$CONGO_BUILD/src/$program" "$option" >"$folder/out" 2>&1 || fail "$program $option: status $?"
        case $option in
        --version | -V) grep -q "^$program 0\." "$folder/out" ;;
        *) grep -q "^Usage: $program" "$folder/out" ;;
        esac || fail "$program $option: $(cat "$folder/out")"
    done
done
"$CONGO_BUILD/src/congo-engine" perft -V | grep -q '^congo-engine 0\.' || fail "perft -V"
"$CONGO_BUILD/src/congo-engine" perft 1 --variant=MegaPawn | grep -q 19 || fail "perft --variant=MegaPawn"

# The keys are those of the configuration, within 80 columns. Keys that cannot be used are an error,
# but the list that the error refers to is shown.
echo 'keys = { undo = [ "F7", "Backspace" ]; theme = [ ]; };' >"$folder/keys.conf"
shows "  F7, Backspace         undo  " --config="$folder/keys.conf" --help-keys
shows "  :theme                theme  " --help-keys --config="$folder/keys.conf"
awk 'length > 80 { exit 1 }' "$folder/out" || fail "--help-keys: more than 80 columns"
echo 'keys = { fly = "x"; };' >"$folder/keys.conf"
"$congo" --config="$folder/keys.conf" --help-keys >"$folder/out" 2>"$folder/err" </dev/null
[ $? -eq 1 ] || fail "--help-keys: success with an unknown action"
grep -q '^  u .* undo ' "$folder/out" || fail "--help-keys: no list beside the error"
grep -q 'keys.fly: there is no action of that name' "$folder/err" || fail "--help-keys: $(cat "$folder/err")"
shows "congo 0." --config="$folder/missing" --version

refuses '--depth: expected a whole number from 0 to 100, found "x"' --depth=x
refuses '--depth: expected a whole number from 0 to 100, found "x"' --depth x
refuses 'there is no option "--blak=ai/random", the closest is --black' --blak=ai/random
refuses 'there is no command "fil", the closest is file; --help lists options and commands' fil
refuses 'there is no command "xyzzy"; --help lists options and commands' xyzzy
: >"$folder/a.congo"
top=$PWD
cd "$folder" || exit 1
refuses '"a.congo" is not a command; --load=FILE opens a file' a.congo
cd "$top" || exit 1
refuses 'there is no option "-level", the closest is --level' -level 3
refuses 'there is no option "--xyzzy"; --help lists them' --xyzzy
refuses '--game cannot be combined with --load' \
    --load file --game=standard
refuses '--config: expected a file or "none", found ""' --config=
refuses '--tour: expected no value, found "yes"' --tour=yes
refuses '--tour needs the full screen: start congo at a terminal, not in a pipe' --tour
refuses '--tour needs the full screen, not --ui=cli' --ui=cli --tour
refuses '--plain cannot be combined with --tour' --plain --tour
# Files that cannot be read. The message cuts a long name, not the reason.
mkdir "$folder/folder"
mkfifo "$folder/pipe"
: >"$folder/empty"
head -c 1000 /dev/zero >"$folder/zeros"
head -c 68000000 /dev/zero >"$folder/huge"
printf '[White "A"]\n\n1. P-DD3 \033[2J *\n' >"$folder/escapes"
ln -s loop "$folder/loop"
long=$(printf '%01000d' 0)
for option in "--load opened" "--config read"; do
    cannot="cannot be ${option#* }"
    option=${option% *}
    refuses "missing: $cannot: No such file or directory" "$option=$folder/missing"
    refuses "loop: $cannot: Too many levels of symbolic links" "$option=$folder/loop"
    refuses "000: $cannot: File name too long" "$option=$folder/$long"
    refuses "a?[2J?b: $cannot: No such file or directory" "$option=$folder/$(printf 'a\033[2J\nb')"
done
refuses "$folder/folder: expected a file, found a folder" --load="$folder/folder"
for name in "$folder/pipe" /dev/null /dev/tty; do
    refuses "$name: expected a file, found something else" --load="$name"
done
refuses "folder: expected a file, found a folder" --config="$folder/folder"
refuses "pipe: expected a file, found something else" --config="$folder/pipe"
refuses "/dev/null: expected a file, found something else" --config=/dev/null
refuses "empty: no games found" --load="$folder/empty"
refuses "zeros:1:1: a NUL byte; expected text" --load="$folder/zeros"
refuses "zeros:1: expected text, found a zero byte" --config="$folder/zeros"
refuses "huge: expected a file of at most 64 MiB" --load="$folder/huge"
refuses "huge: expected at most 65536 bytes, found more" --config="$folder/huge"
refuses 'escapes:3:10: "?" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or a2a3' \
    --load="$folder/escapes"

refuses '--place: expected "local" or "network", found "here"' --place=here
refuses 'cannot connect to 127.0.0.1:1: connection refused' --place=network --host=127.0.0.1 --port=1
refuses '"moon" is neither the id of a network game, 10 letters and digits, nor an invitation, an id with "-" and 26 more behind it' --place=network --game=moon
refuses 'key: cannot be opened: No such file or directory' --place=network --game=7Q2KM4XDT1 --key-file="$folder/key"

# The line interface refuses what the full screen refuses.
for option in --ui=cli --plain; do
    echo 'keys = { fly = "x"; };' >"$folder/keys.conf"
    refuses 'keys.conf:1: keys.fly: there is no action of that name; congo --help-keys lists them' \
        $option --config="$folder/keys.conf"
    echo 'keys = { undo = "x"; redo = "x"; };' >"$folder/keys.conf"
    refuses 'keys.conf:1: keys.redo: the key "x" is already bound to undo' \
        $option --config="$folder/keys.conf"
    echo 'variants = ( { name = "congo"; } );' >"$folder/keys.conf"
    refuses 'keys.conf:1: variants.name: there is a built-in variant "congo"; choose another name' \
        $option --config="$folder/keys.conf"
done

mkdir -p "$folder/config/congo"
printf 'search = {\n  depth = 4294967297;\n};\n' >"$folder/config/congo/congo.conf"
refuses "congo/congo.conf:2: search.depth: expected a whole number from 0 to 100, found \
4294967297"
printf 'variant = "mine.conf";\n' >"$folder/config/congo/congo.conf"
printf 'variant = { name = "mine"; islands = [ "a3" ]; };\n' >"$folder/config/congo/mine.conf"
refuses "congo/mine.conf:1: variant.islands: expected squares of rank 4 such as \
[ \"a4\", \"g4\" ], each once, found \"a3\""

if [ -w /dev/full ]; then
    "$congo" --help >/dev/full 2>"$folder/err"
    [ $? -eq 1 ] || fail "--help on a full disk: no failure"
    [ -s "$folder/err" ] || fail "--help on a full disk: no sentence"
fi

[ "$failures" -eq 0 ]
