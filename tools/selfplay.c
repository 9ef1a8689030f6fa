/*
 * Plays games of the engine against itself from random openings and writes quiet positions with the
 * games' results, for tools/train, or from the start of a variant and writes the whole games, for
 * tools/openings_page. The same seed gives the same games, whatever the number of threads. An
 * interrupt ends it early and keeps the games played so far.
 */
#include <config.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/parallel.h"
#include "rules/games/gamefile.h"
#include "tools/flags.h"
#include "tools/playout.h"
#include "tools/variants.h"
#include "tools/whole_game.h"

enum { HASH_MB = 1, PROGRESS_INTERVAL_MS = 1000, VARIANTS_MAX = 16 };

/* Options. */
static int64_t games = 1000;
static int64_t nodes = 1500;
static int64_t seed = 1;
static int64_t threads = 2;
static bool append;
static const char *output;
static const char *variant_name;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the file to write, which must not exist"},
    {"--append", FLAG_SWITCH, &append, 0, 0, "append to the file; use another seed than before"},
    {"--games", FLAG_INTEGER, &games, 1, INT32_MAX, "how many games"},
    {"--nodes", FLAG_INTEGER, &nodes, 1, 1e9, "nodes per move"},
    {"--seed", FLAG_INTEGER, &seed, 0, INT32_MAX, "seed of the games"},
    {"--variant", FLAG_TEXT, &variant_name, 0, 0, "write whole games of a variant"},
    {"--threads", FLAG_INTEGER, &threads, 1, PARALLEL_THREADS_MAX, "games at the same time"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

typedef struct GameCounts {
    uint64_t results[RESULT_DRAW + 1];
    uint64_t games, plies, samples, nodes;
} GameCounts;

/* Shared by the threads. Games are written in the order of their numbers. */
typedef struct SelfPlay {
    Engine *engines[PARALLEL_THREADS_MAX];
    WholeGames *whole_games; /* owned; NULL: positions are written */
    FILE *file;
    pthread_mutex_t lock; /* guards the rest */
    Buffer *waiting;      /* owned; what to write of games that wait for earlier ones, by number */
    bool *played;         /* owned; by number */
    size_t written;       /* number of games in the file */
    GameCounts counts_by_variant[VARIANTS_MAX];
    int64_t started_ms;
    int64_t shown_ms;
    bool shows_progress; /* on a terminal */
} SelfPlay;

/* ---- reports ---- */

static void counts_add(GameCounts *sum, const GameCounts *counts) {
    for (int result = RESULT_OPEN; result <= RESULT_DRAW; result++)
        sum->results[result] += counts->results[result];
    sum->games += counts->games;
    sum->plies += counts->plies;
    sum->samples += counts->samples;
    sum->nodes += counts->nodes;
}

static GameCounts selfplay_total(const SelfPlay *selfplay) {
    GameCounts sum = {0};
    for (int i = 0; i < VARIANTS_MAX; i++)
        counts_add(&sum, &selfplay->counts_by_variant[i]);
    return sum;
}

static double percent(const GameCounts *counts, Result result) {
    return counts->games ? 100.0 * (double)counts->results[result] / (double)counts->games : 0;
}

static void print_counts(const char *name, const GameCounts *counts) {
    double all = counts->games ? (double)counts->games : 1;
    printf("%-14s %8" PRIu64 " %9" PRIu64 " %7.1f %7.1f %7.1f %7.1f\n", name, counts->games,
           counts->samples, (double)counts->plies / all, percent(counts, RESULT_WHITE),
           percent(counts, RESULT_DRAW), percent(counts, RESULT_BLACK));
}

static void selfplay_show_progress(SelfPlay *selfplay) {
    int64_t now = monotonic_ms();
    if (!selfplay->shows_progress || now - selfplay->shown_ms < PROGRESS_INTERVAL_MS)
        return;
    selfplay->shown_ms = now;
    GameCounts sum = selfplay_total(selfplay);
    double seconds = (double)(now - selfplay->started_ms) / 1000;
    fprintf(stderr,
            "\r%" PRIu64 "/%" PRId64 " games, %" PRIu64 " positions, %.1f games/s, "
            "White %.0f %%, draws %.0f %%  ",
            sum.games, games, sum.samples, (double)sum.games / seconds, percent(&sum, RESULT_WHITE),
            percent(&sum, RESULT_DRAW));
}

static void selfplay_report(const SelfPlay *selfplay) {
    GameCounts sum = selfplay_total(selfplay);
    double seconds = (double)(monotonic_ms() - selfplay->started_ms + 1) / 1000;
    if (selfplay->shows_progress)
        fputc('\n', stderr);
    printf("%-14s %8s %9s %7s %7s %7s %7s\n", "variant", "games", "positions", "plies", "White %",
           "draw %", "Black %");
    for (int i = 0; i < VARIANTS_MAX && variants_get((size_t)i); i++)
        print_counts(variants_get((size_t)i)->name, &selfplay->counts_by_variant[i]);
    print_counts("all", &sum);
    printf("%.1f s, %.1f games/s, %.0f nodes/s\n", seconds, (double)sum.games / seconds,
           (double)sum.nodes / seconds);
}

/* ---- the games ---- */

static void selfplay_count(SelfPlay *selfplay, const Playout *playout) {
    size_t variant = 0;
    while (strcmp(variants_get(variant)->name, playout->variant) != 0)
        variant++;
    GameCounts counts = {
        .games = 1,
        .plies = (uint64_t)playout->plies,
        .samples = playout->samples,
        .nodes = playout->nodes,
    };
    counts.results[playout->result] = 1;
    counts_add(&selfplay->counts_by_variant[variant], &counts);
}

static void selfplay_write(SelfPlay *selfplay) {
    while (selfplay->written < (size_t)games && selfplay->played[selfplay->written]) {
        Buffer *game = &selfplay->waiting[selfplay->written++];
        fwrite(game->bytes, 1, game->length, selfplay->file);
        buffer_free(game);
    }
}

static bool play_whole_game(SelfPlay *selfplay, Engine *engine, uint32_t number, Playout *playout,
                            Buffer *game) {
    size_t length;
    Record *record =
        whole_games_play(selfplay->whole_games, engine, number, interrupt_flag(), playout);
    if (!record)
        return false;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    buffer_add(game, text, length);
    free(text);
    record_free(record);
    return true;
}

static bool play_for_samples(Engine *engine, uint32_t number, Playout *playout, Buffer *samples) {
    Engine *const engines[COLOR_COUNT] = {engine, engine};
    uint64_t random = playout_random((uint64_t)seed, number);
    Position opening;
    return playout_find_opening(engine, (uint64_t)nodes, &random, interrupt_flag(), &opening) &&
           playout_play(engines, &opening, (uint64_t)nodes, interrupt_flag(), playout, samples);
}

static void play_game(void *context, int worker, size_t number) {
    SelfPlay *selfplay = context;
    Engine *engine = selfplay->engines[worker];
    Buffer game = {0};
    Playout playout;
    if (atomic_load(interrupt_flag()) ||
        !(selfplay->whole_games
              ? play_whole_game(selfplay, engine, (uint32_t)number, &playout, &game)
              : play_for_samples(engine, (uint32_t)number, &playout, &game))) {
        buffer_free(&game);
        return;
    }
    pthread_mutex_lock(&selfplay->lock);
    selfplay->waiting[number] = game;
    selfplay->played[number] = true;
    selfplay_count(selfplay, &playout);
    selfplay_write(selfplay);
    selfplay_show_progress(selfplay);
    pthread_mutex_unlock(&selfplay->lock);
}

/* Writes the games that wait for others which an interrupt has prevented. */
static void selfplay_write_rest(SelfPlay *selfplay) {
    for (; selfplay->written < (size_t)games; selfplay->written++)
        selfplay_write(selfplay);
}

/* ---- the program ---- */

static bool selfplay_open(SelfPlay *selfplay, Error *error) {
    for (int i = 0; i < (int)threads; i++) {
        selfplay->engines[i] = engine_create(HASH_MB, 1, error);
        if (!selfplay->engines[i])
            return false;
    }
    selfplay->file = fopen(output, append ? "ab" : "wbx");
    if (!selfplay->file)
        return error_set(error, ERROR_IO, "%s cannot be %s", output,
                         append ? "written" : "made, or is there already (--append adds to it)");
    if (variant_name)
        selfplay->whole_games =
            whole_games_create(variant_find(variant_name), (uint64_t)nodes, (uint64_t)seed);
    selfplay->waiting = memory_allocate((size_t)games * sizeof *selfplay->waiting);
    selfplay->played = memory_allocate((size_t)games * sizeof *selfplay->played);
    selfplay->shows_progress = isatty(STDERR_FILENO) != 0;
    selfplay->started_ms = monotonic_ms();
    pthread_mutex_init(&selfplay->lock, NULL);
    return true;
}

static bool selfplay_close(SelfPlay *selfplay, Error *error) {
    for (int i = 0; i < (int)threads; i++)
        engine_free(selfplay->engines[i]);
    whole_games_free(selfplay->whole_games);
    free(selfplay->waiting);
    free(selfplay->played);
    bool failed = ferror(selfplay->file) != 0;
    failed |= fclose(selfplay->file) != 0;
    return !failed || error_set(error, ERROR_IO, "%s cannot be written", output);
}

static bool make_games(const char **files, int file_count, Error *error) {
    (void)files;
    (void)file_count;
    SelfPlay selfplay = {0};
    if (!selfplay_open(&selfplay, error))
        return false;
    interrupt_catch();
    parallel_for((int)threads, (size_t)games, play_game, &selfplay);
    selfplay_write_rest(&selfplay);
    selfplay_report(&selfplay);
    return selfplay_close(&selfplay, error);
}

static bool check(int file_count, Error *error) {
    if (file_count > 0)
        return error_set(error, ERROR_SYNTAX, "expected nothing but options");
    if (variant_name && !variant_find(variant_name))
        return error_set(error, ERROR_SYNTAX, "no variant is named \"%s\"", variant_name);
    return output || error_set(error, ERROR_SYNTAX, "expected --output and a file");
}

int main(int count, char *arguments[]) {
    const Tool tool = {"selfplay --output FILE [OPTION...]", flags, check, make_games};
    return tool_main(&tool, count, arguments);
}
