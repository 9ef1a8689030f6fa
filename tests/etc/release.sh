#!/bin/sh
# The version is the same in all files, and the desktop files are valid.
. "$CONGO_SOURCE/tests/lib.sh"

version=$("$CONGO_BUILD/src/congo" --version | awk 'NR == 1 { print $2 }')
metainfo=$CONGO_SOURCE/etc/congo.metainfo.xml

# first PATTERN FILE: prints what PATTERN extracts from the first line that matches.
first() {
    sed -n "s/$1/\\1/p" "$2" | head -n 1
}

[ "$(first '^Congo \([0-9.]*\)$' "$CONGO_SOURCE/NEWS")" = "$version" ] ||
    fail "NEWS does not begin with Congo $version"
[ "$(first '.*<release version="\([^"]*\)" date="20[0-9-]*"\/>.*' "$metainfo")" = "$version" ] ||
    fail "the first release of $metainfo is not $version"
# debian/ is in a clone only.
changelog=$CONGO_SOURCE/debian/changelog
if [ -f "$changelog" ]; then
    [ "$(first '^congo (\([0-9.]*\)-[^)]*).*' "$changelog")" = "$version" ] ||
        fail "the first entry of $changelog is not $version"
fi

# check TOOL ARGUMENT...: the tool finds no fault.
check() {
    command -v "$1" >/dev/null || return
    "$@" || fail "$*"
}
check desktop-file-validate "$CONGO_BUILD/etc/congo.desktop"
check appstreamcli validate --no-net --pedantic "$metainfo"
[ "$failures" -eq 0 ]
