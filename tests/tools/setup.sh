#!/bin/sh
# ./play and ./check on systems with missing packages: what they install, how, and what they print if
# they cannot. The systems are simulated: links to a few tools, and installers that log their calls.
set -u
command -v setsid >/dev/null && command -v expect >/dev/null || exit 77
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
bin=$scratch/bin
calls=$scratch/calls
failures=0

# A tree like that of a fresh clone.
top=$scratch/clone
mkdir -p "$top/tools"
cp "$CONGO_SOURCE/tools/setup.sh" "$top/tools"
cp "$CONGO_SOURCE/play" "$CONGO_SOURCE/check" "$top"
: >"$top/configure.ac"
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
    for tool in sh awk sed grep cat dd dirname find mktemp rm env stty tr; do
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

# run OCCASION...: runs the first step of ./play and ./check without a terminal; sets $output.
run() {
    output=$(PATH=$bin "$setsid" -w "$bin/sh" -c \
        'top=$1; shift; . "$top/tools/setup.sh"; setup_tools "$@"' sh "$top" "$@" </dev/null 2>&1)
}
setsid=$(command -v setsid)

says() {
    printf '%s\n' "$output" | grep -qF -- "$1" || fail "$name: expected \"$1\" in: $output"
}

called() {
    grep -qxF -- "$1" "$calls" || fail "$name: expected the call \"$1\" among: $(cat "$calls")"
}

name='a system without an installer'
bare_system
run game && fail "$name: succeeded"
says 'compiler, make, autoconf, automake, pkg-config, ncursesw, libconfig, libuv, libsodium, readline, libzstd, sqlite3, openssl'
says 'Debian    gcc libc6-dev make autoconf automake pkg-config libncurses-dev libconfig-dev'
says 'Fedora    gcc make autoconf automake pkgconf-pkg-config ncurses-devel libconfig-devel'
says 'Arch      gcc make autoconf automake pkgconf ncurses libconfig libuv libsodium readline zstd sqlite openssl'
says 'Alpine    gcc musl-dev make autoconf automake pkgconf ncurses-dev libconfig-dev libuv-dev libsodium-dev readline-dev zstd-dev sqlite-dev openssl-dev'
says 'Homebrew  gcc make autoconf automake pkgconf ncurses libconfig libuv libsodium readline zstd sqlite openssl@3'

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
called 'apt-get -q -y --no-install-recommends install gcc libc6-dev make autoconf automake pkg-config libncurses-dev libconfig-dev libuv1-dev libsodium-dev libreadline-dev libzstd-dev libsqlite3-dev libssl-dev'

name='Debian, as a user, without a terminal for a password'
bare_system
user 1000
command_that apt-cache 'exit 0'
command_that apt-get 'exit 1'
command_that sudo 'shift; exec "$@"'
run game && fail "$name: succeeded"
says 'the packages could not be installed'
called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends update'

name='a compiler of two words'
bare_system make autoconf automake
command_that wrapper 'exec "$@"'
command_that gcc 'exit 0'
command_that pkg-config 'exit 0'
CC='wrapper gcc'
export CC
run game || fail "$name: $output"
unset CC

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
called 'apk add tmux expect mandoc netcat-openbsd openssl python3'

# Installed packages make no database cluster: the installer sees the file that forbids it, which is gone
# afterwards. The simulated system has no folder of its own, so that the commands stand in for it.
name='what .ci/run needs, on Debian'
bare_system make
command_that apt-cache 'exit 0'
command_that mkdir 'exit 0'
command_that tee "cat >'$scratch/forbidden'"
command_that apt-get "cat '$scratch/forbidden' >>'$calls'"
command_that sort 'exit 0' # hides the servers of this machine
run ci && fail "$name: succeeded, though nothing came"
called 'mkdir -p /etc/postgresql-common/createcluster.d'
called 'tee /etc/postgresql-common/createcluster.d/congo-tests.conf'
called 'create_main_cluster = false'
grep 'install' "$calls" | grep -q ' libpq-dev postgresql ' || fail "$name: installed $(cat "$calls")"

name='a release, which brings configure'
bare_system make
command_that gcc 'exit 0'
command_that pkg-config 'exit 0'
command_that apk 'exit 0'
: >"$top/configure" && : >"$top/Makefile.in"
run game || fail "$name: $output"
name='a release with a change that configure lacks'
touch -d '+1 minute' "$top/configure.ac"
run game && fail "$name: succeeded, though nothing came"
called 'apk add autoconf automake'
rm "$top/configure" "$top/Makefile.in"

# ask COMMAND KEYS: runs ./play or ./check at a terminal that is none of its standard files, and answers the
# question with KEYS, of which the last is the answer. Sets $output to what the terminal shows,
# with the exit status and whether the terminal is as it was.
ask() {
    bare_system locale
    command_that id 'echo 1000'
    command_that apt-cache 'exit 0'
    command_that apt-get 'exit 1'
    command_that sudo 'exec "$@"'
    # Silence need not last for the test.
    command_that stty "case \"\$*\" in *'time 150') set -- -icanon -echo min 0 time 5 ;; esac
        exec '$(command -v stty)' \"\$@\""
    # shellcheck disable=SC2016 # the inner shell expands it
    output=$(bin=$bin program=$top/$1 keys=$2 said=$scratch/said script='
        trap : INT
        before=$(stty -g)
        "$program" </dev/null >"$said" 2>&1
        echo "status $?"
        [ "$(stty -g)" = "$before" ] && echo "the terminal is as it was"' expect -c '
        set timeout 60
        spawn -noecho env PATH=$env(bin) sh -c $env(script)
        expect -exact {Install them now? [Y/n] }
        send -- [subst $env(keys)]
        expect eof')
    output=$output$(cat "$scratch/said")
    called 'stty -icanon -echo min 0 time 150'
    for sentence in 'missing here: gcc libc6-dev make autoconf' \
        'installed as root, by sudo, which may ask for your password' 'Press n or Ctrl-C' \
        'installed in 15 seconds' 'the terminal is as it was'; do
        says "$sentence"
    done
}

# installed, not_installed: whether the installer was called.
not_installed() {
    ! grep -q apt-get "$calls" || fail "$name: installed something"
}
installed() {
    called 'sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install gcc libc6-dev make autoconf automake pkg-config libncurses-dev libconfig-dev libuv1-dev libsodium-dev libreadline-dev libzstd-dev libsqlite3-dev libssl-dev'
}

for name in n N '#n'; do
    ask play "$name"
    not_installed
    says 'the packages are not wanted'
    says 'status 1'
done
name='Ctrl-C'
ask play '\003'
not_installed
says 'Nothing was installed.'
says 'status 130'
for name in y '\r' '#Y' ''; do
    ask play "$name"
    installed
done
name='check at a terminal'
ask check n
not_installed
says 'status 1'

# README.md names the same packages.
name='README.md'
bare_system
output=$(tr -s ' \n' '  ' <"$CONGO_SOURCE/README.md")
for system in Debian Fedora Arch Alpine Homebrew; do
    for occasion in game tests; do
        packages=$(PATH=$bin sh -c '. "$1/tools/setup.sh"
            setup_missing "$3" | setup_packages "$2"' sh "$top" "$system" "$occasion")
        says " $packages "
    done
done

[ "$failures" = 0 ]
