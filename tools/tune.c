/*
 * Tunes the margins of the search (src/engine/margins.def) by games: simultaneous perturbation
 * stochastic approximation, SPSA. Each pair of games, from one random opening with the colours
 * swapped, is played between two engines whose margins are shifted from the estimate in opposite
 * random directions; the winner pulls the estimate towards its own. Source: J. C. Spall,
 * "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
 * Transactions on Aerospace and Electronic Systems 34 (3), 1998. As in Fishtest, the sizes of the
 * shifts and of the pulls are given for the last pair.
 *
 * The pairs of a batch begin with the same estimate, so the number of threads changes nothing. A
 * checkpoint is written after each batch; an interrupt loses no more than the batch being played.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/random.h"
#include "engine/margins.h"
#include "tools/flags.h"
#include "tools/playout.h"

enum { HASH_MB = 1, BATCH_MAX = 256, CHECKPOINT_MODE = 0644, CHECKPOINT_SIZE_MAX = 1 << 16 };

/* Exponents by which pulls and shifts shrink, and the pairs, as a part of all, that delay it. */
static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1;

/* ---- margins ---- */

typedef struct Margin {
    const char *name;
    int value, lowest, highest, step; /* see margins.def */
    const char *unit;
} Margin;

static const Margin margins[] = {
#define MARGIN(name, value, lowest, highest, step, unit)                                           \
    {#name, value, lowest, highest, step, unit},
#include "engine/margins.def"
#undef MARGIN
};

enum { MARGIN_COUNT = sizeof margins / sizeof *margins };

#define MARGIN(name, value, lowest, highest, step, unit) _Thread_local int(name) = (value);
#include "engine/margins.def"
#undef MARGIN

void margins_set(const int *values) {
#define MARGIN(name, value, lowest, highest, step, unit) name = *values++;
#include "engine/margins.def"
#undef MARGIN
}

static double margin_clamp(const Margin *margin, double value) {
    return fmax(margin->lowest, fmin(margin->highest, value));
}

/* ---- the run ---- */

/* Options. */
static int64_t pairs = 20000;
static int64_t batch = 8;
static int64_t nodes = 1500;
static int64_t seed = 1;
static int64_t threads = 2;
static double rate = 0.002;
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the checkpoint; a run that it holds is continued"},
    {"--pairs", FLAG_INTEGER, &pairs, 1, INT32_MAX, "how many pairs of games"},
    {"--batch", FLAG_INTEGER, &batch, 1, BATCH_MAX, "pairs between two estimates"},
    {"--nodes", FLAG_INTEGER, &nodes, 1, 1e9, "nodes per move"},
    {"--seed", FLAG_INTEGER, &seed, 0, INT32_MAX, "seed of the games"},
    {"--rate", FLAG_REAL, &rate, 1e-6, 1,
     "steps by which a game won moves the margins, at the end"},
    {"--threads", FLAG_INTEGER, &threads, 1, PARALLEL_THREADS_MAX, "pairs at the same time"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

enum { PLUS, MINUS, ENGINES }; /* the two sides of a pair */

typedef struct Pair {
    bool shifted_up[MARGIN_COUNT]; /* the margins of PLUS; those of MINUS are shifted down */
    int balance;                   /* games that PLUS won, less those that it lost */
    bool played;
} Pair;

typedef struct Tune {
    Engine *engines[PARALLEL_THREADS_MAX][ENGINES];
    double estimate[MARGIN_COUNT];
    int64_t played; /* pairs that the estimate has learned from */
    Pair batch[BATCH_MAX];
} Tune;

/* Returns the size of the shifts of a pair, in steps. */
static double shift_size(int64_t number) {
    return pow((double)pairs / (double)(number + 1), GAMMA);
}

/* Returns the steps by which the estimate moves towards PLUS for each game of its balance. */
static double pull_size(int64_t number) {
    double delay = STABILITY * (double)pairs;
    return rate * pow((delay + (double)pairs) / (delay + (double)(number + 1)), ALPHA) /
           shift_size(number);
}

/* ---- games ---- */

/* Draws the margins of both sides. Rounding at random keeps their mean between whole numbers, too.
 */
static void draw_margins(const Tune *tune, int64_t number, uint64_t *random, Pair *pair,
                         int values[ENGINES][MARGIN_COUNT]) {
    for (int i = 0; i < MARGIN_COUNT; i++) {
        const Margin *margin = &margins[i];
        const double fraction = (double)(random_next(random) >> 11) / (double)(UINT64_C(1) << 53);
        pair->shifted_up[i] = random_below(random, 2) == 1;
        const double shift =
            (pair->shifted_up[i] ? margin->step : -margin->step) * shift_size(number);
        for (int side = PLUS; side < ENGINES; side++) {
            double value = tune->estimate[i] + (side == PLUS ? shift : -shift);
            values[side][i] = (int)margin_clamp(margin, floor(value + fraction));
        }
    }
}

static void play_pair(void *context, int worker, size_t part) {
    Tune *tune = context;
    Engine *const *engines = tune->engines[worker];
    Engine *const swapped[ENGINES] = {engines[MINUS], engines[PLUS]};
    Pair *pair = &tune->batch[part];
    const int64_t number = tune->played + (int64_t)part;
    uint64_t random = playout_random((uint64_t)seed, (uint32_t)number);
    int values[ENGINES][MARGIN_COUNT];
    Position opening;
    Playout games[2];
    draw_margins(tune, number, &random, pair, values);
    engine_set_margins(engines[PLUS], values[PLUS]);
    engine_set_margins(engines[MINUS], values[MINUS]);
    const atomic_bool *stop = interrupt_flag();
    const uint64_t limit = (uint64_t)nodes;
    /* Whichever margins judge the opening: both sides play it with both colours. */
    pair->played = playout_find_opening(engines[PLUS], limit, &random, stop, &opening) &&
                   playout_play(engines, &opening, limit, stop, &games[0], NULL) &&
                   playout_play(swapped, &opening, limit, stop, &games[1], NULL);
    if (pair->played)
        pair->balance = (games[0].result == RESULT_WHITE) - (games[0].result == RESULT_BLACK) +
                        (games[1].result == RESULT_BLACK) - (games[1].result == RESULT_WHITE);
}

/* Learns from the games of a batch. Returns false if they were not all played. */
static bool tune_learn(Tune *tune, size_t count) {
    for (size_t part = 0; part < count; part++)
        if (!tune->batch[part].played)
            return false;
    for (size_t part = 0; part < count; part++) {
        const Pair *pair = &tune->batch[part];
        const double pull = pull_size(tune->played++) * pair->balance;
        for (int i = 0; i < MARGIN_COUNT; i++)
            tune->estimate[i] =
                margin_clamp(&margins[i], tune->estimate[i] + (pair->shifted_up[i] ? pull : -pull) *
                                                                  margins[i].step);
    }
    return true;
}

/* ---- the checkpoint ---- */

/* The options in its first line, the number of pairs in the second, then a margin a line, with as
 * many digits as reading it back exactly needs. */
static Buffer tune_text(const Tune *tune) {
    Buffer text = {0};
    buffer_add_format(&text,
                      "tune --pairs %" PRId64 " --batch %" PRId64 " --nodes %" PRId64
                      " --seed %" PRId64 " --rate %g\nplayed %" PRId64 "\n",
                      pairs, batch, nodes, seed, rate, tune->played);
    for (int i = 0; i < MARGIN_COUNT; i++)
        buffer_add_format(&text, "%s %.17g\n", margins[i].name, tune->estimate[i]);
    return text;
}

static bool tune_save(const Tune *tune, Error *error) {
    Buffer text = tune_text(tune);
    bool saved = file_write_atomic(output, text.bytes, text.length, CHECKPOINT_MODE, true, error);
    buffer_free(&text);
    return saved;
}

/* Returns the number at the end of the next line; 0 if there is none. */
static double next_number(const char **text) {
    const char *line = *text + strcspn(*text, "\n");
    *text = line + strspn(line, "\n");
    return strtod(*text + strcspn(*text, " \n"), NULL);
}

/* Every text but that which would be written is refused. */
static bool tune_load(Tune *tune, Error *error) {
    char *text = file_read_text(output, output, CHECKPOINT_SIZE_MAX, error);
    if (!text)
        return false;
    const char *place = text;
    tune->played = (int64_t)fmax(0, fmin((double)pairs, next_number(&place)));
    for (int i = 0; i < MARGIN_COUNT; i++)
        tune->estimate[i] = margin_clamp(&margins[i], next_number(&place));
    Buffer expected = tune_text(tune);
    bool same = strcmp(text, expected.bytes) == 0;
    if (!same)
        error_set(error, ERROR_SYNTAX,
                  "%s is no checkpoint of a run with these options and margins: %.*s", output,
                  (int)strcspn(expected.bytes, "\n"), expected.bytes);
    buffer_free(&expected);
    free(text);
    return same;
}

/* ---- the program ---- */

static bool tune_open(Tune *tune, Error *error) {
    for (int i = 0; i < MARGIN_COUNT; i++)
        tune->estimate[i] = margins[i].value;
    if (access(output, F_OK) == 0 ? !tune_load(tune, error) : !tune_save(tune, error))
        return false;
    for (int i = 0; i < (int)threads * ENGINES; i++) {
        Engine **engine = &tune->engines[i / ENGINES][i % ENGINES];
        *engine = engine_create(HASH_MB, 1, error);
        if (!*engine)
            return false;
    }
    return true;
}

static void tune_close(Tune *tune) {
    for (int i = 0; i < (int)threads * ENGINES; i++)
        engine_free(tune->engines[i / ENGINES][i % ENGINES]);
}

static bool tune_play(Tune *tune, Error *error) {
    const int64_t begun = tune->played, started_ms = monotonic_ms();
    const bool shows_progress = isatty(STDERR_FILENO) != 0;
    while (tune->played < pairs && !atomic_load(interrupt_flag())) {
        size_t count = (size_t)min_i64(batch, pairs - tune->played);
        parallel_for((int)threads, count, play_pair, tune);
        if (!tune_learn(tune, count))
            break;
        if (!tune_save(tune, error))
            return false;
        if (shows_progress)
            fprintf(stderr, "\r%" PRId64 "/%" PRId64 " pairs, %.1f games/s  ", tune->played, pairs,
                    2000.0 * (double)(tune->played - begun) /
                        (double)(monotonic_ms() - started_ms + 1));
    }
    if (shows_progress)
        fputc('\n', stderr);
    return true;
}

/* Prints the lines of margins.def with the estimate, and names the margins that may need a wider
 * range. */
static void tune_report(const Tune *tune) {
    for (int i = 0; i < MARGIN_COUNT; i++) {
        const Margin *margin = &margins[i];
        const long value = lround(tune->estimate[i]);
        printf("MARGIN(%s, %ld, %d, %d, %d, \"%s\")\n", margin->name, value, margin->lowest,
               margin->highest, margin->step, margin->unit);
        if (value == margin->lowest || value == margin->highest)
            fprintf(stderr, "tune: %s is at an end of its range: %ld\n", margin->name, value);
    }
    if (tune->played < pairs)
        fprintf(stderr,
                "tune: %" PRId64 " of %" PRId64
                " pairs are played; the same options play the rest\n",
                tune->played, pairs);
}

static bool tune_run(const char **files, int file_count, Error *error) {
    (void)files;
    (void)file_count;
    static Tune tune;
    interrupt_catch();
    bool good = tune_open(&tune, error) && tune_play(&tune, error);
    if (good)
        tune_report(&tune);
    tune_close(&tune);
    return good;
}

static bool check(int file_count, Error *error) {
    if (file_count > 0)
        return error_set(error, ERROR_SYNTAX, "expected nothing but options");
    return output || error_set(error, ERROR_SYNTAX, "expected --output and a file");
}

int main(int count, char *arguments[]) {
    const Tool tool = {"tune --output FILE [OPTION...]", flags, check, tune_run};
    return tool_main(&tool, count, arguments);
}
