#!/bin/sh
# congo(6) lists the keys of the program's table, and congo-engine(6) the options of UCI.

keys=$("$CONGO_BUILD/src/congo" --help-keys --config=none) || exit 1
expected=$(printf '%s\n' "$keys" | awk -f "$CONGO_SOURCE/man/keys.awk") || exit 1
found=$(sed '1,/^\.\\" keys begin$/d; /^\.\\" keys end$/,$d' "$CONGO_SOURCE/man/congo.6")

[ -n "$expected" ] || {
    echo "congo --help-keys lists nothing" >&2
    exit 1
}
[ "$found" = "$expected" ] || {
    echo "congo(6) should have these keys (congo --help-keys --config=none | awk -f man/keys.awk):" >&2
    printf '%s\n' "$expected" >&2
    exit 1
}

options=$(printf 'uci\nquit\n' | "$CONGO_BUILD/src/congo-engine" | sed -n 's/^option name \(.*\) type .*/\1/p')
found=$(sed -n '/^\.It Cm Hash$/,/^\.El$/s/^\.It Cm //p' "$CONGO_SOURCE/man/congo-engine.6")
[ "$found" = "$options" ] || {
    printf 'congo-engine(6) should have these options:\n%s\n' "$options" >&2
    exit 1
}
