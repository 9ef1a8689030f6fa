#!/bin/sh
# Runs every harness over its corpus.
set -u
. "$CONGO_SOURCE/tests/lib.sh"
for harness in "$CONGO_BUILD"/tests/fuzz/fuzz_*; do
    [ -x "$harness" ] && [ -f "$harness" ] || continue
    name=${harness##*/fuzz_}
    mkdir "$folder/$name"
    if ! tar -xzf "$CONGO_SOURCE/tests/fuzz/corpus/$name.tar.gz" -C "$folder/$name"; then
        fail "$name: no corpus in tests/fuzz/corpus/$name.tar.gz"
    elif output=$("$harness" "$folder/$name"/* 2>&1); then
        echo "$name: $output"
    else
        fail "$name: $output"
    fi
done
[ "$failures" -eq 0 ]
