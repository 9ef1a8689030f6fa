#!/bin/sh
# Checks the names in HACKING against the tree: files, functions (in the file beside them, if there is
# one), targets of make, options of configure and settings, and the table of rooms against tools/walls.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
page=$CONGO_SOURCE/HACKING

# some NUMBER: at least NUMBER lines were found.
some() {
    [ "$(wc -l <"$folder/found")" -ge "$1" ] || fail "found only: $(cat "$folder/found")"
}

# Files and folders. A word in capitals or a star stands for any name.
grep -oE '(^|[^a-z/])(\.ci|src|tests|tools|bench|man|etc|debian)/[A-Za-z0-9_./*-]*[A-Za-z0-9*]' "$page" |
    sed 's/^[^.a-z]*//' | sort -u >"$folder/found"
some 60
while read -r path; do
    case $path in
    debian/*) [ -e "$CONGO_SOURCE/$path" ] || [ ! -d "$CONGO_SOURCE/debian" ] ;; # not in tarballs
    *\** | *[A-Z]*) [ -e "$CONGO_SOURCE/$path" ] || [ -d "$CONGO_SOURCE/${path%%/*}" ] ;;
    *) [ -e "$CONGO_SOURCE/$path" ] || [ -e "$CONGO_SOURCE/$path.c" ] || [ -e "$CONGO_SOURCE/$path.sh" ] ;;
    esac || fail "HACKING names $path, which is not there"
done <"$folder/found"

# defined FUNCTION FILE...: a definition begins at the left, and its first line ends with "{" or ",".
defined() {
    function=$1
    shift
    grep -qE "^[a-zA-Z].*[ *]$function\(.*[{,]\$" "$@" /dev/null
}

# Functions with their files, one a line; then the functions in the text.
sed -n 's/^ *\([a-z_]*\)() *\(src[^ ]*\.c\) .*/\1 \2/p' "$page" >"$folder/found"
some 20
while read -r function file; do
    defined "$function" "$CONGO_SOURCE/$file" || fail "$file has no $function()"
done <"$folder/found"
grep -oE '\b[a-z][a-z0-9_]*[a-z]\(\)' "$page" | tr -d '()' | sort -u >"$folder/found"
some 25
while read -r function; do
    defined "$function" "$CONGO_SOURCE"/src/*/*.c "$CONGO_SOURCE"/src/*/*/*.c || fail "there is no $function()"
done <"$folder/found"

# Targets of make, and programs of bench.
grep -oE '\bmake [a-z][a-z-]*|, (bench|check)-[a-z]+' "$page" | sed 's/.* //' | sort -u >"$folder/found"
some 8
while read -r target; do
    grep -qE "^([a-z-]+ )*$target( [a-z-]+)*:" "$CONGO_BUILD/Makefile" || fail "make has no target $target"
done <"$folder/found"

# Options of configure and of the programs.
{
    "$CONGO_BUILD/src/congo" --help
    "$CONGO_BUILD/src/congod" --help
    "$CONGO_BUILD/src/congo-engine" match --help
    "$CONGO_BUILD/tools/selfplay" --help
    "$CONGO_BUILD/tools/train" --help
    "$CONGO_BUILD/tools/tune" --help
    "$CONGO_SOURCE/configure" --help
} >"$folder/options" 2>&1
git_and_gpg='^--(armor|detach-sign)$'
grep -oE -- '--[a-z][a-z-]+' "$page" | grep -vE -e "$git_and_gpg" | sort -u >"$folder/found"
some 8
while read -r option; do
    grep -qF -- "$option" "$folder/options" || fail "no program has the option $option"
done <"$folder/found"

# The rooms, and what each may include.
sed -n 's/^    may\["\([a-z/]*\)"\] = "\(.*\)"$/\1 \2/p' "$CONGO_SOURCE/tools/walls" |
    sed 's/ $/ nothing/' >"$folder/walls"
sed -n '/room  *may include, besides base/,/^$/s/^    \([a-z/]*\)  *\(.*\)$/\1 \2/p' "$page" | tail -n +2 >"$folder/found"
some 10
cmp -s "$folder/found" "$folder/walls" ||
    fail "the rooms are not those of tools/walls: $(diff "$folder/found" "$folder/walls")"

[ "$failures" -eq 0 ]
