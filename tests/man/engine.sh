#!/bin/sh
# congo-engine(6) has every option of the program, and its examples do what they say.

page=$CONGO_SOURCE/man/congo-engine.6
engine=$CONGO_BUILD/src/congo-engine
plain=$(sed 's/\\-/-/g' "$page")
status=0

options=$({ "$engine" --help && "$engine" match --help; } | tr -cs 'a-z-' '\n' |
    grep -e '^--[a-z]' | sort -u)
[ -n "$options" ] || exit 1
for option in $options; do
    item=".It Fl ${option#-}"
    printf '%s\n' "$plain" | awk -v item="$item" \
        '$0 == item || index($0, item " ") == 1 { found = 1 } END { exit !found }' || {
        echo "congo-engine(6) lacks $option" >&2
        status=1
    }
done

# The first example in a display, with what it prints.
display=$(printf '%s\n' "$plain" | sed -n '/^\.Sh EXAMPLES/,$p' |
    sed -n '/^\.Bd -literal/,/^\.Ed/p' | sed '1d;/^\.Ed/,$d')
arguments=$(printf '%s\n' "$display" | sed -n 's/^\$ congo-engine //p')
# shellcheck disable=SC2086 # the words of the command line
found=$("$engine" $arguments)
[ "$found" = "$(printf '%s\n' "$display" | sed 1d)" ] || {
    echo "congo-engine $arguments printed: $found" >&2
    status=1
}

# The other examples only have to work.
printf '%s\n' "$plain" | sed -n 's/^\.Dl \$ congo-engine //p' |
    {
        while read -r arguments; do
            # shellcheck disable=SC2086
            "$engine" $arguments >/dev/null || {
                echo "congo-engine $arguments failed" >&2
                status=1
            }
        done
        exit $status
    }
