/* Searches with four threads are started, stopped and resized at random moments, while another
 * thread stops whatever runs. Each has exactly one final report, with a legal move. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

enum { ROUNDS = 150, THREADS = 4, PAUSE_MAX_US = 3000 };

static const struct {
    const char *variant;
    const char *fen;
} positions[] = {
    {"congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"},
    {"congo", "4l2/7/5P1/7/2ZL1C1/g6/7/w/-1"},
    {"congo", "3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1"},
    {"megapawn", "ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1"},
    {"congo", "7/7/3l3/4M2/7/7/3L3/w/37"},
};
enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

/* A thread that stops searches at random moments. */
typedef struct Stopper {
    Engine *engine;
    pthread_t thread;
    atomic_bool done;
} Stopper;

static void pause_randomly(uint64_t *state) {
    struct timespec time = {.tv_nsec = (long)random_below(state, PAUSE_MAX_US) * 1000};
    nanosleep(&time, NULL);
}

static void *stopper_main(void *argument) {
    Stopper *stopper = argument;
    uint64_t state = 99;
    while (!atomic_load(&stopper->done)) {
        pause_randomly(&state);
        engine_stop(stopper->engine);
    }
    return NULL;
}

static SearchLimits choose_limits(uint64_t *state) {
    const SearchLimits limits[] = {
        {.infinite = true},
        {.ponder = true, .movetime_ms = 2},
        {.ponder = true, .depth = 2},
        {.depth = 1 + (int)random_below(state, 5)},
        {.nodes = 1 + random_below(state, 5000)},
        {.movetime_ms = 1 + (int64_t)random_below(state, 3)},
        {.clock_ms = {50, 50}},
        {.depth = 0},
    };
    return limits[random_below(state, sizeof limits / sizeof limits[0])];
}

static void search_once(Engine *engine, uint64_t *state) {
    size_t index = (size_t)random_below(state, POSITION_COUNT);
    Position position = position_of(positions[index].variant, positions[index].fen);
    SearchRequest request = request_for(&position);
    Answer answer = {0};
    Error error = {0};
    request.limits = choose_limits(state);
    request.multipv = 1 + (int)random_below(state, 3);
    request.advisor = random_below(state, 8) == 0 ? ADVISOR_RANDOM : ADVISOR_NEGAMAX;
    if (!engine_start(engine, &request, answer_take, &answer, &error))
        fail_msg("%s", error.text);
    if (random_below(state, 2))
        pause_randomly(state);
    if (request.limits.ponder && random_below(state, 2)) {
        engine_ponder_hit(engine);
        pause_randomly(state);
    }
    engine_stop(engine);
    engine_wait(engine);
    assert_int_equal(answer.finals, 1);
    assert_true(answer.info.final && answer.info.has_move);
    assert_true(move_is_legal(&position, answer.info.lines[0].pv[0]));
}

static void disturb(Engine *engine, uint64_t *state) {
    switch (random_below(state, 8)) {
    case 0:
        engine_new_game(engine);
        break;
    case 1:
        assert_true(engine_resize(engine, 1 + (int)random_below(state, 2),
                                  1 + (int)random_below(state, THREADS), NULL));
        break;
    case 2:
        assert_true(engine_resize(engine, 1, THREADS, NULL));
        break;
    default:
        break;
    }
}

static void search_randomly(bool stopped_by_another) {
    Stopper stopper = {.engine = engine_of(THREADS)};
    uint64_t state = stopped_by_another;
    if (stopped_by_another)
        assert_int_equal(pthread_create(&stopper.thread, NULL, stopper_main, &stopper), 0);
    for (int i = 0; i < ROUNDS; i++) {
        search_once(stopper.engine, &state);
        disturb(stopper.engine, &state);
    }
    atomic_store(&stopper.done, true);
    if (stopped_by_another)
        pthread_join(stopper.thread, NULL);
    engine_free(stopper.engine);
}

static void answers_once_when_disturbed(void **state) {
    (void)state;
    search_randomly(false);
}

static void answers_once_when_another_thread_stops(void **state) {
    (void)state;
    search_randomly(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_once_when_disturbed),
        cmocka_unit_test(answers_once_when_another_thread_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
