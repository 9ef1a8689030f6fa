#!/bin/sh
# tests/time_limit: what a test that hangs leaves, and that one that ends is not touched.
set -u
command -v python3 >/dev/null || exit 77
. "${CONGO_SOURCE:?}/tests/lib.sh"
time_limit=$CONGO_BUILD/tests/time_limit
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
failures=0

fail() {
    echo "$(test_place): $*"
    failures=$((failures + 1))
}

# limited STATUS SECONDS COMMAND...: runs a test, whose output goes to the file out.
limited() {
    wanted=$1
    shift
    "$time_limit" "$@" >out 2>&1
    status=$?
    [ "$status" = "$wanted" ] || fail "$2: status $status, not $wanted: $(cat out)"
}

# script NAME: makes a test of standard input.
script() {
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}

# is_gone FILE: whether the process whose number is in a file has ended. One that nobody has waited for has.
is_gone() {
    pid=$(cat "$1") && [ -n "$pid" ] || return 1
    case $(ps -o stat= -p "$pid") in
    '' | Z*) ;;
    *) return 1 ;;
    esac
}

# A test's status, output, arguments and standard input are its own.
limited 0 600 true
limited 1 600 false
limited 77 600 sh -c 'exit 77'
# shellcheck disable=SC2016 # the number is the other shell's
limited 137 600 sh -c 'kill -9 $$'
limited 0 600 sh -c 'echo "$1"; echo "$2" >&2' test 'two words' ''
[ "$(cat out)" = "two words" ] || fail "arguments: $(cat out)"
echo read | limited 0 600 cat
[ "$(cat out)" = read ] || fail "input: $(cat out)"

# A test that hangs fails with a sentence; it may tidy up; what it said before is kept.
script hangs <<'END'
trap 'echo tidied; exit 0' TERM
echo begun
sleep 100000 &
wait
END
limited 124 5 ./hangs
grep -qx begun out || fail "what was said before is lost: $(cat out)"
grep -qx tidied out || fail "it was not told to end: $(cat out)"
grep -q '^\./hangs hangs: it is still running after 5 seconds, and is killed. Its processes: .*sleep' out || fail "no sentence: $(cat out)"

# One that does not end when it is told to is killed.
script stubborn <<'END'
trap '' TERM
while :; do sleep 100000; done
END
limited 124 1 ./stubborn

# Wrong use fails.
limited 99 0 true
limited 99 x true
limited 99 600 ./no-such-program

if [ "$(uname)" = Linux ]; then
    # What a test starts ends with it, whether it hangs or not, in another session or ignoring signals too.
    script leaves <<'END'
setsid sh -c 'echo $$ >first; exec sleep 100000' &
sh -c 'trap "" TERM; (echo $$; while :; do sleep 100000; done) >second' &
while ! [ -s first ] || ! [ -s second ]; do sleep 0.01; done
[ "$1" = ends ] || sleep 100000
END
    for how in hangs ends; do
        rm -f first second
        case $how in
        hangs) limited 124 10 ./leaves hangs ;;
        ends) limited 0 600 ./leaves ends ;;
        esac
        for file in first second; do
            is_gone "$file" || fail "when a test $how, its process $file goes on"
        done
    done
fi

# The signals that end a program end the test.
script waits <<'END'
echo $$ >waiting
sleep 100000
END
for signal in INT TERM HUP; do
    rm -f waiting
    # A shell starts programs in the background with SIGINT ignored.
    python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$time_limit" 600 ./waits >out 2>&1 &
    limit=$!
    while ! [ -s waiting ]; do sleep 0.01; done
    kill -s "$signal" "$limit"
    wait "$limit"
    described=$(describe_status $?)
    case $described in
    *"($signal)"*) ;;
    *) fail "SIG$signal: time_limit $described" ;;
    esac
    is_gone waiting || fail "SIG$signal: the test goes on"
    [ ! -s out ] || fail "SIG$signal: $(cat out)"
done

[ "$failures" = 0 ]
