#!/bin/sh
# congo(6) lists the keys of the program's table.

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
