/*
 * All threads of a search but one get no processor until the search is stopped: the linker puts the
 * function below in place of an iteration, which blocks them. The first thread keeps the limits,
 * and the answer is the deepest thread's.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include <cmocka.h>

#include "engine/search.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

enum { THREADS = 5, DEPTH = 6 };

static const char START[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const Search *helpers[THREADS]; /* in the order of their first iteration */
    int helper_count;
    int free_thread; /* that may search: 0 is the first, n the helper at n - 1 */
    int depth;       /* that it has completed */
    Answer answer;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

int __wrap_parallel_processors(void);
bool __real_search_iterate(Search *search, int depth, int lines);
bool __wrap_search_iterate(Search *search, int depth, int lines);

int __wrap_parallel_processors(void) {
    return THREADS;
}

/* Only the first thread has an observer. */
static int number_of(const Search *search) {
    int place = 0;
    if (search->observer)
        return 0;
    while (place < state.helper_count && state.helpers[place] != search)
        place++;
    if (place == state.helper_count)
        state.helpers[state.helper_count++] = search;
    return place + 1;
}

bool __wrap_search_iterate(Search *search, int depth, int lines) {
    pthread_mutex_lock(&state.lock);
    bool blocked = number_of(search) != state.free_thread;
    pthread_mutex_unlock(&state.lock);
    while (blocked && !search_stopped(search))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    if (!__real_search_iterate(search, depth, lines))
        return false;
    pthread_mutex_lock(&state.lock);
    state.depth = depth;
    pthread_cond_broadcast(&state.changed);
    pthread_mutex_unlock(&state.lock);
    return true;
}

static void take(void *context, const SearchInfo *info) {
    (void)context;
    pthread_mutex_lock(&state.lock);
    answer_take(&state.answer, info);
    pthread_mutex_unlock(&state.lock);
}

static void start(Engine *engine, SearchLimits limits, int free_thread) {
    Error error = {0};
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    request.limits = limits;
    state.helper_count = state.depth = 0;
    state.free_thread = free_thread;
    state.answer = (Answer){0};
    if (!engine_start(engine, &request, take, NULL, &error))
        fail_msg("%s", error.text);
}

static void finish(Engine *engine) {
    Position position = position_of("congo", START);
    engine_wait(engine);
    assert_int_equal(state.answer.finals, 1);
    assert_true(state.answer.info.final && state.answer.info.has_move);
    assert_true(move_is_legal(&position, state.answer.info.lines[0].pv[0]));
}

/* Waits until the free thread has completed a depth, and stops the search. */
static void stop_at(Engine *engine, int depth) {
    pthread_mutex_lock(&state.lock);
    while (state.depth < depth)
        pthread_cond_wait(&state.changed, &state.lock);
    pthread_mutex_unlock(&state.lock);
    engine_stop(engine);
}

static void the_deepest_thread_supplies_the_answer(void **unused) {
    (void)unused;
    Engine *engine = engine_of(THREADS);
    for (int thread = 0; thread < THREADS; thread++) {
        start(engine, (SearchLimits){.depth = DEPTH}, thread);
        stop_at(engine, DEPTH);
        finish(engine);
        assert_int_equal(state.answer.info.depth, DEPTH);
    }
    engine_free(engine);
}

static void the_first_thread_keeps_the_limits(void **unused) {
    (void)unused;
    static const SearchLimits limits[] = {
        {.depth = DEPTH}, {.movetime_ms = 20}, {.clock_ms = {200, 200}}, {.nodes = 3000}};
    Engine *engine = engine_of(THREADS);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        start(engine, limits[i], 0);
        finish(engine);
    }
    engine_free(engine);
}

static void any_thread_obeys_the_stop(void **unused) {
    (void)unused;
    Engine *engine = engine_of(THREADS);
    for (int thread = 0; thread < THREADS; thread++) {
        start(engine, (SearchLimits){.infinite = true}, thread);
        stop_at(engine, 2);
        finish(engine);
        assert_true(state.answer.info.depth >= 2);
    }
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deepest_thread_supplies_the_answer),
        cmocka_unit_test(the_first_thread_keeps_the_limits),
        cmocka_unit_test(any_thread_obeys_the_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
