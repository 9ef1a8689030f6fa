#!/bin/sh
# The figures of congo-endings(7) on endings of three and four men are those of the tables of the build.
. "$CONGO_SOURCE/tests/lib.sh"

page=$CONGO_SOURCE/man/congo-endings.7

"$CONGO_BUILD/tools/endings_page" --tables "$CONGO_BUILD/endings" --dry "$folder/dry" \
    --output "$folder/page" "$page" || exit 1
diff "$page" "$folder/page" || fatal "man/congo-endings.7 is not what \"make endings-page\" writes"

# The blocks have been written, and a wrong figure is found.
sed '/^\.It Lz_l /s/[0-9]$/x/' "$page" >"$folder/wrong"
cmp -s "$folder/wrong" "$page" && fatal "the page has no line of Lz_l"
"$CONGO_BUILD/tools/endings_page" --tables "$CONGO_BUILD/endings" --dry "$folder/dry" \
    "$folder/wrong" || exit 1
cmp "$folder/wrong" "$page"
