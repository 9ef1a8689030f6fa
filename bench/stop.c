/*
 * How soon a search answers after a stop, in positions of games and in some where one monkey has
 * thousands of captures, and how far it oversteps its time. These times include whatever else the
 * machine does: printed beside them are the processor time between stop and answer ("work"), and
 * how late a sleeping thread wakes ("machine").
 *
 * Usage: stop [SEARCHES [SEED]]
 */
#include <config.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/random.h"
#include "common.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum {
    SEARCHES = 500,
    HASH_MB = 16,
    DELAY_MAX_MS = 40,
    STOP_TARGET_MS = 10,
    OPENING_MAX = 80, /* random plies */
    MONKEY_PART = 5   /* share of searches of positions with many captures */
};

static const struct {
    int threads;
    int multipv;
} settings[] = {{1, 1}, {2, 1}, {4, 1}, {1, 5}, {2, 5}, {4, 5}};
enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static const char *const monkeys[] = {
    "3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", /* 3,906 paths */
    "3l1s1/2sssss/3sMs1/2sssss/3s1s1/7/3L3/w/-1",            /* 130,949 */
    "3l1s1/2sssss/3sMs1/2sssss/3s1s1/7/3L3/b/-1",
    "3l3/2sssss/3s1s1/2sssss/3s1s1/4M2/3L3/w/-1",
};
enum { MONKEY_COUNT = sizeof monkeys / sizeof monkeys[0] };

typedef struct Samples {
    double ms[2 * SEARCHES];
    size_t count;
} Samples;

/* Sleeps, and returns by how much it overslept. */
static double sleep_ms(double ms) {
    double begun = bench_now_ms();
    struct timespec time = {.tv_nsec = (long)(ms * 1e6)};
    nanosleep(&time, NULL);
    return bench_now_ms() - begun - ms;
}

/* ---- samples ---- */

static void add(Samples *samples, double ms) {
    if (samples->count < sizeof samples->ms / sizeof samples->ms[0])
        samples->ms[samples->count++] = ms;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints percentiles. Returns the largest sample. */
static double print(const char *what, Samples *samples) {
    qsort(samples->ms, samples->count, sizeof *samples->ms, compare);
    size_t last = samples->count - 1;
    printf("  %s: p50 %6.2f, p99 %6.2f, max %6.2f ms", what, samples->ms[last / 2],
           samples->ms[last * 99 / 100], samples->ms[last]);
    return samples->ms[last];
}

/* ---- searches ---- */

static void store_end(void *context, const SearchInfo *info) {
    if (info->final)
        *(double *)context = bench_now_ms();
}

static Position choose_monkey(uint64_t *state) {
    Position position;
    if (!fen_parse(monkeys[random_below(state, MONKEY_COUNT)], variant_default(), &position, NULL))
        bench_fail("stop", "a position cannot be read");
    return position;
}

static Position choose_from_game(uint64_t *state) {
    Position position;
    size_t variants = 0;
    while (variant_builtin(variants))
        variants++;
    position_start(&position, variant_builtin((size_t)random_below(state, variants)));
    for (uint64_t plies = random_below(state, OPENING_MAX); plies > 0; plies--) {
        MoveList list;
        Position child = position;
        movelist_init(&list);
        movegen_distinct(&position, &list);
        position_make(&child, list.moves[random_below(state, list.count)]);
        movelist_free(&list);
        if (position_outcome(&child).result == RESULT_OPEN)
            position = child;
    }
    return position;
}

static Position choose_position(uint64_t *state) {
    return random_below(state, MONKEY_PART) == 0 ? choose_monkey(state) : choose_from_game(state);
}

/* Starts a search, which sets *ended_ms when it ends. */
static void begin(Engine *engine, const Position *position, SearchLimits limits, int multipv,
                  double *ended_ms) {
    Error error = {0};
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = position,
        .position_count = 1,
        .limits = limits,
        .level = LEVEL_MAX,
        .multipv = multipv,
    };
    if (!engine_start(engine, &request, store_end, ended_ms, &error))
        bench_fail("stop", error.text);
}

/* ---- measurements ---- */

/* Measures the time from a stop to the answer, in positions of games or with many captures. */
static bool measure_stops(int setting, bool monkey, int searches, uint64_t *state) {
    static Samples latency, work, machine;
    Engine *engine = bench_engine("stop", HASH_MB, settings[setting].threads);
    latency.count = work.count = machine.count = 0;
    for (int i = 0; i < searches; i++) {
        Position position = monkey ? choose_monkey(state) : choose_from_game(state);
        double ended_ms = 0;
        begin(engine, &position, (SearchLimits){.infinite = true}, settings[setting].multipv,
              &ended_ms);
        add(&machine, sleep_ms((double)random_below(state, DELAY_MAX_MS * 1000) / 1000));
        double worked_before_ms = bench_cpu_ms();
        double stopped_ms = bench_now_ms();
        engine_stop(engine);
        engine_wait(engine);
        add(&latency, ended_ms - stopped_ms);
        add(&work, bench_cpu_ms() - worked_before_ms);
    }
    engine_free(engine);
    printf("stop, %d threads, %d lines, %-13s", settings[setting].threads,
           settings[setting].multipv, monkey ? "many captures" : "games");
    bool kept = print("answer", &latency) <= STOP_TARGET_MS;
    print("work", &work);
    print("machine", &machine);
    printf("   target %d: %s\n", STOP_TARGET_MS, kept ? "pass" : "fail");
    fflush(stdout);
    return kept;
}

static bool measure_movetimes(int threads, int searches, uint64_t *state) {
    static Samples over;
    Engine *engine = bench_engine("stop", HASH_MB, threads);
    over.count = 0;
    for (int i = 0; i < searches; i++) {
        Position position = choose_position(state);
        int64_t allowed_ms = 5 + (int64_t)random_below(state, 46);
        double ended_ms = 0;
        double begun_ms = bench_now_ms();
        begin(engine, &position, (SearchLimits){.movetime_ms = allowed_ms}, 1, &ended_ms);
        engine_wait(engine);
        add(&over, ended_ms - begun_ms - (double)allowed_ms);
    }
    engine_free(engine);
    printf("movetime 5 to 50 ms, %d threads", threads);
    bool kept = print("overstepped by", &over) <= STOP_TARGET_MS;
    printf("   target %d: %s\n", STOP_TARGET_MS, kept ? "pass" : "fail");
    fflush(stdout);
    return kept;
}

/* Measures how much of a nearly expired clock a search uses. */
static bool measure_clocks(int threads, int searches, uint64_t *state) {
    static Samples used;
    Engine *engine = bench_engine("stop", HASH_MB, threads);
    int fallen = 0;
    used.count = 0;
    for (int i = 0; i < searches; i++) {
        Position position = choose_position(state);
        int64_t left_ms = 20 + (int64_t)random_below(state, 200);
        int64_t increment_ms = (int64_t)random_below(state, 2) * 10;
        double ended_ms = 0;
        double begun_ms = bench_now_ms();
        begin(engine, &position,
              (SearchLimits){.clock_ms = {left_ms, left_ms},
                             .increment_ms = {increment_ms, increment_ms}},
              1, &ended_ms);
        engine_wait(engine);
        add(&used, (ended_ms - begun_ms) / (double)left_ms * 100);
        fallen += ended_ms - begun_ms >= (double)left_ms;
    }
    engine_free(engine);
    printf("clocks of 20 to 220 ms, %d threads", threads);
    print("used, in percent", &used);
    printf("   fallen: %d of %d: %s\n", fallen, searches, fallen == 0 ? "pass" : "fail");
    fflush(stdout);
    return fallen == 0;
}

int main(int argc, char **argv) {
    int searches = argc > 1 ? atoi(argv[1]) : SEARCHES;
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    if (searches < 1 || searches > 2 * SEARCHES)
        bench_fail("stop", "too many searches");
    for (int i = 0; i < SETTING_COUNT; i++) {
        good &= measure_stops(i, false, searches - searches / MONKEY_PART, &state);
        good &= measure_stops(i, true, searches / MONKEY_PART + 1, &state);
    }
    for (int threads = 1; threads <= 2; threads++) {
        good &= measure_movetimes(threads, searches, &state);
        good &= measure_clocks(threads, searches, &state);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
