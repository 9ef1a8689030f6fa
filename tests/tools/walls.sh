#!/bin/sh
# The tree keeps its walls, and a circle in their table is found.
. "$CONGO_SOURCE/tests/lib.sh"
"$CONGO_SOURCE/tools/walls" "$CONGO_SOURCE" || fail "the tree does not keep its walls"
sed 's/may\["rules"\] = ""/may["rules"] = "net"/' "$CONGO_SOURCE/tools/walls" >"$folder/walls"
sh "$folder/walls" "$CONGO_SOURCE" >"$folder/found" && fail "rules and net may use each other"
grep -qE 'circle of folders:.* (rules net rules|net rules net)$' "$folder/found" ||
    fail "no circle: $(cat "$folder/found")"
[ "$failures" -eq 0 ]
