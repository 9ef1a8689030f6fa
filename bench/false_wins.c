/*
 * No false wins: searches positions of games and plays out every win and loss that is announced.
 *
 * Usage: false_wins [SEARCHES [SEED]]
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "../tests/support/claims.h"

enum { SEARCHES = 10000, BUDGET = 200000 };

static const struct {
    int threads;
    int hash_mb;
    int percent; /* of the searches */
} engines[] = {{1, 16, 35}, {1, 1, 25}, {2, 4, 40}};
enum { ENGINE_COUNT = sizeof engines / sizeof engines[0] };

static void print_plies(const ClaimCounts *counts) {
    printf("claims by plies:");
    for (int i = 0; i < CLAIM_PLIES_MAX; i++)
        if (counts->by_plies[i])
            printf(" %d:%d", i, counts->by_plies[i]);
    putchar('\n');
}

static bool run(int index, int searches, uint64_t seed) {
    Claims claims = {
        .engine = bench_engine("false-wins", engines[index].hash_mb, engines[index].threads),
        .newcomer = bench_engine("false-wins", 1, 1),
        .failures = stdout,
        .state = seed * ENGINE_COUNT + (uint64_t)index,
        .budget = BUDGET,
    };
    const ClaimCounts *counts = &claims.counts;
    claims_search_games(&claims, searches);
    engine_free(claims.engine);
    engine_free(claims.newcomer);
    printf("%d threads, %d MiB: %d searches, claims: %d wins, %d losses, %d proved by all moves\n"
           "  played out %d times: %d kept, %d kept though a search on the way saw it later,\n"
           "  %d proved or with more nodes only, %d late, %d refuted\n",
           engines[index].threads, engines[index].hash_mb, counts->searches, counts->wins,
           counts->losses, counts->proved, counts->games, counts->kept, counts->wavered,
           counts->second, counts->late, counts->refuted);
    print_plies(counts);
    fflush(stdout);
    return claims_hold(counts);
}

int main(int argc, char **argv) {
    int searches = argc > 1 ? atoi(argv[1]) : SEARCHES;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool held = true;
    printf("false wins, %d searches\n", searches);
    for (int i = 0; i < ENGINE_COUNT; i++)
        held &= run(i, searches * engines[i].percent / 100, seed);
    printf("no false claim: %s\n", held ? "pass" : "fail");
    return held ? EXIT_SUCCESS : EXIT_FAILURE;
}
