#!/bin/sh
# congo-engine bench: the signature is reproducible, and wrong arguments are reported.

engine=$CONGO_BUILD/src/congo-engine
failed=0

signature() {
    "$engine" bench "$@" | awk '$1 == "signature" && NF == 2 { print $2 }'
}

first=$(signature 3)
case $first in
'' | *[!0-9]* | 0) echo "bench 3: signature \"$first\"" && failed=1 ;;
esac
for arguments in 3 '3 --hash=16' '--threads 2 3'; do
    # shellcheck disable=SC2086 # the words of the command line
    found=$(signature $arguments)
    if [ "$found" != "$first" ]; then
        echo "bench $arguments: signature $found, expected $first"
        failed=1
    fi
done
if ! "$engine" bench 2 --timed --threads 2 | grep -q '^depth [0-9]* after 1000 ms' ||
    ! "$engine" bench 2 --threads 2 | grep -q 'nodes/s on 2 threads [0-9]*, [0-9.]* times'; then
    echo 'bench: expected the depth after a second and the gain of two threads'
    failed=1
fi

# check WORDS ARGUMENT...: fails with status 2 and one sentence that contains the words.
check() {
    words=$1
    shift
    found=$("$engine" bench "$@" 2>&1 >/dev/null)
    if [ $? -ne 2 ] || ! printf '%s\n' "$found" | grep -q -- "$words"; then
        echo "bench $*: expected \"$words\", found \"$found\""
        failed=1
    fi
}
check 'depth: expected a whole number' x
check 'depth: expected a whole number' 0
check '--threads: expected a whole number from 1 to 256' --threads=0
check '--threads: expected a whole number from 1 to 256, found nothing' --threads
check '--hash: expected a whole number' --hash 0
check 'there is no option "--fast"; --help lists them' --fast

exit $failed
