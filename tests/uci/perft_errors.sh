#!/bin/sh
# congo-engine perft reports wrong arguments in one sentence and by the exit status.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine

# check STATUS WORDS ARGUMENT...: standard error is one line that contains the words.
check() {
    expected=$1 words=$2
    shift 2
    "$engine" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    if [ "$status" -ne "$expected" ] || [ -s "$folder/out" ] ||
        [ "$(wc -l <"$folder/err")" -ne 1 ] || ! grep -q -- "$words" "$folder/err"; then
        fail "congo-engine $*: status $status, expected $expected and \"$words\":"
        cat "$folder/out" "$folder/err" >&2
    fi
}

check 2 'expected a depth' perft
check 2 'expected a depth' perft --divide
check 2 'depth: expected a whole number from 0 to ' perft -1
check 2 'depth: .*"x"' perft x
check 2 'depth: ' perft 5x
check 2 'depth: ' perft ''
check 2 'depth: ' perft 99999999999999999999
check 2 '--threads: expected a whole number' perft 1 --threads=0
check 2 '--threads: expected a whole number' perft 1 --threads many
check 2 '--threads: expected a whole number from 1 to 256, found nothing' perft 1 --threads
check 2 '--variant: expected a variant.s name, .*, found nothing' perft 1 --variant
check 2 'there is no option "--thread", the closest is --threads' perft 1 --thread
check 2 'there is no option "--threadsx=3", the closest is --threads' perft 1 --threadsx=3
check 2 'expected one depth and one position, .*, found "w"' perft 1 3l3/7/7/7/7/7/3L3 w
check 2 'there is no command "perf", the closest is perft; --help lists them' perf 1
check 1 'rank' perft 1 3l3/7/7/7/7/3L3/w/-1
check 1 'side' perft 1 3l3/7/7/7/7/7/3L3/x/-1
check 1 'jump' perft 1 3l3/7/7/7/7/7/3L3/w/60
check 1 'nowhere' perft 1 --variant=nowhere
check 1 'nowhere.conf' perft 1 --variant "$folder/nowhere.conf"

echo 'variant = { name = "wet"; islands = [ "a1" ]; };' >"$folder/wet.conf"
check 1 'wet.conf' perft 1 --variant "$folder/wet.conf"

# A custom variant.
echo 'variant = { name = "small"; start = "3l3/7/7/7/7/e6/2L4"; };' >"$folder/small.conf"
if [ "$("$engine" perft 1 --variant "$folder/small.conf")" != 'Nodes searched: 3' ]; then
    fail 'perft 1 --variant small.conf: expected 3'
fi

# A full disk.
if [ -w /dev/full ]; then
    for command in 'perft 1' --help --version; do
        # shellcheck disable=SC2086
        "$engine" $command >/dev/full 2>"$folder/err"
        if [ $? -ne 1 ] || ! grep -q 'standard output' "$folder/err"; then
            fail "$command >/dev/full: expected status 1 and a sentence"
        fi
    done
fi

# Help and version.
if ! "$engine" --help | grep -q 'perft DEPTH'; then
    fail 'congo-engine --help: expected its commands'
fi
if ! "$engine" --version | grep -q '^congo-engine [0-9]'; then
    fail 'congo-engine --version: expected the version'
fi

[ "$failures" -eq 0 ]
