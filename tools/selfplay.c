/*
 * Plays games of the engine against itself from random openings and writes quiet positions of them
 * with their results, for tools/fit. The same seed gives the same games, whatever the number of
 * threads; an interrupt ends it early, and what was played by then is kept.
 */
#include <config.h>

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/timeman.h"
#include "tools/flags.h"
#include "tools/playout.h"
#include "rules/memory.h"
#include "tools/team.h"
#include "tools/variants.h"

enum { HASH_MB = 1, PROGRESS_EVERY_MS = 1000, STATUS_USAGE = 2, VARIANTS_MAX = 16 };

/* What was asked for. */
static int64_t games = 1000;
static int64_t nodes = 5000;
static int64_t seed = 1;
static int64_t threads = 2;
static bool append;
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the file to write; it must not be there yet"},
    {"--append", FLAG_SWITCH, &append, 0, 0, "add to the file: use another seed than before"},
    {"--games", FLAG_WHOLE, &games, 1, INT32_MAX, "how many games"},
    {"--nodes", FLAG_WHOLE, &nodes, 1, 1e9, "nodes a move"},
    {"--seed", FLAG_WHOLE, &seed, 0, INT32_MAX, "other games for another number"},
    {"--threads", FLAG_WHOLE, &threads, 1, TEAM_MAX, "games at the same time"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

/* Of some games, those of one variant or all. */
typedef struct Tally {
    uint64_t results[RESULT_DRAW + 1];
    uint64_t games, plies, samples, nodes;
} Tally;

/* What the threads share. Games are written in the order of their numbers. */
typedef struct Factory {
    Engine *engines[TEAM_MAX];
    FILE *file;
    pthread_mutex_t lock; /* guards what follows */
    char **texts;         /* by number: played, and waiting for earlier ones; owned */
    size_t written;       /* the games before it are in the file */
    Tally tallies[VARIANTS_MAX];
    int64_t started_ms;
    int64_t shown_ms;
    bool shows; /* progress, on a terminal */
} Factory;

static atomic_bool stop;

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&stop, true);
}

/* ---- reports ------------------------------------------------------------ */

static void tally_add(Tally *sum, const Tally *tally) {
    for (int result = RESULT_OPEN; result <= RESULT_DRAW; result++)
        sum->results[result] += tally->results[result];
    sum->games += tally->games;
    sum->plies += tally->plies;
    sum->samples += tally->samples;
    sum->nodes += tally->nodes;
}

static Tally factory_sum(const Factory *factory) {
    Tally sum = {0};
    for (int i = 0; i < VARIANTS_MAX; i++)
        tally_add(&sum, &factory->tallies[i]);
    return sum;
}

static double percent(const Tally *tally, Result result) {
    return tally->games ? 100.0 * (double)tally->results[result] / (double)tally->games : 0;
}

static void print_tally(const char *name, const Tally *tally) {
    double all = tally->games ? (double)tally->games : 1;
    printf("%-14s %8" PRIu64 " %9" PRIu64 " %7.1f %7.1f %7.1f %7.1f\n", name, tally->games,
           tally->samples, (double)tally->plies / all, percent(tally, RESULT_WHITE),
           percent(tally, RESULT_DRAW), percent(tally, RESULT_BLACK));
}

static void factory_show(Factory *factory) {
    int64_t now = timeman_now_ms();
    if (!factory->shows || now - factory->shown_ms < PROGRESS_EVERY_MS)
        return;
    factory->shown_ms = now;
    Tally sum = factory_sum(factory);
    double seconds = (double)(now - factory->started_ms) / 1000;
    fprintf(stderr,
            "\r%" PRIu64 "/%" PRId64 " games, %" PRIu64 " positions, %.1f games/s, "
            "White %.0f %%, draws %.0f %%  ",
            sum.games, games, sum.samples, (double)sum.games / seconds, percent(&sum, RESULT_WHITE),
            percent(&sum, RESULT_DRAW));
}

static void factory_report(const Factory *factory) {
    Tally sum = factory_sum(factory);
    double seconds = (double)(timeman_now_ms() - factory->started_ms + 1) / 1000;
    if (factory->shows)
        fputc('\n', stderr);
    printf("%-14s %8s %9s %7s %7s %7s %7s\n", "variant", "games", "positions", "plies", "White %",
           "draw %", "Black %");
    for (int i = 0; i < VARIANTS_MAX && variants_get((size_t)i); i++)
        print_tally(variants_get((size_t)i)->name, &factory->tallies[i]);
    print_tally("all", &sum);
    printf("%.1f s, %.1f games/s, %.0f nodes/s\n", seconds, (double)sum.games / seconds,
           (double)sum.nodes / seconds);
}

/* ---- the games ---------------------------------------------------------- */

static void factory_count(Factory *factory, const Playout *playout) {
    size_t variant = 0;
    while (strcmp(variants_get(variant)->name, playout->variant) != 0)
        variant++;
    Tally tally = {
        .games = 1,
        .plies = (uint64_t)playout->plies,
        .samples = playout->samples,
        .nodes = playout->nodes,
    };
    tally.results[playout->result] = 1;
    tally_add(&factory->tallies[variant], &tally);
}

static void factory_write(Factory *factory) {
    while (factory->written < (size_t)games && factory->texts[factory->written]) {
        char **text = &factory->texts[factory->written++];
        fputs(*text, factory->file);
        free(*text);
        *text = NULL;
    }
}

static void play_game(void *context, int member, size_t number) {
    Factory *factory = context;
    Buffer text = {0};
    Playout playout;
    if (atomic_load(&stop) ||
        !playout_play(factory->engines[member], (uint64_t)nodes, (uint64_t)seed, (uint32_t)number,
                      &stop, &playout, &text)) {
        buffer_free(&text);
        return;
    }
    pthread_mutex_lock(&factory->lock);
    factory->texts[number] = buffer_take(&text);
    factory_count(factory, &playout);
    factory_write(factory);
    factory_show(factory);
    pthread_mutex_unlock(&factory->lock);
}

/* After an interrupt games are missing, before others that are there. */
static void factory_write_rest(Factory *factory) {
    for (; factory->written < (size_t)games; factory->written++)
        factory_write(factory);
}

/* ---- the program -------------------------------------------------------- */

static bool factory_open(Factory *factory, Error *error) {
    factory->file = fopen(output, append ? "a" : "wx");
    if (!factory->file)
        return error_set(error, ERROR_IO, "%s cannot be %s", output,
                         append ? "written" : "made, or is there already (--append adds to it)");
    for (int i = 0; i < (int)threads; i++) {
        factory->engines[i] = engine_create(HASH_MB, 1, error);
        if (!factory->engines[i])
            return false;
    }
    factory->texts = memory_allocate((size_t)games * sizeof *factory->texts);
    factory->shows = isatty(STDERR_FILENO) != 0;
    factory->started_ms = timeman_now_ms();
    pthread_mutex_init(&factory->lock, NULL);
    return true;
}

static bool factory_close(Factory *factory, Error *error) {
    for (int i = 0; i < (int)threads; i++)
        engine_free(factory->engines[i]);
    free(factory->texts);
    bool failed = ferror(factory->file) != 0;
    failed |= fclose(factory->file) != 0;
    return !failed || error_set(error, ERROR_IO, "%s cannot be written", output);
}

static bool make_games(Error *error) {
    Factory factory = {0};
    if (!factory_open(&factory, error))
        return false;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    team_run((int)threads, (size_t)games, play_game, &factory);
    factory_write_rest(&factory);
    factory_report(&factory);
    return factory_close(&factory, error);
}

int main(int count, char *arguments[]) {
    Error error = {0};
    const char **files = memory_allocate((size_t)count * sizeof *files);
    int file_count;
    bool help;
    bool read = flags_read(flags, count, arguments, files, &file_count, &help, &error);
    free(files);
    if (read && help) {
        puts("Usage: selfplay --output FILE [OPTION...]\n");
        flags_print(flags);
        return EXIT_SUCCESS;
    }
    if (read && file_count > 0)
        read = error_set(&error, ERROR_SYNTAX, "expected nothing but options");
    if (read && !output)
        read = error_set(&error, ERROR_SYNTAX, "expected --output and a file");
    if (!read || !make_games(&error)) {
        fprintf(stderr, "selfplay: %s\n", error.text);
        return read ? EXIT_FAILURE : STATUS_USAGE;
    }
    return EXIT_SUCCESS;
}
