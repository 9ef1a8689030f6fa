#!/bin/sh
# Follows "A term of the evaluation" in HACKING with the term pair (two pieces of a type): plays games
# and fits the weights to them. With the fitted weights the trace still adds up to the evaluation, and
# the engine shows the term and plays.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"

"$CONGO_BUILD/tools/selfplay" --nodes 200 --games 40 --output games >log 2>&1 || fail "$(cat log)"
build fit engine "tools/fit.c tools/dataset.c tools/flags.c tools/regression.c tools/sample.c
    tools/traces.c tools/variants.c tools/weightfile.c" tools_fit_LDADD
./fit --hold 1 --output tree/src/engine/weights.c games >log 2>&1 || fail "no fit: $(cat log)"
changed="$changed src/engine/weights.c"
grep -A 12 '\.pair = {' tree/src/engine/weights.c | grep -q 'WEIGHT(-*[1-9]' ||
    fail 'the fit finds that pairs are worth nothing'

mkdir -p tests/tools
run_test tools/test_fit engine

build congo-engine 'engine uci' "src/main/congo-engine.c src/main/program.c" src_congo_engine_LDADD
printf 'eval\ngo depth 3\n' | ./congo-engine >log
grep -q '^pair ' log || fail "the term is not shown: $(cat log)"
grep -q '^bestmove [a-g]' log || fail "no search: $(cat log)"
