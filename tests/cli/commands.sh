#!/bin/sh
# Every command and every error of the line interface: runs commands.exp.
. "$CONGO_SOURCE/tests/lib.sh"

command -v expect >/dev/null || exit 77

mkdir "$folder/files"
TERM=dumb LC_ALL=C.UTF-8 COLUMNS=1000 \
    expect -f "$CONGO_SOURCE/tests/cli/commands.exp" "$CONGO_BUILD/src/congo" "$folder/files"
