#!/bin/sh
# Follows "A public home" in HACKING in a copy: what is filled in in configure.ac arrives in README.md, the
# manual pages, the metainfo and debian/; and in the tree as it is, these files are up to date.
set -u
. "$CONGO_SOURCE/tests/lib.sh"
cd "$folder" || exit 99

# debian/ is in a clone only.
files='configure.ac README.md man/congo.6 man/congo-engine.6 man/congod.8 etc/congo.metainfo.xml'
if [ -d "$CONGO_SOURCE/debian" ]; then
    files="$files debian/control debian/changelog debian/copyright"
fi

# copies FOLDER: copies the files that tools/home reads and writes.
copies() {
    for file in $files; do
        mkdir -p "$1/$(dirname "$file")"
        cp "$CONGO_SOURCE/$file" "$1/$file"
    done
    chmod -R u+w "$1"
}

copies now
"$CONGO_SOURCE/tools/home" now || fail "tools/home"
for file in $files; do
    cmp -s "$CONGO_SOURCE/$file" "now/$file" || fail "$file is not what tools/home writes"
done
! grep -rn 'example\.org' now || fail "a made-up address"

# fill NAME VALUE: fills in an empty place in the copy of configure.ac.
fill() {
    sed "s|^m4_define(\[CONGO_$1\], \[.*\])\$|m4_define([CONGO_$1], [$2])|" there/configure.ac >new &&
        mv new there/configure.ac
}

# settle ADDRESS: gives the copy a home.
settle() {
    rm -rf there
    copies there
    sed "/^AC_INIT(/s|\], \[[^]]*\], \[congo\], \[[^]]*\])|], [$1], [congo], [https://congo.test/])|" \
        there/configure.ac >new && mv new there/configure.ac
    fill REPOSITORY https://congo.test/congo.git
    fill BROWSER https://congo.test/browse
    fill RELEASES https://congo.test/releases
    fill SCREENSHOT https://congo.test/screen.png
    "$CONGO_SOURCE/tools/home" there || fail "tools/home, with $1"
    # A second time changes nothing.
    cp -R there again
    "$CONGO_SOURCE/tools/home" again && diff -r there again || fail "tools/home writes more each time"
    rm -rf again
}

# has FILE LINE: a file has the line.
has() {
    grep -qxF -e "$2" "there/$1" || fail "$1 has no line: $2"
}

settle bugs@congo.test
has README.md 'Congo lives at <https://congo.test/>.'
has README.md 'Its sources: `git clone https://congo.test/congo.git`'
has README.md 'Report bugs, and send changes, to <bugs@congo.test>.'
for page in congo.6 congo-engine.6 congod.8; do
    has "man/$page" '.Mt bugs@congo.test .'
    has "man/$page" '.Lk https://congo.test/ .'
    ! command -v mandoc >/dev/null || mandoc -T lint -W warning "there/man/$page" || fail "$page with a home"
done
has etc/congo.metainfo.xml '  <url type="homepage">https://congo.test/</url>'
has etc/congo.metainfo.xml '  <update_contact>bugs@congo.test</update_contact>'
has etc/congo.metainfo.xml '      <image>https://congo.test/screen.png</image>'
! command -v appstreamcli >/dev/null ||
    appstreamcli validate --no-net there/etc/congo.metainfo.xml || fail "the metainfo with a home"
if [ -d "$CONGO_SOURCE/debian" ]; then
    has debian/control 'Maintainer: The Congo developers <bugs@congo.test>'
    has debian/control 'Homepage: https://congo.test/'
    has debian/control 'Vcs-Git: https://congo.test/congo.git'
    has debian/control 'Vcs-Browser: https://congo.test/browse'
    has debian/copyright 'Source: https://congo.test/releases'
    has debian/watch 'https://congo.test/releases .*/congo-@ANY_VERSION@@ARCHIVE_EXT@'
    has debian/upstream/metadata 'Repository: https://congo.test/congo.git'
    grep -q '^ -- The Congo developers <bugs@congo.test>  ' there/debian/changelog || fail "debian/changelog"
fi

settle https://congo.test/bugs
has man/congo.6 '.Lk https://congo.test/bugs .'
has etc/congo.metainfo.xml '  <url type="bugtracker">https://congo.test/bugs</url>'

# The programs have it from config.h.
for program in congo congo-engine congod; do
    [ -x "$CONGO_BUILD/src/$program" ] || continue
    "$CONGO_BUILD/src/$program" --help | grep -q '^Report bugs to ' || fail "$program --help"
    "$CONGO_BUILD/src/$program" --version | grep -q '^Report bugs to ' || fail "$program --version"
done
[ "$failures" -eq 0 ]
