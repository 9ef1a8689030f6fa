/*
 * How soon the search announces wins that were proved by full search, one thread: the time until a
 * report shows a win in that many plies by one of the moves that win so. Usage: forced_wins FILE
 */
#include <config.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/engine.h"
#include "forced_win.h"
#include "rules/fen.h"

enum { HASH_MB = 16, PATIENCE_MS = 5000 };

/* What is asked of each length. */
static const struct {
    int plies;
    double asked_ms;
} lengths[] = {{3, 50}, {5, 50}, {7, 200}};
enum { LENGTH_COUNT = sizeof lengths / sizeof lengths[0] };

typedef struct Figures {
    int count;
    int late;
    double sum_ms;
    double max_ms;
    uint64_t max_nodes;
} Figures;

/* What the search thread tells the waiting one. */
typedef struct Watch {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const ForcedWin *problem;
    double begun_ms;
    double found_ms; /* 0: not yet */
    uint64_t nodes;
    bool final;
    bool false_win; /* a win sooner than there is one, or by another move */
} Watch;

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "bench-forced-wins: %s\n", what);
    exit(EXIT_FAILURE);
}

static void look(void *context, const SearchInfo *info) {
    Watch *watch = context;
    int plies = info->line_count > 0 ? score_win_plies(info->lines[0].score) : 0;
    pthread_mutex_lock(&watch->lock);
    if (plies > 0 && plies <= watch->problem->plies) {
        bool right =
            plies == watch->problem->plies && forced_win_by(watch->problem, info->lines[0].pv[0]);
        watch->false_win |= !right;
        if (right && watch->found_ms == 0) {
            watch->found_ms = now_ms() - watch->begun_ms;
            watch->nodes = info->nodes;
        }
    }
    watch->final |= info->final;
    pthread_cond_signal(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
}

/* Searches until the win is announced. */
static void solve(Engine *engine, const ForcedWin *problem, Watch *watch) {
    Error error = {0};
    Position position;
    if (!fen_parse(problem->fen, variant_find("congo"), &position, &error))
        fail(error.text);
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = &position,
        .position_count = 1,
        .limits = {.movetime_ms = PATIENCE_MS},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    watch->problem = problem;
    watch->found_ms = 0;
    watch->final = false;
    engine_new_game(engine);
    watch->begun_ms = now_ms();
    if (!engine_start(engine, &request, look, watch, &error))
        fail(error.text);
    pthread_mutex_lock(&watch->lock);
    while (watch->found_ms == 0 && !watch->final)
        pthread_cond_wait(&watch->changed, &watch->lock);
    pthread_mutex_unlock(&watch->lock);
    engine_stop(engine);
    engine_wait(engine);
}

static void note(Figures *figures, const ForcedWin *problem, const Watch *watch, double asked_ms) {
    bool late = watch->found_ms == 0 || watch->found_ms > asked_ms;
    double ms = watch->found_ms == 0 ? PATIENCE_MS : watch->found_ms;
    figures->count++;
    figures->late += late;
    figures->sum_ms += ms;
    if (ms > figures->max_ms)
        figures->max_ms = ms;
    if (watch->nodes > figures->max_nodes)
        figures->max_nodes = watch->nodes;
    if (late)
        printf("late: %d plies after %.1f ms: %s\n", problem->plies, ms, problem->fen);
}

static int length_index(int plies) {
    for (int i = 0; i < LENGTH_COUNT; i++)
        if (lengths[i].plies == plies)
            return i;
    fail("nothing is asked of a win of that length");
    return 0;
}

static bool print(const Figures figures[LENGTH_COUNT]) {
    bool good = true;
    for (int i = 0; i < LENGTH_COUNT; i++) {
        const Figures *figure = &figures[i];
        bool kept = figure->count > 0 && figure->late == 0;
        good = good && kept;
        printf("%d plies: %3d wins, mean %6.2f ms, max %7.2f ms, %8llu nodes   asked %.0f: %s\n",
               lengths[i].plies, figure->count, figure->sum_ms / figure->count, figure->max_ms,
               (unsigned long long)figure->max_nodes, lengths[i].asked_ms, kept ? "pass" : "fail");
    }
    return good;
}

int main(int argc, char **argv) {
    Figures figures[LENGTH_COUNT] = {{0}};
    Watch watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    ForcedWin problem;
    Error error = {0};
    FILE *file = fopen(argc > 1 ? argv[1] : FORCED_WINS, "r");
    if (file == NULL)
        fail("cannot read the file of wins");
    Engine *engine = engine_create(HASH_MB, 1, &error);
    if (engine == NULL)
        fail(error.text);
    printf("forced wins, one thread\n");
    while (forced_win_read(file, &problem)) {
        int index = length_index(problem.plies);
        solve(engine, &problem, &watch);
        note(&figures[index], &problem, &watch, lengths[index].asked_ms);
    }
    fclose(file);
    engine_free(engine);
    bool good = print(figures);
    if (watch.false_win)
        printf("a win was announced that there is not: fail\n");
    return good && !watch.false_win ? EXIT_SUCCESS : EXIT_FAILURE;
}
