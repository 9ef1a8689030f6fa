#!/bin/sh
# ./play and ./check on systems with missing packages: what they install, how, and what they print if
# they cannot. The systems are simulated: links to a few tools, and installers that log their calls.
set -u
top=$CONGO_SOURCE
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
bin=$scratch/bin
calls=$scratch/calls
failures=0
unset CC PKG_CONFIG_PATH

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# bare_system TOOL...: simulates a system with a shell, the usual small tools, and TOOLs, which need not
# exist on this machine.
bare_system() {
    rm -rf "$bin" "$calls"
    mkdir "$bin"
    : >"$calls"
    for tool in sh awk sed grep cat dirname mktemp rm env tr; do
        ln -s "$(command -v "$tool")" "$bin/$tool"
    done
    for tool in "$@"; do
        ln -s "$(command -v "$tool" || command -v sh)" "$bin/$tool"
    done
    user 0
}

# user NUMBER: sets the user id; 0 is root.
user() {
    command_that id "echo $1"
}

# command_that NAME LINE: makes a command that logs its call and runs LINE.
command_that() {
    rm -f "$bin/$1"
    printf '#!/bin/sh\necho "%s $*" >>"%s"\n%s\n' "$1" "$calls" "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# run OCCASION...: runs the first step of ./play and ./check; sets $output.
run() {
    output=$(PATH=$bin sh -c 'top=$1; shift; . "$top/tools/setup.sh"; setup_tools "$@"' \
        sh "$top" "$@" </dev/null 2>&1)
}

says() {
    printf '%s\n' "$output" | grep -qF -- "$1" || fail "$name: expected \"$1\" in: $output"
}

called() {
    grep -qxF -- "$1" "$calls" || fail "$name: expected the call \"$1\" among: $(cat "$calls")"
}

name='a system without an installer'
bare_system
run game && fail "$name: succeeded"
says 'compiler, make, autoconf, automake, pkg-config, ncursesw, libconfig, libuv, libsodium, readline, sqlite3'
says 'Debian    gcc libc6-dev make autoconf automake pkg-config libncurses-dev libconfig-dev'
says 'Fedora    gcc make autoconf automake pkgconf-pkg-config ncurses-devel libconfig-devel'
says 'Arch      gcc make autoconf automake pkgconf ncurses libconfig libuv libsodium readline sqlite'
says 'Alpine    gcc musl-dev make autoconf automake pkgconf ncurses-dev libconfig-dev libuv-dev libsodium-dev readline-dev sqlite-dev'
says 'Homebrew  gcc make autoconf automake pkgconf ncurses libconfig libuv libsodium readline sqlite'

name='a user who cannot become root'
bare_system
user 1000
command_that apt-get 'exit 0'
run game && fail "$name: succeeded"
says 'there is no sudo'

name='Debian, as root'
bare_system
command_that apt-cache 'exit 1'
command_that apt-get 'exit 0'
run game && fail "$name: succeeded, though nothing came"
says 'something is still missing'
called 'apt-get -q -y --no-install-recommends update'
called 'apt-get -q -y --no-install-recommends install gcc libc6-dev make autoconf automake pkg-config libncurses-dev libconfig-dev libuv1-dev libsodium-dev libreadline-dev libsqlite3-dev'

name='Debian, as a user, without a terminal for a password'
bare_system
user 1000
command_that apt-cache 'exit 0'
command_that apt-get 'exit 1'
command_that sudo 'shift; exec "$@"'
run game && fail "$name: succeeded"
says 'the packages could not be installed'
called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends update'

name='only what is missing'
bare_system make autoconf automake
command_that gcc 'exit 0'
command_that pkg-config 'test "$2" != libuv'
command_that dnf 'exit 0'
run game && fail "$name: succeeded, though nothing came"
called 'dnf install -y libuv-devel'
says 'Installing packages: libuv-devel'

name='nothing is missing'
bare_system make autoconf automake
command_that gcc 'exit 0'
command_that pkg-config 'exit 0'
command_that apk 'exit 0'
run game || fail "$name: $output"
[ -z "$output" ] || fail "$name: said $output"
grep -q apk "$calls" && fail "$name: installed something"

name='what tests need'
run game tests && fail "$name: succeeded, though nothing came"
called 'apk add tmux expect mandoc netcat-openbsd patch python3'

# README.md names the same packages.
name='README.md'
bare_system
output=$(tr -s ' \n' '  ' <"$top/README.md")
for system in Debian Fedora Arch Alpine Homebrew; do
    for occasion in game tests; do
        packages=$(PATH=$bin sh -c '. "$1/tools/setup.sh"
            setup_missing "$3" | setup_packages "$2"' sh "$top" "$system" "$occasion")
        says " $packages "
    done
done

[ "$failures" = 0 ]
