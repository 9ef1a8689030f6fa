#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void set_fills_code_and_text(void **state) {
    (void)state;
    Error error = {0};
    assert_false(error_set(&error, ERROR_RANGE, "depth is %d, expected %s", 99, "1 to 64"));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(error.text, "depth is 99, expected 1 to 64");
}

static void set_accepts_null(void **state) {
    (void)state;
    assert_false(error_set(NULL, ERROR_RANGE, "nobody reads this"));
    assert_false(error_prefix(NULL, "file:1: "));
    error_clear(NULL);
}

static void set_reads_its_own_text(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_IO, "no such file");
    error_set(&error, ERROR_STATE, "cannot save: %s", error.text);
    assert_string_equal(error.text, "cannot save: no such file");
}

static void set_cuts_a_long_text(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_SYNTAX, "%1000s", "end");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void set_keeps_both_ends_of_a_long_text(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_IO, "/home%2000s/file: cannot be read: no such file", "/folder");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "/home", 5);
    assert_non_null(strstr(error.text, "..."));
    assert_non_null(strstr(error.text, "/file: cannot be read: no such file"));
}

static void set_cuts_between_characters(void **state) {
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        Error error = {0};
        char text[1200] = "aaa";
        for (size_t at = (size_t)shift; at + 4 < sizeof text; at += 3)
            memcpy(text + at, "\xe2\x80\xa6", 4);
        error_set(&error, ERROR_IO, "%s", text);
        const char *gap = strstr(error.text, "...");
        assert_non_null(gap);
        assert_int_equal((gap - error.text - shift) % 3, 0);
        assert_memory_equal(gap + 3, "\xe2\x80\xa6", 3);
    }
}

/* A file name may have control characters, which a terminal would obey. */
static void controls_become_question_marks(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_IO, "%s: cannot be read", "a\033[2J\n\x7f\xc2\x9b z\xc3\xa9");
    assert_string_equal(error.text, "a?[2J????\x20z\xc3\xa9: cannot be read");
    error_set(&error, ERROR_IO, "expected a rank");
    error_prefix(&error, "%s: ", "a\tb");
    assert_string_equal(error.text, "a?b: expected a rank");
}

static void prefix_goes_before(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_SYNTAX, "expected a rank");
    assert_false(error_prefix(&error, "%s:%d: ", "my.conf", 7));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_string_equal(error.text, "my.conf:7: expected a rank");
}

static void prefix_cuts_the_end(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_SYNTAX, "%s%395s", "abc", "x");
    error_prefix(&error, "12345678");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "12345678abc", 11);
    error_prefix(&error, "%1000s", "long");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void prefix_needs_an_error(void **state) {
    (void)state;
    Error error = {0};
    error_prefix(&error, "my.conf:7: ");
    assert_string_equal(error.text, "");
}

static void clear_resets(void **state) {
    (void)state;
    Error error = {0};
    error_set(&error, ERROR_MEMORY, "no memory");
    error_clear(&error);
    assert_int_equal(error.code, ERROR_NONE);
    assert_string_equal(error.text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_fills_code_and_text),
        cmocka_unit_test(set_accepts_null),
        cmocka_unit_test(set_reads_its_own_text),
        cmocka_unit_test(set_cuts_a_long_text),
        cmocka_unit_test(set_keeps_both_ends_of_a_long_text),
        cmocka_unit_test(set_cuts_between_characters),
        cmocka_unit_test(controls_become_question_marks),
        cmocka_unit_test(prefix_goes_before),
        cmocka_unit_test(prefix_cuts_the_end),
        cmocka_unit_test(prefix_needs_an_error),
        cmocka_unit_test(clear_resets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
