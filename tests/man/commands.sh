#!/bin/sh
# The pages of the commands describe the options that the commands have, and no others.

congo=$CONGO_BUILD/src/congo
status=0

# options: the long options of what is read, one a line.
options() {
    # shellcheck disable=SC2020 # each to a line feed
    tr ' ,|=' '\n\n\n\n' | sed -n 's/^\[*--\([a-z][a-z-]*\).*/\1/p' | sort -u
}

# compare PAGE COMMAND: both ways.
compare() {
    page=$CONGO_SOURCE/man/$1
    # shellcheck disable=SC2086
    in_help=$("$congo" $2 --help | grep '^  --' | options)
    in_page=$(sed -n '/^\.It Fl/s/\\//gp' "$page" | tr ' ' '\n' | sed -n 's/^-\([a-z][a-z-]*\)/\1/p' |
        grep -v '^help$' | sort -u)
    in_synopsis=$(sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESC/s/\\//gp' "$page" | tr ' ' '\n' |
        sed -n 's/^-\([a-z][a-z-]*\)/\1/p' | sort -u)
    [ -n "$in_help" ] || status=1
    [ "$in_help" = "$in_page" ] || {
        echo "$1 describes: $in_page, but congo $2 --help says: $in_help" >&2
        status=1
    }
    [ "$in_help" = "$in_synopsis" ] || {
        echo "the synopsis of $1 has: $in_synopsis, but congo $2 --help says: $in_help" >&2
        status=1
    }
}

compare congo-file.6 file
compare congo-fen.6 fen

# congo(6) names every command.
for command in $("$congo" --help | sed -n 's/^  congo \([a-z]*\) .*/\1/p'); do
    grep -q "^\.It Ic congo $command" "$CONGO_SOURCE/man/congo.6" || {
        echo "congo.6 does not name congo $command" >&2
        status=1
    }
done
exit $status
