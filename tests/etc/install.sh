#!/bin/sh
# make install installs the files of installed.txt and the solved endings where configure was told to, without
# those that were left out; make uninstall removes them all. A cross build says how the solved endings are made.
# Run in a build that is configured --without-server, it proves that nothing of the server is installed (.ci/run game).
. "$CONGO_SOURCE/tests/lib.sh"

expected=$folder/expected
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
LC_ALL=C
export LC_ALL

# make_in BUILD TARGET...: runs make quietly with DESTDIR in the test's folder.
make_in() {
    build=$1
    shift
    make -s -C "$build" "$@" DESTDIR="$folder/root" >"$folder/out" 2>&1 ||
        fail "make $*: $(cat "$folder/out")"
}

# installed LIST: checks that the folder has exactly the files of the list.
installed() {
    (cd "$folder/root" && find . ! -type d | sed 's/^\.//' | sort) >"$folder/found"
    diff "$1" "$folder/found" >"$folder/difference" || fail "installed: $(cat "$folder/difference")"
}

# No file of Congo is left, and no folder that only Congo uses.
left_nothing() {
    left=$(find "$folder/root" ! -type d)
    [ -z "$left" ] || fail "left by make uninstall: $left"
    left=$(find "$folder/root" -type d -name '*congo*')
    [ -z "$left" ] || fail "left by make uninstall: $left"
}

# ./configure --without-server leaves out what belongs to congod; without systemd, its units are left out.
left_out='^$'
grep -q '^systemdsystemunitdir = no$' "$CONGO_BUILD/Makefile" && left_out=/systemd/
programs='bin/congo bin/congo-engine'
if [ -x "$CONGO_BUILD/src/congod" ]; then
    programs="$programs sbin/congod"
else
    left_out=congod
fi
grep -v "$left_out" "$CONGO_SOURCE/tests/etc/installed.txt" >"$expected"
# ./configure --without-endings leaves these out, and a cross build has none.
if grep -q '^all-local: endings/stamp' "$CONGO_BUILD/Makefile"; then
    (cd "$CONGO_BUILD" && printf '/prefix/share/congo/%s\n' endings/*/*.ending) >"$folder/endings"
    [ "$(wc -l <"$folder/endings")" -eq 64 ] || fail "solved endings: $(cat "$folder/endings")"
    sort -o "$expected" "$expected" "$folder/endings"
fi

# ---- everything ----

# The default folders of configure.
set -- prefix=/prefix exec_prefix='${prefix}' bindir='${exec_prefix}/bin' \
    sbindir='${exec_prefix}/sbin' datarootdir='${prefix}/share' datadir='${datarootdir}' \
    mandir='${datarootdir}/man' docdir='${datarootdir}/doc/congo' \
    bashcompletiondir='${datadir}/bash-completion/completions' \
    zshcompletiondir='${datadir}/zsh/site-functions' \
    fishcompletiondir='${datadir}/fish/vendor_completions.d' \
    systemdsystemunitdir='${prefix}/lib/systemd/system'
make_in "$CONGO_BUILD" install "$@"
installed "$expected"
"$folder/root/prefix/bin/congo" --version >"$folder/out" 2>&1 || fail "congo: $(cat "$folder/out")"
for program in $programs; do
    [ -x "$folder/root/prefix/$program" ] || fail "$program cannot be run"
done
[ ! -e "$folder/endings" ] || diff -r -x stamp -x lock "$CONGO_BUILD/endings" "$folder/root/prefix/share/congo/endings" ||
    fail 'the installed endings are others'
make_in "$CONGO_BUILD" uninstall "$@"
left_nothing

# ---- other folders, in a cross build ----

# A separate build, for the paths inside files. Skipped in a configured source tree.
if [ ! -f "$CONGO_SOURCE/config.status" ]; then
    # A path without blanks, which configure requires.
    ln -s "$CONGO_SOURCE" "$folder/source"
    mkdir "$folder/build"
    (cd "$folder/build" && ../source/configure --prefix=/p --bindir=/p/games \
        --sbindir=/p/daemons --mandir=/p/pages --docdir=/p/papers --datadir=/p/data \
        --with-bashcompletiondir=/p/bash --without-zshcompletiondir \
        --with-fishcompletiondir=/p/fish --with-systemdsystemunitdir=/p/units \
        --with-congod-user=keeper --build=x86_64-pc-linux-gnu --host=x86_64-other-linux-gnu \
        CFLAGS=-O0 --disable-hardening >"$folder/out" 2>&1) || fail "configure: $(cat "$folder/out")"
    # A cross build has no solved endings, because they are made by the program that is built.
    grep -q '^  solved endings  left out of a cross build' "$folder/out" ||
        fail "no word of the solved endings: $(cat "$folder/out")"
    make_in "$folder/build" all-local
    grep -q '^    congo-engine endings build --output=/p/data/congo/endings$' "$folder/out" &&
        [ ! -e "$folder/build/endings" ] || fail "a cross build says: $(cat "$folder/out")"
    sed -n -e '/bin\//d' -e '/\/zsh\//d' -e 's|/prefix/share/man/|/p/pages/|' \
        -e 's|/prefix/share/doc/congo/|/p/papers/|' -e 's|/prefix/lib/systemd/system/|/p/units/|' \
        -e 's|/prefix/share/bash-completion/completions/|/p/bash/|' \
        -e 's|/prefix/share/fish/vendor_completions.d/|/p/fish/|' \
        -e 's|/prefix/share/|/p/data/|' -e p "$CONGO_SOURCE/tests/etc/installed.txt" | sort >"$expected"
    make_in "$folder/build" install-data
    installed "$expected"
    for line in '/p/data/applications/congo.desktop:TryExec=/p/games/congo' \
        '/p/units/congod.service:ExecStart=/p/daemons/congod' '/p/units/congod.service:User=keeper' \
        '/p/units/congod.service:TimeoutStartSec=infinity'; do
        grep -qxF -e "${line#*:}" "$folder/root/${line%%:*}" || fail "no ${line#*:} in ${line%%:*}"
    done
    ! grep -r '@[a-z_]*@' "$folder/root/p/data/applications" "$folder/root/p/units" ||
        fail "a path that was not put in"
fi

[ "$failures" -eq 0 ]
