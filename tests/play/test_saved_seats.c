/* Seats: a program that holds one keeps it, whatever another looks at meanwhile. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/saved_seats.h"
#include "scratch.h"
#include "sample_seat.h"

enum { HANG_SECONDS = 600, REWRITES = 200 };

/* A program that looks for free seats until it is ended, or has found one. */
static pid_t begin_looking(void) {
    pid_t other = fork();
    assert_true(other >= 0);
    if (other != 0)
        return other;
    while (count_unlocked_seats() == 0)
        continue;
    _exit(1);
}

static void a_held_seat_is_never_seen_free(void **state) {
    (void)state;
    Error error = {0};
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_string_equal(error.text, "");
    pid_t other = begin_looking();
    for (int i = 0; i < REWRITES; i++) {
        assert_true(saved_seat_write(file, &sample_seat, &error));
        assert_int_equal(count_unlocked_seats(), 0);
    }
    int status;
    assert_int_equal(kill(other, SIGKILL), 0);
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(scratch_count("state/congo/seats"), 1);
    saved_seat_close(file, false);
    assert_int_equal(count_unlocked_seats(), 1);
}

static void only_one_has_a_seat(void **state) {
    (void)state;
    Error error = {0};
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    assert_null(saved_seat_create(&sample_seat, &error));
    assert_int_equal(error.code, ERROR_STATE);
    saved_seat_close(file, true);
    assert_int_equal(scratch_count("state/congo/seats"), 0);
    file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    saved_seat_close(file, true);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_scratch(a_held_seat_is_never_seen_free),
        in_scratch(only_one_has_a_seat),
    };
    alarm(HANG_SECONDS); /* what waits for ever is a failure, not a hang */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
