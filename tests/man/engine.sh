#!/bin/sh
# The examples of congo-engine(6) do what they say.

page=$CONGO_SOURCE/man/congo-engine.6
engine=$CONGO_BUILD/src/congo-engine
plain=$(sed 's/\\-/-/g' "$page")
status=0

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
