#include <config.h>

#include "uci/bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/file.h"
#include "config/variantfile.h"
#include "engine/engine.h"
#include "rules/fen.h"
#include "rules/record.h"
#include "uci/uci_output.h"

/* The positions searched without --variant. */
static const struct {
    const char *variant;
    const char *fen;
} fixed_positions[] = {
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
enum { FIXED_COUNT = sizeof fixed_positions / sizeof fixed_positions[0] };

enum {
    TIMED_MS = 1000,
    /* Of a variant: its start position, and positions after random moves. */
    RANDOM_STEP = 6, /* plies */
    RANDOM_COUNT = 6,
    RANDOM_TRIES = 100, /* to find a game of that length */
    POSITIONS_MAX = FIXED_COUNT > RANDOM_COUNT ? FIXED_COUNT : RANDOM_COUNT
};

typedef struct BenchRun {
    Engine *engine;
    const atomic_bool *cancelled;
    Variant variant; /* with --variant */
    Position positions[POSITIONS_MAX];
    int position_count;
    uint64_t nodes; /* sums over the positions */
    int64_t time_ms;
} BenchRun;

/* ---- the positions ---- */

/* Adds the start position, or one after random moves that is not won at once. Adds none if no game
 * of that length is found. */
static void add_random(BenchRun *bench, int plies, uint64_t *random) {
    Position start;
    bool found = false;
    position_start(&start, &bench->variant);
    for (int i = 0; i < RANDOM_TRIES && !found; i++) {
        Record *game = record_create(&start);
        found = record_play_random(game, plies, random) &&
                (plies == 0 || !position_can_capture_lion(record_position(game)));
        if (found) {
            Position *position = &bench->positions[bench->position_count++];
            *position = *record_position(game);
            position->variant = &bench->variant;
        }
        record_free(game);
    }
}

static bool fill_positions(BenchRun *bench, const char *variant, Error *error) {
    for (int i = 0; !variant && i < FIXED_COUNT; i++)
        if (!fen_parse(fixed_positions[i].fen, variant_find(fixed_positions[i].variant),
                       &bench->positions[bench->position_count++], error))
            return false;
    if (!variant)
        return true;
    if (!variantfile_load(variant, &bench->variant, error))
        return error_prefix(error, "--variant: ");
    uint64_t random = 1;
    for (int i = 0; i < RANDOM_COUNT; i++)
        add_random(bench, i * RANDOM_STEP, &random);
    return true;
}

/* ---- searching ---- */

static bool bench_search(const BenchRun *bench, const Position *position, SearchLimits limits,
                         SearchInfo *info, Error *error) {
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = position,
        .position_count = 1,
        .limits = limits,
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    engine_new_game(bench->engine);
    if (!engine_search(bench->engine, &request, bench->cancelled, info, error))
        return false;
    return !bench->cancelled || !atomic_load(bench->cancelled) ||
           error_set(error, ERROR_STATE, "stopped before the end");
}

static bool bench_position(BenchRun *bench, const Position *position, int depth, Error *error) {
    SearchInfo info;
    char fen[FEN_SIZE];
    if (!bench_search(bench, position, (SearchLimits){.depth = depth}, &info, error))
        return false;
    fen_write(position, fen);
    uci_output_print("%12" PRIu64 " %9" PRId64 " %11" PRIu64 "  %s %s", info.nodes, info.time_ms,
                     info.nps, position->variant->name, fen);
    bench->nodes += info.nodes;
    bench->time_ms += info.time_ms;
    return true;
}

/* Searches all positions. Sets *speed to the nodes a second. */
static bool bench_positions(BenchRun *bench, int depth, int threads, uint64_t *speed, Buffer *text,
                            Error *error) {
    bench->nodes = 0;
    bench->time_ms = 0;
    uci_output_print("search, depth %d, threads %d\n%12s %9s %11s  position", depth, threads,
                     "nodes", "ms", "nodes/s");
    for (int i = 0; i < bench->position_count; i++) {
        if (!bench_position(bench, &bench->positions[i], depth, error))
            return false;
    }
    *speed = bench->nodes * 1000 / (uint64_t)(bench->time_ms > 0 ? bench->time_ms : 1);
    uci_output_print("%12" PRIu64 " %9" PRId64 " %11" PRIu64 "  all", bench->nodes, bench->time_ms,
                     *speed);
    if (threads == 1)
        buffer_add_format(text, "signature %" PRIu64 "\nnodes/s %" PRIu64 "\n", bench->nodes,
                          *speed);
    return true;
}

static bool bench_threads(BenchRun *bench, const BenchOptions *options, uint64_t single,
                          Buffer *text, Error *error) {
    uint64_t speed;
    if (!engine_resize(bench->engine, options->hash_mb, options->threads, error) ||
        !bench_positions(bench, options->depth, options->threads, &speed, text, error))
        return false;
    buffer_add_format(text, "nodes/s on %d threads %" PRIu64 ", %.2f times as many as on one\n",
                      options->threads, speed, (double)speed / (double)(single > 0 ? single : 1));
    return true;
}

static bool bench_timed(BenchRun *bench, Buffer *text, Error *error) {
    SearchInfo info;
    if (!bench_search(bench, &bench->positions[0], (SearchLimits){.movetime_ms = TIMED_MS}, &info,
                      error))
        return false;
    buffer_add_format(text, "depth %d after %d ms from the start position, nodes/s %" PRIu64 "\n",
                      info.depth, TIMED_MS, info.nps);
    return true;
}

bool bench_run(const BenchOptions *options, const atomic_bool *cancelled, Buffer *text,
               Error *error) {
    BenchRun bench = {.cancelled = cancelled, .engine = engine_create(options->hash_mb, 1, error)};
    if (bench.engine == NULL)
        return false;
    uint64_t speed;
    bool done = fill_positions(&bench, options->variant, error) &&
                bench_positions(&bench, options->depth, 1, &speed, text, error) &&
                (!options->timed || bench_timed(&bench, text, error)) &&
                (options->threads == 1 || bench_threads(&bench, options, speed, text, error));
    engine_free(bench.engine);
    return done;
}

int bench_command(const void *options, Error *error) {
    Buffer text = {0};
    bool done = bench_run(options, NULL, &text, error) &&
                file_print(stdout, "standard output", text.bytes, text.length, error);
    buffer_free(&text);
    return done ? COMMAND_OK : COMMAND_FAILED;
}
