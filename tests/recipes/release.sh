#!/bin/sh
# Follows "A release" in HACKING as far as its number: changes it in copies of the files that the recipe
# names. tests/etc/release.sh must then pass, and must fail if one of the files is forgotten.
set -u
check=$CONGO_SOURCE/tests/etc/release.sh
. "$CONGO_SOURCE/tests/lib.sh"
mkdir -p "$folder/source/etc" "$folder/source/debian" "$folder/source/tests" "$folder/build/src" "$folder/build/etc" || exit 99
cd "$folder" || exit 99
next=9.8.7

# version: prints the version in configure.ac.
version() {
    sed -n 's/^AC_INIT(\[[^]]*\], \[\([^]]*\)\].*/\1/p' source/configure.ac
}

# copies: copies the files unchanged.
copies() {
    for file in configure.ac NEWS etc/congo.metainfo.xml debian/changelog; do
        [ ! -f "$CONGO_SOURCE/$file" ] || cp "$CONGO_SOURCE/$file" "source/$file"
    done
    cp "$CONGO_SOURCE/tests/lib.sh" source/tests
    chmod -R u+w source
    cp "$CONGO_BUILD/etc/congo.desktop" build/etc
}

# change FILE SCRIPT: edits a copy with sed.
change() {
    [ -f "source/$1" ] || return 0
    sed "$2" "source/$1" >new && mv new "source/$1"
}

# release [FORGOTTEN]: follows the recipe except for one file.
release() {
    copies
    now=$(version | sed 's/\./\\./g')
    [ -n "$now" ] || fail 'configure.ac has no version'
    [ "${1-}" = configure.ac ] || change configure.ac "s/^\(AC_INIT(.*\)\[$now\]/\1[$next]/"
    [ "${1-}" = NEWS ] || change NEWS "1i\\
Congo $next\\
\\
Something new.\\
"
    [ "${1-}" = etc/congo.metainfo.xml ] ||
        change etc/congo.metainfo.xml "s|<releases>|&<release version=\"$next\" date=\"2030-01-01\"/>|"
    [ "${1-}" = debian/changelog ] || change debian/changelog "1i\\
congo ($next-0upstream1) unstable; urgency=medium\\
\\
  * Something new.\\
\\
 -- The Congo developers <congo@localhost>  Tue, 01 Jan 2030 12:00:00 +0000\\
"
    printf '#!/bin/sh\necho "congo %s"\n' "$(version)" >build/src/congo
    chmod +x build/src/congo
    CONGO_SOURCE=$folder/source CONGO_BUILD=$folder/build sh "$check" >log 2>&1
}

release || fail "with $next everywhere: $(cat log)"
for forgotten in configure.ac NEWS etc/congo.metainfo.xml debian/changelog; do
    [ -f "$CONGO_SOURCE/$forgotten" ] || continue
    release "$forgotten" && fail "nobody sees that $forgotten was forgotten"
done
[ "$failures" -eq 0 ]
