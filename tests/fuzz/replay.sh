#!/bin/sh
# Runs every harness over its corpus.
set -u
. "$CONGO_SOURCE/tests/lib.sh"
inputs=$(test_folder)
failures=0
for harness in "$CONGO_BUILD"/tests/fuzz/fuzz_*; do
    [ -x "$harness" ] && [ -f "$harness" ] || continue
    name=${harness##*/fuzz_}
    mkdir "$inputs/$name"
    if ! tar -xzf "$CONGO_SOURCE/tests/fuzz/corpus/$name.tar.gz" -C "$inputs/$name"; then
        echo "$name: no corpus in tests/fuzz/corpus/$name.tar.gz"
        failures=$((failures + 1))
    elif output=$("$harness" "$inputs/$name"/* 2>&1); then
        echo "$name: $output"
    else
        echo "$name: $output"
        failures=$((failures + 1))
    fi
done
exit "$((failures > 0))"
