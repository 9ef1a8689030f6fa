/*
 * The speed of the search: nodes and nodes a second over a fixed set of positions, to a fixed
 * depth. With one thread the number of nodes is the same on every run and machine: it is the
 * search's signature, and changes only when the search does.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "rules/fen.h"

enum { DEPTH = 7, HASH_MB = 16 };

static const struct {
    const char *variant;
    const char *fen;
} positions[] = {
    {"congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"},
    {"congo", "1me2cz/p1pplpp/g1p1e2/7/PPGP3/2PP1PP/M1ELECZ/b/-1"},
    {"congo", "1m1le1z/p1pp2p/g1p2E1/1P5/2PP1Z1/P3PPP/1MGLEC1/w/-1"},
    {"congo", "gm1c2z/2e4/ppepl2/C6/P1P2PP/PM1LE2/1G4Z/w/-1"},
    {"congo", "3le2/e3Cp1/p5p/3P3/2P1E1P/G1L4/EM5/w/-1"},
    {"congo", "2m4/7/3l3/7/M6/7/2G1L2/b/-1"},
    {"islands", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"},
    {"crowded", "ezclcze/g2p2g/p1pmp1p/7/P1PMP1P/G2P2G/EZCLCZE/w/-1"},
    {"megapawn", "ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1"},
    {"megapawn", "ezc1c1e/e2p3/P1plz2/C6/E1P2p1/3P1CE/1Z1L1Z1/w/-1"},
    {"megapawn", "3lcz1/e2p2e/p1Pqz1P/4Zc1/7/7/1ZCL3/b/-1"},
};
enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

static void keep_final(void *context, const SearchInfo *info) {
    if (info->final)
        *(SearchInfo *)context = *info;
}

static void fail(const char *what) {
    fprintf(stderr, "bench-search: %s\n", what);
    exit(EXIT_FAILURE);
}

static SearchInfo search(Engine *engine, int index) {
    Error error = {0};
    SearchInfo info = {0};
    Position position;
    if (!fen_parse(positions[index].fen, variant_find(positions[index].variant), &position, &error))
        fail(error.text);
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = &position,
        .position_count = 1,
        .limits = {.depth = DEPTH},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    engine_forget(engine);
    if (!engine_start(engine, &request, keep_final, &info, &error))
        fail(error.text);
    engine_wait(engine);
    return info;
}

int main(void) {
    Error error = {0};
    uint64_t nodes = 0;
    int64_t time_ms = 0;
    Engine *engine = engine_create(HASH_MB, 1, &error);
    if (!engine)
        fail(error.text);
    printf("search, depth %d, one thread\n%12s %9s %11s  position\n", DEPTH, "nodes", "ms",
           "nodes/s");
    for (int i = 0; i < POSITION_COUNT; i++) {
        SearchInfo info = search(engine, i);
        printf("%12" PRIu64 " %9" PRId64 " %11" PRIu64 "  %s %s\n", info.nodes, info.time_ms,
               info.nps, positions[i].variant, positions[i].fen);
        nodes += info.nodes;
        time_ms += info.time_ms;
    }
    engine_free(engine);
    printf("%12" PRIu64 " %9" PRId64 " %11" PRIu64 "  all: signature %" PRIu64 "\n", nodes, time_ms,
           nodes * 1000 / (uint64_t)(time_ms > 0 ? time_ms : 1), nodes);
    return EXIT_SUCCESS;
}
