# Sourced by the tests of the server: runs a congod in a folder of the test's own on a free port. What is
# left running is stopped when the test ends. A failure says where it is in the test, how the server ended if it did,
# and what it logged.
# shellcheck shell=sh
. "$CONGO_SOURCE/tests/lib.sh"

congod=$CONGO_BUILD/src/congod
cd "$folder" || exit 1
server=

# A test that fails may have stopped it. It is continued first: while the server ends, the sanitizer that looks for leaks
# would lose its own SIGSTOP by that, and wait for ever.
end_server() {
    [ -n "$server" ] && kill -CONT "$server" 2>/dev/null && kill "$server" && wait "$server"
    server=
}
trap 'end_server; end_jobs' EXIT
trap 'fail "a signal ended the test"' INT TERM

fail() {
    {
        echo "FAIL: $(test_place): $*"
        if [ -n "$server" ] && ! kill -0 "$server" 2>/dev/null; then
            wait "$server"
            echo "--- congod $(describe_status $?)"
        fi
        [ ! -f log ] || { echo '--- the log of congod:' && cat log; }
    } >&2
    exit 1
}

# configure [LINE]...: writes the configuration, with these lines at its end. However slow the disk is, clients wait
# for it, and are not told that the database does not answer.
configure() {
    case $* in *limits*) ;; *) set -- "$@" 'limits = { };' ;; esac
    {
        echo 'listen = [ "127.0.0.1:0" ];'
        echo 'database = "games.db";'
        echo 'admin = "";'
        printf '%s\n' "$@" | sed 's/^limits = {/& outage = 0;/'
    } >congod.conf
}

begin_server() {
    : >log
    "$congod" --config=congod.conf 2>>log &
    server=$!
}

# While a server was not there, the system may have lent its port to somebody's connection: then it is begun again.
server_listens() {
    grep -q 'listening on 127' log && return
    ! grep -q 'Address already in use' log || begin_server
    return 1
}

# Starts the server and sets $port.
start_server() {
    begin_server
    eventually server_listens
    # shellcheck disable=SC2034 # read by the tests
    port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' log)
}

# Kills the server. The next one gets the same port.
kill_server() {
    kill -9 "$server"
    wait "$server" 2>/dev/null
    server=
    sed -i.old "s/127.0.0.1:0/127.0.0.1:$port/" congod.conf
}

# server_ends_with STATUS: waits until the server has ended with this status.
server_ends_with() {
    wait "$server"
    status=$?
    server=
    [ "$status" -eq "$1" ] || fail "expected congod to end with status $1, but it $(describe_status $status)"
}

# manual_display SECTION N: prints the N-th display of a section of congod(8), with a folder of the test's own, quoted for
# the shell.
manual_display() {
    sed -n "/^\.Ss $1/,/^\.S[hs] /p" "$CONGO_SOURCE/man/congod.8" |
        awk -v wanted="$2" '/^\.Bd/ { n++; inside = 1; next } /^\.Ed/ { inside = 0 } inside && n == wanted' |
        sed -e 's/\\-/-/g' -e "s|/var/lib/congod|'$PWD/lib'|g"
}

# A server that stood still refuses NEW and JOIN, which their client sends again: see congo-protocol(7), BUSY.
stood_still='^-BUSY .*the server stood still'

# talk LINE...: sends lines to the server, and prints the replies.
talk() {
    talk_by "nc -N 127.0.0.1 $port" "$@"
}

# talk_by COMMAND LINE...: sends lines with a command such as nc, and prints the replies.
talk_by() {
    talk_command=$1
    shift
    while
        # shellcheck disable=SC2086 # a command and its arguments
        talk_replies=$(printf '%s\n' "$@" | timeout 300 $talk_command)
        talk_status=$?
        printf '%s\n' "$talk_replies" | grep -q -- "$stood_still"
    do
        sleep 0.1
    done
    [ -z "$talk_replies" ] || printf '%s\n' "$talk_replies"
    return $talk_status
}

# ask DESCRIPTOR FILE PATTERN LINE: sends a line to a client in the background, and waits for a reply in the file.
ask() {
    ask_late=$(grep -c -- "$stood_still" "$2")
    echo "$4" >&"$1"
    eventually ask_succeeds "$@"
}

ask_succeeds() {
    grep -q -- "$3" "$2" && return
    [ "$(grep -c -- "$stood_still" "$2")" -eq "$ask_late" ] || {
        ask_late=$((ask_late + 1))
        echo "$4" >&"$1"
    }
    return 1
}

# forward_port NAME PORT: forwards a port, or any for 0, to the server, so that it looks like another one; sets
# $forwarder, its process, and $forwarded, the port. Needs python3.
forward_port() {
    python3 "$CONGO_SOURCE/tests/server/forward.py" "$port" "$2" >"$folder/$1.log" 2>&1 &
    # shellcheck disable=SC2034 # read by the tests
    forwarder=$!
    eventually grep -q '^port' "$folder/$1.log"
    # shellcheck disable=SC2034 # read by the tests
    forwarded=$(sed -n 's/^port //p' "$folder/$1.log")
}

# stop_port PROCESS: cuts all connections of a forwarder, if it runs.
stop_port() {
    [ -z "$1" ] || { kill -9 "$1" && wait "$1"; } 2>/dev/null
}
