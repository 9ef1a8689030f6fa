#!/bin/sh
# congo-engine bench: the signature is reproducible, and wrong arguments are reported.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine

signature() {
    "$engine" bench "$@" | awk '$1 == "signature" && NF == 2 { print $2 }'
}

first=$(signature 3)
case $first in
'' | *[!0-9]* | 0) fail "bench 3: signature \"$first\"" ;;
esac
for arguments in 3 '3 --hash=16' '--threads 2 3'; do
    # shellcheck disable=SC2086 # the words of the command line
    found=$(signature $arguments)
    if [ "$found" != "$first" ]; then
        fail "bench $arguments: signature $found, expected $first"
    fi
done
if ! "$engine" bench 2 --timed --threads 2 | grep -q '^depth [0-9]* after 1000 ms' ||
    ! "$engine" bench 2 --threads 2 | grep -q 'nodes/s on 2 threads [0-9]*, [0-9.]* times'; then
    fail 'bench: expected the depth after a second and the gain of two threads'
fi

# check WORDS ARGUMENT...: fails with status 2 and one sentence that contains the words.
check() {
    words=$1
    shift
    found=$("$engine" bench "$@" 2>&1 >/dev/null)
    if [ $? -ne 2 ] || ! printf '%s\n' "$found" | grep -q -- "$words"; then
        fail "bench $*: expected \"$words\", found \"$found\""
    fi
}
check 'depth: expected a whole number' x
check 'depth: expected a whole number' 0
check '--threads: expected a whole number from 1 to 256' --threads=0
check '--threads: expected a whole number from 1 to 256, found nothing' --threads
check '--hash: expected a whole number' --hash 0
check 'there is no option "--fast"; --help lists them' --fast

[ "$failures" -eq 0 ]
