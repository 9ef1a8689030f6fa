#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/random.h"
#include "rules/comment.h"

static void expect_tidy(const char *text, const char *tidy) {
    char *found = variation_tidy(text);
    if (!found)
        fail_msg("refused: %s", text);
    assert_string_equal(found, tidy);
    char *again = variation_tidy(found);
    assert_non_null(again);
    assert_string_equal(again, found);
    free(again);
    free(found);
}

static void layout_becomes_single_blanks(void **state) {
    (void)state;
    expect_tidy("(2. C4 P:C4)", "(2. C4 P:C4)");
    expect_tidy(" \n( 2.\tC4\r\n  P:C4 )\n(2. D3)", "(2. C4 P:C4) (2. D3)");
    expect_tidy("(2. C4(2. D3( 2. E4 ) )P:C4$14)", "(2. C4 (2. D3 (2. E4)) P:C4$14)");
    expect_tidy("()", "()");
    expect_tidy("(2. C4\n% of an old program)\n)", "(2. C4)");
}

static void comments_keep_their_text(void **state) {
    (void)state;
    expect_tidy("({ on (the\n  way } 2. C4{so} P:C4 {a  b})",
                "({on (the way} 2. C4 {so} P:C4 {a  b})");
    expect_tidy("(C4 {[%eval 0.34,12] \\x7d\\n\\\\})", "(C4 {[%eval 0.34,12] \\x7d\\n\\\\})");
    expect_tidy("(C4 {a\\\nb \\\r\n\r})", "(C4 {ab})");
    expect_tidy("(C4 {\\q \\x0 \\x00 \\})", "(C4 {\\\\q \\\\x0 \\\\x00 \\\\})");
    expect_tidy("(C4 ; to }the\\n end)\n D5 {} { \n})", "(C4 {to \\x7dthe\\\\n end)} D5)");
    expect_tidy("(C4 {\x01 caf\xe9})", "(C4 {caf\xc3\xa9})");
}

static void expect_fault(const char *text, size_t length, size_t offset, const char *sentence) {
    VariationFault fault = {SIZE_MAX, ""};
    Buffer tidy = {0};
    assert_int_equal(variation_read(text, length, NULL, &fault), 0);
    assert_int_equal(variation_read(text, length, &tidy, NULL), 0);
    assert_string_equal(fault.sentence, sentence);
    assert_int_equal(fault.offset, offset);
    buffer_free(&tidy);
}

static void faults_have_a_place_and_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *sentence;
    } wrong[] = {
        {"(C4", 0, "the variation that begins here has no end, ')'"},
        {"(C4 (D4) {)}", 0, "the variation that begins here has no end, ')'"},
        {"(C4\n[Event \"next\"]\n)", 0, "the variation that begins here has no end, ')'"},
        {"(C4 {so)", 4, "the comment that begins here has no end, '}'"},
        {"(C4 })", 4, "in a variation: expected a move, a comment or ')'"},
        {"(C4 [D4])", 4, "in a variation: expected a move, a comment or ')'"},
        {"(C4 %D4)", 4, "in a variation: expected a move, a comment or ')'"},
        {"(C4 \xe9)", 4, "in a variation: expected a move, a comment or ')'"},
        {"(C4 x1234567890123456789012345678901234567890123456789012345678901)", 4,
         "in a variation: expected a move, a comment or ')'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect_fault(wrong[i].text, strlen(wrong[i].text), wrong[i].offset, wrong[i].sentence);
    expect_fault("(C4 {\0})", 8, 5, "a NUL byte; expected text");
    expect_fault("(C4 ;\0\n)", 8, 5, "a NUL byte; expected text");
    expect_fault("(C4 \0)", 6, 4, "in a variation: expected a move, a comment or ')'");
}

static void only_variations_are_tidied(void **state) {
    (void)state;
    assert_null(variation_tidy(""));
    assert_null(variation_tidy("2. C4"));
    assert_null(variation_tidy("(2. C4) 2. D3"));
    assert_null(variation_tidy("(2. C4)) "));
    assert_null(variation_tidy("(2. C4) (2. D3"));
}

/* Only the variation that is next is read. */
static void reading_stops_behind_the_end(void **state) {
    (void)state;
    static const char text[] = "( 2. C4 ) (2. D3) 2... D5";
    Buffer tidy = {0};
    assert_int_equal(variation_read(text, strlen(text), &tidy, NULL), 9);
    assert_string_equal(tidy.bytes, "(2. C4)");
    assert_int_equal(variation_read(text + 10, strlen(text + 10), &tidy, NULL), 7);
    assert_string_equal(tidy.bytes, "(2. C4) (2. D3)");
    buffer_free(&tidy);
}

/* A tidy comment stays as it is, whatever it was before. */
static void tidying_twice_changes_nothing(void **state) {
    (void)state;
    static const char *const pieces[] = {"(",  ")",  "{", "}",   " ",    "\n",       "\t",
                                         "C4", "\\", "n", "x7d", "\r\n", ";",        "%",
                                         "$3", "1.", "[", "]",   "\x01", "\xc3\xa9", "\xe9"};
    uint64_t seed = 15;
    int tidied = 0;
    for (int i = 0; i < 200000; i++) {
        Buffer text = {0};
        buffer_add_string(&text, "(");
        for (size_t k = 1 + random_below(&seed, 12); k > 0; k--)
            buffer_add_string(&text, pieces[random_below(&seed, sizeof pieces / sizeof *pieces)]);
        buffer_add_string(&text, ")");
        char *once = variation_tidy(text.bytes);
        if (once) {
            char *twice = variation_tidy(once);
            if (!twice || strcmp(once, twice) != 0)
                fail_msg("%s\n%s\n%s", text.bytes, once, twice ? twice : "refused");
            free(twice);
            tidied++;
        }
        free(once);
        buffer_free(&text);
    }
    assert_true(tidied > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_becomes_single_blanks),
        cmocka_unit_test(comments_keep_their_text),
        cmocka_unit_test(faults_have_a_place_and_a_sentence),
        cmocka_unit_test(only_variations_are_tidied),
        cmocka_unit_test(reading_stops_behind_the_end),
        cmocka_unit_test(tidying_twice_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
