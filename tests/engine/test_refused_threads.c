/*
 * The system refuses threads: the linker replaces pthread_create with the function below. The error
 * is reported, and the existing threads keep working.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/text.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

#include "uci/perft_command.h"

static int threads_left;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *argument), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *argument), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *argument), void *argument) {
    if (threads_left-- <= 0)
        return EAGAIN;
    return __real_pthread_create(thread, attributes, run, argument);
}

int __wrap_parallel_processors(void);

int __wrap_parallel_processors(void) {
    return 4; /* for the eight threads below */
}

static const char start[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";

static void an_engine_needs_all_its_threads(void **state) {
    (void)state;
    for (int given = 0; given < 4; given++) {
        Error error = {0};
        char expected[64];
        threads_left = given;
        assert_null(engine_create(1, 4, &error));
        assert_int_equal(error.code, ERROR_MEMORY);
        snprintf(expected, sizeof expected, "the system allows only %d thread%s", given,
                 text_plural((uint64_t)given));
        assert_string_equal(error.text, expected);
    }
}

static void a_failed_resize_changes_nothing(void **state) {
    (void)state;
    Error error = {0};
    threads_left = 2;
    Engine *engine = engine_create(1, 2, &error);
    assert_non_null(engine);
    threads_left = 3;
    assert_false(engine_resize(engine, 2, 8, &error));
    assert_string_equal(error.text, "the system allows only 5 threads");
    Position position = position_of("congo", start);
    SearchRequest request = request_for(&position);
    request.limits.depth = 4;
    Answer answer = search(engine, &request);
    assert_int_equal(answer.finals, 1);
    assert_true(move_is_legal(&position, answer.info.lines[0].pv[0]));
    threads_left = 6;
    assert_true(engine_resize(engine, 2, 8, &error));
    engine_free(engine);
}

static void perft_needs_all_its_threads(void **state) {
    (void)state;
    Error error = {0};
    PerftDivision division;
    atomic_bool cancelled = false;
    Position position = position_of("congo", start);
    threads_left = 2;
    assert_false(perft_divide(&position, 3, 4, &cancelled, &division, &error));
    assert_string_equal(error.text, "the system allows only 3 threads");
    threads_left = 3;
    assert_true(perft_divide(&position, 2, 4, &cancelled, &division, &error));
    perft_divide_free(&division);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_needs_all_its_threads),
        cmocka_unit_test(a_failed_resize_changes_nothing),
        cmocka_unit_test(perft_needs_all_its_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
