# Sourced by shell tests: gives each test a folder of its own, and tells where a failure is, and how a program ended.
#
# $folder is an empty folder of the build tree that is this test's alone: for tests/cli/review.sh, tests/cli/review.dir.
# The user's folders are in it, so that no test meets what the user has: HOME is $folder/home, XDG_STATE_HOME
# $folder/state, XDG_CONFIG_HOME $folder/config, XDG_CACHE_HOME $folder/cache, XDG_DATA_HOME $folder/data, and
# XDG_CONFIG_DIRS $folder/etc. A test that plays several users sets XDG_STATE_HOME for each.
#
#   fail SENTENCE          reports a failure with its place, and counts it in `failures`; the test goes on, and ends
#                          with [ "$failures" -eq 0 ]
#   fatal SENTENCE         reports a failure, and ends the test
#   eventually COMMAND...  waits until a command succeeds, or ends the test after 600 attempts, about a minute: a machine
#                          that stands still costs none
#   test_place             prints the lines of the test that are running, the innermost first:
#                          "moves.sh:12, called from line 40"
#   describe_status N      prints "ended with status 2" or "was killed by signal 11 (SEGV)"
#   end_jobs               ends what the test has started in the background and still runs. (The number of a process
#                          that has ended may be another one's by now.)
#
# Only bash tells the lines of a test, so a test continues in bash where there is one. Elsewhere the place is the
# name of the test.
# shellcheck shell=sh disable=SC3044,SC3045 # caller and jobs -r, which only bash has

if [ -z "${BASH_VERSION:-}" ] && command -v bash >/dev/null 2>&1; then
    exec bash --posix "$0" "$@"
fi

# Before the test changes folders; it may source this again later, with another library.
if [ -z "${test_path:-}" ]; then
    test_path=$(cd "$(dirname "$0")" && pwd -P)/$(basename "$0" .sh)
    # By the path, as tests in several folders have the same name. A test may write other tests into its folder.
    folder=$CONGO_BUILD/tests/${test_path##*/tests/}.dir
    rm -rf "$folder"
    mkdir -p "$folder/home" || exit 99
    export HOME="$folder/home" XDG_STATE_HOME="$folder/state" XDG_CONFIG_HOME="$folder/config" \
        XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data" XDG_CONFIG_DIRS="$folder/etc"
    failures=0
fi

fail() {
    echo "FAIL: $(test_place): $*" >&2
    failures=$((failures + 1))
}

fatal() {
    fail "$@"
    exit 1
}

eventually() {
    for _ in $(seq 600); do
        "$@" >"$folder/eventually.out" 2>&1 && return
        sleep 0.1
    done
    fatal "this did not come true: $*; the last output: $(cat "$folder/eventually.out")"
}

# caller prints "LINE FUNCTION FILE". The calls within a library do not matter.
test_place() {
    place=${0##*/} place_depth=0 place_separator=:
    while place_frame=$(caller $place_depth 2>/dev/null); do
        place_depth=$((place_depth + 1))
        case ${place_frame#* * } in *lib.sh) continue ;; esac
        place=$place$place_separator${place_frame%% *}
        place_separator=", called from line "
    done
    printf '%s\n' "$place"
}

# A shell adds 128 to the number of a signal.
describe_status() {
    if [ "$1" -gt 128 ] && signal_name=$(kill -l "$(($1 - 128))" 2>/dev/null); then
        echo "was killed by signal $(($1 - 128)) ($signal_name)"
    else
        echo "ended with status $1"
    fi
}

end_jobs() {
    # shellcheck disable=SC2046 # a list of numbers
    kill $(jobs -rp 2>/dev/null || jobs -p) 2>/dev/null
}
