#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <limits.h>
#include <string.h>

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

static void words_are_found_anywhere_in_a_text(void **state) {
    (void)state;
    assert_true(text_contains_ignore_case("Lion and Zebra", "zebra!", 5));
    assert_true(text_contains_ignore_case("Lion", "L", 1));
    assert_true(text_contains_ignore_case("", "x", 0));
    assert_false(text_contains_ignore_case("", "x", 1));
    assert_false(text_contains_ignore_case("zebr", "zebra", 5));
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

static void byte_order_marks_are_measured(void **state) {
    (void)state;
    assert_int_equal(text_mark_length("\xEF\xBB\xBFtext"), 3);
    assert_int_equal(text_mark_length("\xEF\xBB"), 0);
    assert_int_equal(text_mark_length("text\xEF\xBB\xBF"), 0);
}

static void words_are_found_in_a_list(void **state) {
    (void)state;
    static const char *const words[] = {"", "draw", "none", NULL};
    assert_int_equal(text_find_word(words, ""), 0);
    assert_int_equal(text_find_word(words, "none"), 2);
    assert_int_equal(text_find_word(words, "None"), 2);
    assert_int_equal(text_find_word(words + 3, ""), -1);
}

/* Checks which of the names is suggested; "" for none. */
static void check_suggestion(const char *given, const char *expected) {
    static const char *const names[] = {
        "move",         "moves",        "show",         "white", "white-name", "depth",
        "search.depth", "network.port", "screen.theme", "keys",  "ui"};
    Suggestion closest = {given, "", INT_MAX};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        text_suggest(&closest, names[i]);
    if (strcmp(closest.known, expected) != 0)
        fail_msg("%s: expected \"%s\", found \"%s\"", given, expected, closest.known);
}

static void only_close_names_are_suggested(void **state) {
    (void)state;
    char text[SUGGESTION_SIZE];
    check_suggestion("mvoe", "move");
    check_suggestion("MOVEZ", "move");
    check_suggestion("whit", "white");
    check_suggestion("white_name", "white-name");
    check_suggestion("dpeth", "depth");
    check_suggestion("dep", "depth");
    check_suggestion("serch.theme", "screen.theme");
    check_suggestion("netwrok.prot", "network.port");
    check_suggestion("network.depth", "depth");
    check_suggestion("colour.theme", "screen.theme");
    check_suggestion("u", "");
    check_suggestion("", "");
    check_suggestion("a", "");
    check_suggestion("xy", "");
    check_suggestion("xyzzy", "");
    check_suggestion("nonsense", "");
    check_suggestion("wh", "");
    check_suggestion("a line that is longer than any name could be, and ends nowhere near one", "");
    Suggestion none = {"x", "", INT_MAX}, found = {"x", "white", 1};
    assert_string_equal(text_suggestion(&none, "--", text), "");
    assert_string_equal(text_suggestion(&found, "--", text), ", the closest is --white");
}

static void text_is_wrapped_between_words(void **state) {
    (void)state;
    Buffer lines = {0};
    text_add_wrapped(&lines, "one two  thr\u00e9\nfour\n\nlongerthantheline five", 2, 9);
    assert_string_equal(lines.bytes,
                        "  one two\n  thr\u00e9\n  four\n\n  longerthantheline\n  five\n");
    buffer_clear(&lines);
    text_add_wrapped(&lines, "", 2, 9);
    assert_string_equal(lines.bytes, "\n");
    buffer_free(&lines);
}

static void seconds_are_written_as_on_a_clock(void **state) {
    (void)state;
    char text[TEXT_SECONDS_SIZE];
    text_write_seconds(0, text);
    assert_string_equal(text, "0:00");
    text_write_seconds(3599, text);
    assert_string_equal(text, "59:59");
    text_write_seconds(3900, text);
    assert_string_equal(text, "1:05:00");
}

/* The unit is the largest of which there are two; it is rounded, and seconds are rounded up. */
static void durations_are_written_in_words(void **state) {
    static const struct {
        int64_t ms;
        const char *words;
    } cases[] = {
        {-5000, "0 seconds"},
        {1, "1 second"},
        {119 * 1000 + 1, "2 minutes"},
        {119 * 1000, "119 seconds"},
        {508 * 1000, "8 minutes"},
        {4485 * 1000, "75 minutes"},
        {7200 * 1000, "2 hours"},
        {172799 * (int64_t)1000, "48 hours"},
        {259199 * (int64_t)1000, "3 days"},
    };
    char text[TEXT_DURATION_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_write_duration(cases[i].ms, text);
        assert_string_equal(text, cases[i].words);
    }
}

static void exact_durations_have_the_largest_unit_without_a_rest(void **state) {
    static const struct {
        int64_t seconds, unit;
        const char *words;
    } cases[] = {
        {1, 1, "1 second"},       {90, 1, "90 seconds"},       {60, 60, "1 minute"},
        {5400, 60, "90 minutes"}, {3600, 3600, "1 hour"},      {172800 + 3600, 3600, "49 hours"},
        {86400, 86400, "1 day"},  {2592000, 86400, "30 days"},
    };
    char text[TEXT_DURATION_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(text_write_exact_duration(cases[i].seconds, text), cases[i].unit);
        assert_string_equal(text, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_digits_within_limits),
        cmocka_unit_test(letters_and_nothing_else_have_two_cases),
        cmocka_unit_test(words_are_the_same_in_either_case),
        cmocka_unit_test(words_are_found_anywhere_in_a_text),
        cmocka_unit_test(beginnings_are_compared_up_to_the_length),
        cmocka_unit_test(byte_order_marks_are_measured),
        cmocka_unit_test(words_are_found_in_a_list),
        cmocka_unit_test(only_close_names_are_suggested),
        cmocka_unit_test(text_is_wrapped_between_words),
        cmocka_unit_test(seconds_are_written_as_on_a_clock),
        cmocka_unit_test(durations_are_written_in_words),
        cmocka_unit_test(exact_durations_have_the_largest_unit_without_a_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
