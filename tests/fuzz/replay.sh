#!/bin/sh
# Runs every harness over its corpus.
set -u
failures=0
for harness in "$CONGO_BUILD"/tests/fuzz/fuzz_*; do
    [ -x "$harness" ] && [ -f "$harness" ] || continue
    name=${harness##*/fuzz_}
    set -- "$CONGO_SOURCE/tests/fuzz/corpus/$name"/*
    if [ ! -f "$1" ]; then
        echo "$name: there is no corpus in tests/fuzz/corpus/$name"
        failures=$((failures + 1))
    elif output=$("$harness" "$@" 2>&1); then
        echo "$name: $output"
    else
        echo "$name: $output"
        failures=$((failures + 1))
    fi
done
exit "$((failures > 0))"
