#!/bin/sh
# A program whose output nobody reads any more ends by SIGPIPE without a word, like other programs, also if its
# parent ignored that signal.
. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
engine=$CONGO_BUILD/src/congo-engine
congod=$CONGO_BUILD/src/congod
cd "$folder" || exit 1

# File 3 is a pipe without a reader; file 4 is one while it is opened.
mkfifo pipe
# shellcheck disable=SC2094
exec 4<>pipe 3>pipe 4<&-
(echo x >&3) 2>/dev/null && exit 99

# silent PROGRAM [ARGUMENT]...: its standard input is the file "typed".
silent() {
    for ignored in '' PIPE; do
        (
            # shellcheck disable=SC2064 # the signal now
            [ -z "$ignored" ] || trap '' "$ignored"
            exec timeout 120 "$@"
        ) <typed >&3 2>err
        status=$?
        [ $status -eq 141 ] && [ ! -s err ] && continue
        fail "$* (ignored: $ignored): status $status: $(cat err)"
    done
}

printf '1. P-DD3 P-DD5 *\n' >game
: >typed
for option in --help --help-keys --version; do
    silent "$congo" $option
done
for command in check convert merge; do
    silent "$congo" file $command --help
done
silent "$congo" file convert game
silent "$congo" file check game
silent "$congo" fen gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
printf 'advise\nhelp\nexit\n' >typed
silent "$congo" --ui=cli --config=none --white=hi/greedy --black=hi/greedy
silent "$congo" --plain --config=none --white=ai/random --black=ai/random
silent "$engine" --help
silent "$engine" bench --help
silent "$engine" bench 1
silent "$engine" perft 2
silent "$engine" match "'$engine'" "'$engine'" --nodes=10 --games=2
[ ! -x "$congod" ] || silent "$congod" --help

# All of it is there if it is read: the first line, and no word.
(timeout 120 "$congo" fen gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1 2>err) | head -n 1 >out
[ -s out ] && [ ! -s err ] || fail "the first line is \"$(cat out)\", and the program says: $(cat err)"

[ "$failures" -eq 0 ]
