#!/bin/sh
# configure names all missing libraries, and what to install, in one sentence.

# Skipped in a configured source tree, which allows no other build.
[ ! -f "$CONGO_SOURCE/config.status" ] || exit 77
folder=$(mktemp -d "$CONGO_BUILD/configure-XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
status=0

# Hides all libraries but one.
mkdir "$folder/known"
printf 'Name: libuv\nDescription: made up\nVersion: 9.9\n' >"$folder/known/libuv.pc"
cd "$folder" || exit 1
PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=$folder/known "$CONGO_SOURCE/configure" -q >out 2>err && {
    echo "configure does without its libraries" >&2
    exit 1
}
for sentence in 'missing: ncursesw 6.0 or newer, libconfig 1.5 or newer, libsodium' \
    'sqlite3 3.24 or newer. Install [a-z].* (so called in [A-Z]'; do
    grep -q "^configure: error: .*$sentence" err || {
        echo "expected \"$sentence\", found: $(cat err)" >&2
        status=1
    }
done
exit $status
