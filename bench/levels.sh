#!/bin/sh
# The ladder of levels: plays each level against the one below it, the lowest one against greedy,
# which only ever takes the most valuable piece, and prints each step's score. All levels but the
# highest are limited by nodes; that one gets MOVETIME milliseconds a move.
# Fails when level 1 does not surely (its error included) lose to greedy, or when another step is
# surely outside 60 to 80 %.
# Usage: bench/levels.sh [GAMES [VARIANT [MOVETIME [LEVEL...]]]]   (200 congo 100 1 2 ... 10)
# CONGO_ENGINE, if set, is the congo-engine to use. CONGO_TOP_GAMES, if set, is the number of games
# of level 10, which take longest (a quarter).
set -u
engine=${CONGO_ENGINE:-build/src/congo-engine}
games=${1:-200}
variant=${2:-congo}
movetime=${3:-100}
[ $# -gt 3 ] && shift 3 || set -- 1 2 3 4 5 6 7 8 9 10
forever=2000000000

# step GAMES NAME OPTION... : plays, prints a line, fails when the score is out of bounds
step() {
    count=$1
    name=$2
    shift 2
    if ! report=$("$engine" match "$engine" "$engine" --games "$count" --variant "$variant" \
        --concurrency 1 "$@" 2>&1); then
        printf '%s\n' "$report"
        return 1
    fi
    printf '%s\n' "$report" | awk -v name="$name" -v least="$least" -v most="$most" '
        / games, / { played = $0; sub(/.*: /, "", played) }
        / score / { for (i = 1; i < NF; i++) if ($i == "score") { score = $(i + 1); error = $(i + 3) } }
        END {
            if (played == "") { print name ": no result"; exit 1 }
            bad = least ? score + error < least || score - error > most : score + error > most
            printf "%s: %s, score %s +- %s %%: %s\n", name, played, score, error, bad ? "fail" : "pass"
            exit bad
        }'
}

failed=0
for level; do
    least=60
    most=80
    case $level in
    1)
        least=0
        most=50
        step "$games" "level 1 against greedy" --option1 Level=1 --option2 Advisor=greedy \
            --nodes "$forever"
        ;;
    10)
        step "${CONGO_TOP_GAMES:-$((games / 4 + games / 4 % 2))}" \
            "level 10 at $movetime ms against 9" \
            --movetime1 "$movetime" --option2 Level=9 --nodes2 "$forever"
        ;;
    *)
        step "$games" "level $level against $((level - 1))" --option1 "Level=$level" \
            --option2 "Level=$((level - 1))" --nodes "$forever"
        ;;
    esac || failed=1
done
exit "$failed"
