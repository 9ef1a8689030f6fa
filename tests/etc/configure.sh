#!/bin/sh
# configure names all missing libraries, and what to install, in one sentence, and names a path that it
# cannot use.
. "$CONGO_SOURCE/tests/lib.sh"

# Skipped in a configured source tree, which allows no other build.
[ ! -f "$CONGO_SOURCE/config.status" ] || exit 77

cd "$folder" || exit 1
ln -s "$CONGO_SOURCE" source
mkdir 'a blank' known
ln -s "$CONGO_SOURCE" 'a blank/source'
# Hides all libraries but one.
printf 'Name: libuv\nDescription: made up\nVersion: 9.9\n' >known/libuv.pc

# says CONFIGURE OPTION... -- SENTENCE: configure fails with the sentence.
says() {
    configure=$1
    options=
    shift
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    # shellcheck disable=SC2086 # the options are words
    PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=$folder/known "$configure" -q $options >out 2>err &&
        fail "$configure$options succeeds"
    grep -q "^configure: error: $2" err ||
        fail "$configure$options: expected \"$2\", found: $(cat err)"
}

says source/configure -- 'missing: ncursesw 6.0 or newer, libsodium .* or newer, readline .* or newer, libzstd .* or newer, sqlite3 3.34 or newer. Install [a-z].* (so called in [A-Z]'
says source/configure --without-server -- 'missing: ncursesw .*, libsodium .*, libzstd 1.4.0 or newer. Install'
says source/configure --with-tls --with-postgresql -- 'missing: ncursesw .*, sqlite3 3.34 or newer, openssl 1.1.1 or newer, libpq 14 or newer. Install'
says "$folder/a blank/source/configure" -- 'the path of configure contains a blank: call it by a relative path, such as ../configure$'

[ "$failures" -eq 0 ]
