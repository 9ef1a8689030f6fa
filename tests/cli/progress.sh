#!/bin/sh
# Reading a large file at a terminal shows its progress and can be stopped: runs progress.exp. In a
# pipe nothing is shown.
. "$CONGO_SOURCE/tests/lib.sh"

command -v expect >/dev/null || exit 77

congo=$CONGO_BUILD/src/congo
awk 'BEGIN {
    for (i = 1; i <= 400000; i++)
        printf "[White \"Player %d\"]\n[Black \"Bo\"]\n[Result \"*\"]\n\n1. P-DD3 P-DD5 *\n\n", i
}' >"$folder/large.congo"
head -n 180000 "$folder/large.congo" >"$folder/middle.congo"
"$congo" file check "$folder/middle.congo" >/dev/null 2>"$folder/err" </dev/null
[ ! -s "$folder/err" ] || fatal "progress that is no terminal's: $(cat "$folder/err")"
LC_ALL=C.UTF-8 COLUMNS=1000 \
    expect -f "$CONGO_SOURCE/tests/cli/progress.exp" "$congo" "$folder"
