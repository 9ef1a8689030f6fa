#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "base/text.h"

static void letters_and_nothing_else_have_two_cases(void **state) {
    (void)state;
    for (int c = -128; c < 300; c++) {
        bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
        assert_int_equal(text_lower(c), upper ? c + 32 : c);
        assert_int_equal(text_upper(c), lower ? c - 32 : c);
    }
}

static void words_are_the_same_in_either_case(void **state) {
    (void)state;
    assert_true(text_equal_ignore_case("insert", "INSERT"));
    assert_true(text_equal_ignore_case("", ""));
    assert_true(text_equal_ignore_case("@[`{\xE9", "@[`{\xE9"));
    assert_false(text_equal_ignore_case("insert", "inser"));
    assert_false(text_equal_ignore_case("inser", "insert"));
    assert_false(text_equal_ignore_case("@[", "`{"));
    assert_false(text_equal_ignore_case("\xC9", "\xE9"));
}

static void beginnings_are_compared_up_to_the_length(void **state) {
    (void)state;
    assert_true(text_equal_ignore_case_n("Ctrl-L", "cTRL-x", 5));
    assert_false(text_equal_ignore_case_n("Ctrl-L", "cTRL-x", 6));
    assert_true(text_equal_ignore_case_n("a", "b", 0));
    assert_true(text_equal_ignore_case_n("ab", "AB", 9));
    assert_false(text_equal_ignore_case_n("ab", "abc", 9));
    assert_false(text_equal_ignore_case_n("abc", "ab", 3));
    assert_true(text_equal_ignore_case_n((const char[]){'t', 'r'}, "TRUE", 2));
}

static void numbers_are_digits_within_limits(void **state) {
    static const char *const wrong[] = {
        "", "x", "1x", " 1", "+1", "-1", "0", "100", "99999999999999999999"};
    (void)state;
    int number = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(text_parse_number(wrong[i], 1, 99, &number));
    assert_int_equal(number, 7);
    assert_true(text_parse_number("099", 1, 99, &number));
    assert_int_equal(number, 99);
}

static void words_are_found_in_a_list(void **state) {
    (void)state;
    static const char *const words[] = {"", "draw", "none", NULL};
    assert_int_equal(text_find_word(words, ""), 0);
    assert_int_equal(text_find_word(words, "none"), 2);
    assert_int_equal(text_find_word(words, "None"), -1);
    assert_int_equal(text_find_word(words + 3, ""), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_digits_within_limits),
        cmocka_unit_test(letters_and_nothing_else_have_two_cases),
        cmocka_unit_test(words_are_the_same_in_either_case),
        cmocka_unit_test(beginnings_are_compared_up_to_the_length),
        cmocka_unit_test(words_are_found_in_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
