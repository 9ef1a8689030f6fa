#!/bin/sh
# The search's signature, the nodes of "congo-engine bench", is the same whatever compiler, level of
# optimisation and processor the program is built with. Builds congo-engine in several ways, prints
# the signature of each, and fails unless all are the same. A compiler that is missing is left out.
# Usage: bench/signature.sh [SIGNATURE]    with one: all must be that
# CONGO_SOURCE, if set, is the top of a source tree with a configure script.
set -u
top=$(cd -- "${CONGO_SOURCE:-$(dirname -- "$0")/..}" && pwd) || exit 1
asked=${1-}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
log=$work/log

# An out-of-tree build is not possible beside one in the tree: a copy of what is under version
# control, or of all sources.
copy_sources() {
    mkdir "$work/sources" &&
        if git -C "$top" rev-parse --git-dir >/dev/null 2>&1; then
            git -C "$top" ls-files -z | (cd "$top" && xargs -0 tar -cf -) |
                tar -xf - -C "$work/sources" &&
                (cd "$work/sources" && autoreconf -fi)
        else
            cp -R "$top/." "$work/sources"
        fi
}

# build DIRECTORY CC CFLAGS OPTION...
build() {
    mkdir "$work/$1" && cd "$work/$1" || return 1
    cc=$2
    flags=$3
    shift 3
    "$work/sources/configure" -q "CC=$cc" "CFLAGS=$flags" "$@" &&
        make -s -j "$(getconf _NPROCESSORS_ONLN)" src/congo-engine
}

if ! copy_sources >"$log" 2>&1; then
    cat "$log"
    exit 1
fi

count=0
failed=0
while read -r cc flags option; do
    command -v "$cc" >/dev/null || continue
    count=$((count + 1))
    # shellcheck disable=SC2086 # no option is no word
    if ! (build "$count" "$cc" "$flags" $option) >"$log" 2>&1; then
        cat "$log"
        echo "$cc $flags $option: not built: fail"
        failed=1
        continue
    fi
    signature=$("$work/$count/src/congo-engine" bench | sed -n 's/^signature //p')
    : "${asked:=$signature}"
    verdict=pass
    if [ -z "$signature" ] || [ "$signature" != "$asked" ]; then
        verdict=fail
        failed=1
    fi
    echo "$cc $flags $option: signature $signature: $verdict"
    rm -rf "${work:?}/$count"
done <<'END'
gcc -O0
gcc -O2
gcc -O2 --enable-native
gcc -O3 --enable-native
gcc -O2 --enable-debug
clang -O0
clang -O2
clang -O3 --enable-native
END
[ "$count" -gt 0 ] && exit "$failed"
