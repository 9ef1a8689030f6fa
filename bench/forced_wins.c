/*
 * Time until a search with one thread announces a proved win: in the right number of plies and by a
 * right move.
 *
 * Usage: forced_wins [FILE]
 */
#include <config.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "../tests/support/forced_win.h"
#include "rules/fen.h"

enum { HASH_MB = 16, TIMEOUT_MS = 5000 };

static const struct {
    int plies;
    double target_ms;
} lengths[] = {{3, 50}, {5, 50}, {7, 200}};
enum { LENGTH_COUNT = sizeof lengths / sizeof lengths[0] };

typedef struct WinTimes {
    int count;
    int late;
    double sum_ms;
    double max_ms;
    uint64_t max_nodes;
} WinTimes;

/* Shared by the search thread and the main thread. */
typedef struct WinWatch {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const ForcedWin *problem;
    double begun_ms;
    double found_ms; /* since the start; 0: not yet */
    uint64_t nodes;
    bool final;
    bool false_win; /* a shorter win than there is, or by a wrong move, was announced */
} WinWatch;

static void check_report(void *context, const SearchInfo *info) {
    WinWatch *watch = context;
    int plies = info->line_count > 0 ? score_win_plies(info->lines[0].score) : 0;
    pthread_mutex_lock(&watch->lock);
    if (plies > 0 && plies <= watch->problem->plies) {
        bool right =
            plies == watch->problem->plies && forced_win_by(watch->problem, info->lines[0].pv[0]);
        watch->false_win |= !right;
        if (right && watch->found_ms == 0) {
            watch->found_ms = bench_now_ms() - watch->begun_ms;
            watch->nodes = info->nodes;
        }
    }
    watch->final |= info->final;
    pthread_cond_signal(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
}

/* Searches until the win is announced. */
static void solve(Engine *engine, const ForcedWin *problem, WinWatch *watch) {
    Error error = {0};
    Position position;
    if (!fen_parse(problem->fen, variant_find("congo"), &position, &error))
        bench_fail("forced-wins", error.text);
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = &position,
        .position_count = 1,
        .limits = {.movetime_ms = TIMEOUT_MS},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    watch->problem = problem;
    watch->found_ms = 0;
    watch->final = false;
    engine_new_game(engine);
    watch->begun_ms = bench_now_ms();
    if (!engine_start(engine, &request, check_report, watch, &error))
        bench_fail("forced-wins", error.text);
    pthread_mutex_lock(&watch->lock);
    while (watch->found_ms == 0 && !watch->final)
        pthread_cond_wait(&watch->changed, &watch->lock);
    pthread_mutex_unlock(&watch->lock);
    engine_stop(engine);
    engine_wait(engine);
}

static void add_time(WinTimes *times, const ForcedWin *problem, const WinWatch *watch,
                     double target_ms) {
    bool late = watch->found_ms == 0 || watch->found_ms > target_ms;
    double ms = watch->found_ms == 0 ? TIMEOUT_MS : watch->found_ms;
    times->count++;
    times->late += late;
    times->sum_ms += ms;
    if (ms > times->max_ms)
        times->max_ms = ms;
    if (watch->nodes > times->max_nodes)
        times->max_nodes = watch->nodes;
    if (late)
        printf("late: %d plies after %.1f ms: %s\n", problem->plies, ms, problem->fen);
}

static int length_index(int plies) {
    for (int i = 0; i < LENGTH_COUNT; i++)
        if (lengths[i].plies == plies)
            return i;
    bench_fail("forced-wins", "there is no target for a win of that length");
}

static bool print(const WinTimes times[LENGTH_COUNT]) {
    bool good = true;
    for (int i = 0; i < LENGTH_COUNT; i++) {
        const WinTimes *row = &times[i];
        bool met = row->count > 0 && row->late == 0;
        good = good && met;
        printf("%d plies: %3d wins, mean %6.2f ms, max %7.2f ms, %8llu nodes   target %.0f: %s\n",
               lengths[i].plies, row->count, row->sum_ms / row->count, row->max_ms,
               (unsigned long long)row->max_nodes, lengths[i].target_ms, met ? "pass" : "fail");
    }
    return good;
}

int main(int argc, char **argv) {
    WinTimes times[LENGTH_COUNT] = {{0}};
    WinWatch watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    ForcedWin problem;
    FILE *file = fopen(argc > 1 ? argv[1] : FORCED_WINS, "r");
    if (file == NULL)
        bench_fail("forced-wins", "cannot read the file of wins");
    Engine *engine = bench_engine("forced-wins", HASH_MB, 1);
    printf("forced wins, one thread\n");
    while (forced_win_read(file, &problem)) {
        int index = length_index(problem.plies);
        solve(engine, &problem, &watch);
        add_time(&times[index], &problem, &watch, lengths[index].target_ms);
    }
    fclose(file);
    engine_free(engine);
    bool good = print(times);
    if (watch.false_win)
        printf("a false win was announced: fail\n");
    return good && !watch.false_win ? EXIT_SUCCESS : EXIT_FAILURE;
}
