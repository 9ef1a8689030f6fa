#!/bin/sh
# The figures of congo-endings(7) on endings of three and four men are those of the tables of the build.
. "$CONGO_SOURCE/tests/lib.sh"

scratch=$(test_folder) || exit
page=$CONGO_SOURCE/man/congo-endings.7

"$CONGO_BUILD/tools/endings_page" --tables "$CONGO_BUILD/endings" --dry "$scratch/dry" \
    --output "$scratch/page" "$page" || exit 1
diff "$page" "$scratch/page" || fatal "man/congo-endings.7 is not what \"make endings-page\" writes"

# The blocks have been written, and a wrong figure is found.
sed '/^\.It Lz_l /s/[0-9]$/x/' "$page" >"$scratch/wrong"
cmp -s "$scratch/wrong" "$page" && fatal "the page has no line of Lz_l"
"$CONGO_BUILD/tools/endings_page" --tables "$CONGO_BUILD/endings" --dry "$scratch/dry" \
    "$scratch/wrong" || exit 1
cmp "$scratch/wrong" "$page"
