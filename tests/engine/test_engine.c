/* The contract of engine.h: requests, threads and reports. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <cmocka.h>

#include "rules/movegen.h"
#include "../support/search_helper.h"

/* Sanitizers are slow: fewer rounds are enough. */
#ifdef SANITIZED
enum { ROUNDS = 50, NODES_MAX = 30000 };
#else
enum { ROUNDS = 200, NODES_MAX = 300000 };
#endif

static const char START[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";
static const char WIN[] = "4l2/7/5P1/7/2ZL1C1/g6/7/w/-1"; /* in 3 plies */

/* Receives reports on the test's thread. */
typedef struct Receiver {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Answer answer;
} Receiver;

static void receiver_init(Receiver *receiver) {
    memset(receiver, 0, sizeof *receiver);
    pthread_mutex_init(&receiver->lock, NULL);
    pthread_cond_init(&receiver->changed, NULL);
}

static void receiver_free(Receiver *receiver) {
    pthread_cond_destroy(&receiver->changed);
    pthread_mutex_destroy(&receiver->lock);
}

static void receiver_take(void *context, const SearchInfo *info) {
    Receiver *receiver = context;
    pthread_mutex_lock(&receiver->lock);
    answer_take(&receiver->answer, info);
    pthread_cond_signal(&receiver->changed);
    pthread_mutex_unlock(&receiver->lock);
}

/* Waits for at least the given numbers of reports and final reports, and for a depth. */
static Answer receiver_wait(Receiver *receiver, int reports, int finals, int depth) {
    pthread_mutex_lock(&receiver->lock);
    Answer *answer = &receiver->answer;
    while (answer->reports < reports || answer->finals < finals || answer->info.depth < depth)
        pthread_cond_wait(&receiver->changed, &receiver->lock);
    Answer copy = *answer;
    pthread_mutex_unlock(&receiver->lock);
    return copy;
}

static Answer receiver_read(Receiver *receiver) {
    return receiver_wait(receiver, 0, 0, 0);
}

static void start(Engine *engine, const SearchRequest *request, Receiver *receiver) {
    Error error = {0};
    if (!engine_start(engine, request, receiver_take, receiver, &error))
        fail_msg("%s", error.text);
}

static void answers_once_when_stopped_at_once(void **state) {
    (void)state;
    Engine *engine = engine_of(3);
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    for (int i = 0; i < 50; i++) {
        Receiver receiver;
        receiver_init(&receiver);
        start(engine, &request, &receiver);
        engine_stop(engine);
        engine_stop(engine);
        engine_wait(engine);
        engine_stop(engine);
        Answer answer = receiver_read(&receiver);
        assert_int_equal(answer.finals, 1);
        assert_true(answer.info.final && answer.info.has_move);
        assert_true(move_is_legal(&position, answer.info.lines[0].pv[0]));
        receiver_free(&receiver);
    }
    engine_free(engine);
}

static void answers_when_stopped_later(void **state) {
    (void)state;
    Engine *engine = engine_of(2);
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    for (int reports = 1; reports <= 6; reports++) {
        Receiver receiver;
        receiver_init(&receiver);
        start(engine, &request, &receiver);
        receiver_wait(&receiver, reports, 0, 0);
        engine_stop(engine);
        engine_wait(engine);
        Answer answer = receiver_read(&receiver);
        assert_int_equal(answer.finals, 1);
        assert_true(answer.info.final && answer.info.depth >= 1);
        receiver_free(&receiver);
    }
    engine_free(engine);
}

/* The answer must wait even if nothing is left to find. */
static void check_waits_for_the_stop(Engine *engine, SearchLimits limits) {
    Position position = position_of("congo", WIN);
    SearchRequest request = request_for(&position);
    Receiver receiver;
    receiver_init(&receiver);
    request.limits = limits;
    start(engine, &request, &receiver);
    Answer answer = receiver_wait(&receiver, 2, 0, 1);
    assert_int_equal(score_win_plies(answer.info.lines[0].score), 3);
    assert_int_equal(answer.finals, 0);
    Error error = {0};
    assert_false(engine_start(engine, &request, receiver_take, &receiver, &error));
    assert_int_equal(error.code, ERROR_STATE);
    engine_stop(engine);
    engine_wait(engine);
    assert_int_equal(receiver_read(&receiver).finals, 1);
    receiver_free(&receiver);
}

static void waits_for_the_stop(void **state) {
    (void)state;
    Engine *engine = engine_of(1);
    check_waits_for_the_stop(engine, (SearchLimits){0});
    check_waits_for_the_stop(engine, (SearchLimits){.infinite = true, .depth = 3});
    engine_free(engine);
}

static void waits_for_the_stop_when_the_game_is_over(void **state) {
    (void)state;
    Engine *engine = engine_of(2);
    Position position = position_of("wits", "3l3/7/7/7/7/7/3L3/w/-1");
    SearchRequest request = request_for(&position);
    request.limits.infinite = true;
    Receiver receiver;
    receiver_init(&receiver);
    start(engine, &request, &receiver);
    engine_stop(engine);
    Answer answer = receiver_wait(&receiver, 0, 1, 0);
    assert_false(answer.info.has_move);
    engine_wait(engine);
    receiver_free(&receiver);
    engine_free(engine);
}

/* A new search may start as soon as the final report has come. */
static void takes_a_new_search_after_the_answer(void **state) {
    (void)state;
    Engine *engine = engine_of(2);
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    request.limits.depth = 1;
    Receiver receiver;
    receiver_init(&receiver);
    for (int i = 1; i <= ROUNDS; i++) {
        start(engine, &request, &receiver);
        receiver_wait(&receiver, 0, i, 0);
    }
    engine_wait(engine);
    assert_int_equal(receiver_read(&receiver).finals, ROUNDS);
    receiver_free(&receiver);
    engine_free(engine);
}

/* A helper that a search does not need may sleep through it and wake during the next. */
static void helpers_join_their_own_search_only(void **state) {
    (void)state;
    Engine *engine = engine_of(4);
    Position position = position_of("congo", START);
    SearchRequest alone = request_for(&position);
    alone.advisor = ADVISOR_RANDOM;
    SearchRequest together = request_for(&position);
    together.limits.depth = 2;
    for (int i = 0; i < ROUNDS; i++) {
        assert_int_equal(search(engine, &alone).finals, 1);
        assert_int_equal(search(engine, &together).finals, 1);
    }
    engine_free(engine);
}

static void can_be_freed_while_searching(void **state) {
    (void)state;
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    for (int i = 0; i < 20; i++) {
        Engine *engine = engine_of(1 + i % 4);
        Receiver receiver;
        receiver_init(&receiver);
        start(engine, &request, &receiver);
        if (i % 2)
            receiver_wait(&receiver, 1, 0, 0);
        engine_free(engine);
        assert_int_equal(receiver_read(&receiver).finals, 0);
        receiver_free(&receiver);
    }
    engine_free(NULL);
}

/* The request and all it points to may be freed once the search has started. */
static void copies_the_request(void **state) {
    (void)state;
    Engine *engine = engine_of(2);
    Variant variant = *variant_find("islands");
    Position position = position_of("islands", START);
    position.variant = &variant;
    SearchRequest request = request_for(&position);
    request.limits.depth = 5;
    Answer answer = {0};
    assert_true(engine_start(engine, &request, answer_take, &answer, NULL));
    memset(&variant, 0xff, sizeof variant);
    memset(&position, 0xff, sizeof position);
    memset(&request, 0xff, sizeof request);
    engine_wait(engine);
    Position again = position_of("islands", START);
    assert_true(move_is_legal(&again, answer.info.lines[0].pv[0]));
    engine_free(engine);
}

/* The proofs of forced wins leave the search most of a small limit. */
static void searches_deep_with_few_nodes(void **state) {
    (void)state;
    Engine *engine = engine_of(1);
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    request.limits = (SearchLimits){.nodes = 2000};
    assert_true(search(engine, &request).info.depth >= 3);
    engine_free(engine);
}

static void respects_the_limits(void **state) {
    (void)state;
    Engine *engine = engine_of(1);
    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    for (uint64_t nodes = 1; nodes < NODES_MAX; nodes = nodes * 3 + 1) {
        request.limits = (SearchLimits){.nodes = nodes};
        assert_true(search(engine, &request).info.nodes <= nodes);
    }
    for (int depth = 1; depth <= 4; depth++) {
        request.limits = (SearchLimits){.depth = depth};
        assert_int_equal(search(engine, &request).info.depth, depth);
    }
    request.limits = (SearchLimits){.movetime_ms = 20};
    assert_true(search(engine, &request).info.has_move);
    request.limits = (SearchLimits){.clock_ms = {300, 1}, .increment_ms = {5, 0}};
    assert_true(search(engine, &request).info.has_move);
    engine_free(engine);
}

static void finds_a_win_with_many_threads(void **state) {
    (void)state;
    Engine *engine = engine_of(4);
    for (int i = 0; i < 10; i++) {
        engine_new_game(engine);
        Answer answer = search_depth(engine, "congo", WIN, 5);
        assert_int_equal(score_win_plies(answer.info.lines[0].score), 3);
        assert_string_equal(answer_move(&answer), "c3a2");
    }
    engine_free(engine);
}

static void resizes(void **state) {
    (void)state;
    static const int sizes[][2] = {{4, 1}, {1, 4}, {8, 2}, {8, 3}, {1, 1}};
    Engine *engine = engine_of(2);
    Error error = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_true(engine_resize(engine, sizes[i][0], sizes[i][1], &error));
        assert_true(search_depth(engine, "congo", START, 3).info.has_move);
    }
    assert_false(engine_resize(engine, 0, 1, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_false(engine_resize(engine, HASH_MB_MAX + 1, 1, &error));
    assert_false(engine_resize(engine, 1, 0, &error));
    assert_false(engine_resize(engine, 1, ENGINE_THREADS_MAX + 1, &error));
    assert_true(search_depth(engine, "congo", START, 3).info.has_move);

    Position position = position_of("congo", START);
    SearchRequest request = request_for(&position);
    assert_true(engine_start(engine, &request, answer_take, &(Answer){0}, NULL));
    assert_false(engine_resize(engine, 2, 2, &error));
    assert_int_equal(error.code, ERROR_STATE);
    engine_free(engine);
}

static void rejects_invalid_requests(void **state) {
    (void)state;
    Engine *engine = engine_of(1);
    Position position = position_of("congo", START);
    Error error = {0};
    SearchRequest bad[5];
    for (int i = 0; i < 5; i++)
        bad[i] = request_for(&position);
    bad[0].level = LEVEL_MIN - 1;
    bad[1].level = LEVEL_MAX + 1;
    bad[2].multipv = 0;
    bad[3].multipv = MULTIPV_MAX + 1;
    bad[4].position_count = 0;
    for (int i = 0; i < 5; i++) {
        error_clear(&error);
        assert_false(engine_start(engine, &bad[i], answer_take, NULL, &error));
        assert_int_equal(error.code, ERROR_RANGE);
    }
    assert_null(engine_create(0, 1, &error));
    assert_null(engine_create(1, 0, &error));
    engine_wait(engine);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_once_when_stopped_at_once),
        cmocka_unit_test(answers_when_stopped_later),
        cmocka_unit_test(waits_for_the_stop),
        cmocka_unit_test(waits_for_the_stop_when_the_game_is_over),
        cmocka_unit_test(takes_a_new_search_after_the_answer),
        cmocka_unit_test(helpers_join_their_own_search_only),
        cmocka_unit_test(can_be_freed_while_searching),
        cmocka_unit_test(copies_the_request),
        cmocka_unit_test(searches_deep_with_few_nodes),
        cmocka_unit_test(respects_the_limits),
        cmocka_unit_test(finds_a_win_with_many_threads),
        cmocka_unit_test(resizes),
        cmocka_unit_test(rejects_invalid_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
