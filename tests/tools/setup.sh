#!/bin/sh
# ./play and ./check on systems with missing packages: what they install, how, and what they print if
# they cannot; and how they build. The systems are simulated: links to a few tools, and installers that log
# their calls.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
command -v setsid >/dev/null && command -v expect >/dev/null || exit 77
bin=$folder/bin
calls=$folder/calls

# A tree like that of a fresh clone.
top=$folder/clone
mkdir -p "$top/tools"
cp "$CONGO_SOURCE/tools/setup.sh" "$top/tools"
cp "$CONGO_SOURCE/play" "$CONGO_SOURCE/check" "$top"
: >"$top/configure.ac"
unset CC PKG_CONFIG_PATH

# bare_system TOOL...: simulates a system with a shell, the usual small tools, and TOOLs, which need not
# exist on this machine.
bare_system() {
    rm -rf "$bin" "$calls"
    mkdir "$bin"
    : >"$calls"
    for tool in sh awk sed grep cat dirname find mktemp rm env tr mkdir mv cp tail; do
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

# run OCCASION...: runs the first step of ./play --yes and ./check --yes without a terminal; sets $output.
run() {
    output=$(PATH=$bin "$setsid" -w "$bin/sh" -c \
        'top=$1; shift; . "$top/tools/setup.sh"; setup_yes=--yes; setup_tools "$@"' sh "$top" "$@" </dev/null 2>&1)
}

# start PROGRAM [ARGUMENT...]: runs ./play or ./check without a terminal; sets $output.
start() {
    program=$1
    shift
    output=$(PATH=$bin "$setsid" -w "$top/$program" "$@" </dev/null 2>&1)
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
says 'compiler, make, autoconf, automake, pkg-config, ncursesw, libuv, libsodium, readline, libzstd, sqlite3, openssl'
says 'Debian    gcc libc6-dev make autoconf automake pkg-config libncurses-dev'
says 'Fedora    gcc make autoconf automake pkgconf-pkg-config ncurses-devel'
says 'Arch      gcc make autoconf automake pkgconf ncurses libuv libsodium readline zstd sqlite openssl'
says 'Alpine    gcc musl-dev make autoconf automake pkgconf ncurses-dev libuv-dev libsodium-dev readline-dev zstd-dev sqlite-dev openssl-dev'
says 'Homebrew  gcc make autoconf automake pkgconf ncurses libuv libsodium readline zstd sqlite openssl@3'

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
called 'apt-get -q -y --no-install-recommends install gcc libc6-dev make autoconf automake pkg-config libncurses-dev libuv1-dev libsodium-dev libreadline-dev libzstd-dev libsqlite3-dev libssl-dev'

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
says 'Congo needs packages that are missing here: libuv-devel'

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
command_that tee "cat >'$folder/forbidden'"
command_that apt-get "cat '$folder/forbidden' >>'$calls'"
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

# system_to_ask: a system where an installer could be called, by a user with sudo.
system_to_ask() {
    bare_system locale
    user 1000
    command_that apt-cache 'exit 0'
    command_that apt-get 'exit 1'
    command_that sudo 'while [ "$1" = -n ]; do shift; done; exec "$@"'
}

# at_terminal PROGRAM KEYS [ARGUMENT]: runs ./play or ./check at a terminal, and answers the question with KEYS. Sets
# $output to what the terminal shows, with the exit status.
at_terminal() {
    # shellcheck disable=SC2016 # the inner shell expands it
    output=$(bin=$bin program=$top/$1 keys=$2 argument=${3-} script='
        trap : INT
        "$program" $argument
        echo "status $?"' expect -c '
        set timeout 60
        spawn -noecho env PATH=$env(bin) sh -c $env(script)
        if {$env(keys) ne ""} {
            expect -exact {Install them now? [y/N] }
            send -- [subst $env(keys)]
        }
        expect eof')
}

# ask PROGRAM KEYS: the same where packages are missing.
ask() {
    system_to_ask
    at_terminal "$@"
    says 'missing here: gcc libc6-dev make autoconf'
    says 'installed as root, by sudo, which may ask for your password'
}

# installed, not_installed: whether the installer was called.
not_installed() {
    ! grep -q apt-get "$calls" || fail "$name: installed something"
}
installed() {
    grep -qxE 'sudo (-n )?env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install gcc libc6-dev make autoconf automake pkg-config .*libssl-dev.*' "$calls" ||
        fail "$name: did not install: $(cat "$calls")"
}

for name in '\r' 'n\r' 'No\r' 'perhaps\rN\r' '\004'; do
    ask play "$name"
    not_installed
    says 'the packages are not wanted'
    says 'status 1'
done
name='Ctrl-C'
ask play '\003'
not_installed
says 'status 130'
for name in 'y\r' 'perhaps\rYES\r'; do
    ask play "$name"
    installed
done
name='check at a terminal'
ask check 'n\r'
not_installed
says 'status 1'

for program in play check; do
    name="$program --yes at a terminal"
    system_to_ask
    at_terminal "$program" '' --yes
    installed
    name="$program without a terminal"
    system_to_ask
    start "$program" && fail "$name: succeeded"
    not_installed
    says 'there is no terminal to ask at; with --yes the packages are installed as root'
    says 'Debian    gcc libc6-dev make autoconf automake pkg-config libncurses-dev'
    name="$program --yes without a terminal"
    system_to_ask
    start "$program" --yes && fail "$name: succeeded, though nothing came"
    installed
done

# A program of three files that is built as Congo is, in a tree with a blank in its name.
bare_system locale tmux expect mandoc nc openssl python3
command_that make "exec '$(command -v make)' \"\$@\""
command_that gcc 'exit 0'
command_that pkg-config 'exit 0'
top="$folder/a tree"
mkdir -p "$top/src"
cp -R "$folder/clone/." "$top"
: >"$top/Makefile.in"
echo 1 >"$top/src/one.c" && echo 2 >"$top/src/two.c"
cat >"$top/configure" <<'END'
#!/bin/sh
mkdir -p src && : >config.status
cat >Makefile <<'LINES'
all check-programs: src/congo
src/congo: one.o two.o
	@echo "  CCLD     $@"; printf '#!/bin/sh\necho "the game: $$*"\n' >$@; chmod +x $@
%.o: ../src/%.c
	@echo "  CC       $@"; if grep wrong $<; then exit 1; fi; cp $< $@
LINES
END
chmod +x "$top/configure"
ln -s "$(command -v chmod)" "$bin/chmod"

# settle: lets time pass since the last build. Some systems compare whole seconds only.
settle() {
    find "$top" -exec touch -t 202601010000 {} +
    touch -t 202601010001 "$top/build/build.done"
    : >"$calls"
}

called_make() {
    grep -q '^make .* all$' "$calls" || fail "$name: make was not called: $(cat "$calls")"
}

name='the first start'
start play --level=3
says 'Configuring Congo'
says 'Building: 1 of 3'
says 'Building: 3 of 3'
says 'the game: --level=3'
name='the second start'
settle
start play --level=4
[ "$output" = 'the game: --level=4' ] || fail "$name: said $output"
! grep -q -e make -e gcc -e pkg-config "$calls" || fail "$name: called $(cat "$calls")"
name='a start after a change'
settle
echo 3 >"$top/src/one.c"
at_terminal play ''
says "$(printf '\rBuilding: 1 of 2\rBuilding: 2 of 2')"
name='a start after a removal'
: >"$top/src/old.c"
settle
rm "$top/src/old.c"
start play
called_make
name='an error'
settle
echo wrong >"$top/src/two.c"
start play && fail "$name: succeeded"
says 'Congo could not be built:'
says "$(printf '\nwrong\n')"
says "The whole log is $top/build/build.log."
grep -q 'CC       two.o' "$top/build/build.log" || fail "$name: the log has $(cat "$top/build/build.log")"
name='the start after an error'
start play && fail "$name: succeeded"
says 'wrong'
name='check after an error'
start check && fail "$name: succeeded"
says '0 passed, 1 failed, 0 skipped'
name='the start after a repair'
settle
echo 4 >"$top/src/two.c"
start play
says 'the game: '
name='a start after a new configuration'
settle
: >"$top/build/config.status"
start play
called_make

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

[ "$failures" -eq 0 ]
