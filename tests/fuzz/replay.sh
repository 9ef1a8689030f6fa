#!/bin/sh
# Runs every harness over its corpus.
set -u
. "$CONGO_SOURCE/tests/lib.sh"
inputs=$(test_folder)
for harness in "$CONGO_BUILD"/tests/fuzz/fuzz_*; do
    [ -x "$harness" ] && [ -f "$harness" ] || continue
    name=${harness##*/fuzz_}
    mkdir "$inputs/$name"
    if ! tar -xzf "$CONGO_SOURCE/tests/fuzz/corpus/$name.tar.gz" -C "$inputs/$name"; then
        fail "$name: no corpus in tests/fuzz/corpus/$name.tar.gz"
    elif output=$("$harness" "$inputs/$name"/* 2>&1); then
        echo "$name: $output"
    else
        fail "$name: $output"
    fi
done
[ "$failures" -eq 0 ]
