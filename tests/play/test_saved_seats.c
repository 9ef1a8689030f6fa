/* Saved seats: locking against other programs, and erasing keys from memory. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/saved_seats.h"
#include "scratch.h"
#include "sample_seat.h"

enum { HANG_SECONDS = 600, REWRITES = 200 };

/* Starts a process that lists the unlocked seats until it finds one or is killed. */
static pid_t start_listing(void) {
    pid_t other = fork();
    assert_true(other >= 0);
    if (other != 0)
        return other;
    while (count_unlocked_seats() == 0)
        continue;
    _exit(1);
}

static void a_locked_seat_is_never_listed(void **state) {
    (void)state;
    Error error = {0};
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_string_equal(error.text, "");
    pid_t other = start_listing();
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

static void only_one_program_has_a_seat(void **state) {
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

/* ---- freed memory ---- */

static bool key_was_freed;

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block) {
    size_t size = block ? malloc_usable_size(block) : 0;
    for (size_t at = 0; at + SEAT_KEY_LENGTH <= size; at++)
        if (memcmp((const char *)block + at, sample_seat.key.text, SEAT_KEY_LENGTH) == 0)
            key_was_freed = true;
    __real_free(block);
}

static void no_key_is_left_in_freed_memory(void **state) {
    (void)state;
    Error error = {0};
    SavedSeat seat;
    SeatKey key;
    key_was_freed = false;
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    assert_true(saved_seat_write(file, &sample_seat, &error));
    saved_seat_close(file, false);
    assert_false(key_was_freed);
    assert_true(saved_seats_find(&sample_seat.address, &sample_seat.id, SEAT_WHITE, &seat));
    assert_false(key_was_freed);
    scratch_write("key", sample_seat.key.text);
    assert_true(saved_seat_read_key(scratch_path("key"), &key, &error));
    assert_string_equal(key.text, sample_seat.key.text);
    assert_false(key_was_freed);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_scratch(a_locked_seat_is_never_listed),
        in_scratch(only_one_program_has_a_seat),
        in_scratch(no_key_is_left_in_freed_memory),
    };
    alarm(HANG_SECONDS); /* a deadlock fails instead of hanging */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
