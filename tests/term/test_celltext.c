#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <string.h>

#include "term/cells.h"

static int need_utf8(void **state) {
    (void)state;
    return setlocale(LC_CTYPE, "C.UTF-8") == NULL ? 77 : 0;
}

/* Writes cells as ASCII: '#' is any other character, '=' the second column of a wide one, and '+' a
 * combining mark. */
static const char *cells(const char *text, bool utf8) {
    static char out[128];
    size_t length = 0;
    TextCell cell;
    while (length < 100 && celltext_next(&text, utf8, &cell)) {
        out[length++] = cell.chars[0] < 0x80 ? (char)cell.chars[0] : '#';
        if (cell.width == 2)
            out[length++] = '=';
        for (int i = 1; cell.chars[i] != L'\0'; i++)
            out[length++] = '+';
    }
    out[length] = '\0';
    return out;
}

static void text_is_split_into_cells(void **state) {
    (void)state;
    assert_string_equal(cells("plain", true), "plain");
    assert_string_equal(cells("", true), "");
    assert_string_equal(cells("é", true), "#");
    assert_string_equal(cells("🦁x", true), "#=x");
    assert_string_equal(cells("e\xcc\x81x", true), "e+x");
    assert_string_equal(cells("a\tb\x7f\x1b[m", true), "a?b??[m");
    assert_string_equal(cells("\xcc\x81x", true), "?x");
}

static void characters_become_ascii_without_utf8(void **state) {
    (void)state;
    assert_string_equal(cells("é…“x” – 3×4", false), "?.\"x\" - 3x4");
    assert_string_equal(cells("🦁", false), "?");
    assert_string_equal(cells("e\xcc\x81", false), "e?");
}

/* A malformed byte is one cell, and reading continues behind it. */
static void a_malformed_byte_is_one_cell(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int cells;
    } malformed[] = {
        {"\xff", 1},        {"\x80x", 2},    {"\xc3", 1},         {"\xc3x", 2},
        {"\xe2\x82", 2},    {"\xc0\x80", 2}, {"\xed\xa0\x80", 3}, {"\xf5\x80\x80\x80", 4},
        {"\xf0\x9f\xa6", 3}};
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        const char *text = malformed[i].text;
        const char *end = text + strlen(text);
        TextCell cell;
        int count = 0;
        while (celltext_next(&text, true, &cell)) {
            assert_true(text <= end);
            count++;
        }
        assert_int_equal(count, malformed[i].cells);
    }
}

static void width_is_counted_in_columns(void **state) {
    (void)state;
    assert_int_equal(celltext_width("", true), 0);
    assert_int_equal(celltext_width("abc", true), 3);
    assert_int_equal(celltext_width("🦁🦓", true), 4);
    assert_int_equal(celltext_width("🦁🦓", false), 2);
    assert_int_equal(celltext_width("e\xcc\x81", true), 1);
}

/* Wraps a text and joins its lines with '/'. */
static const char *wrapped(const char *text, int width) {
    static char out[256];
    size_t length = 0;
    while (text != NULL) {
        const char *rest;
        size_t size = celltext_break(text, width, true, &rest);
        if (length > 0)
            out[length++] = '/';
        memcpy(out + length, text, size);
        length += size;
        text = rest;
    }
    out[length] = '\0';
    return out;
}

static void lines_break_between_words(void **state) {
    (void)state;
    assert_string_equal(wrapped("one two three", 20), "one two three");
    assert_string_equal(wrapped("one two three", 13), "one two three");
    assert_string_equal(wrapped("one two three", 12), "one two/three");
    assert_string_equal(wrapped("one two three", 7), "one two/three");
    assert_string_equal(wrapped("one two three", 5), "one/two/three");
    assert_string_equal(wrapped("incredible", 4), "incr/edib/le");
    assert_string_equal(wrapped("a incredible", 4), "a/incr/edib/le");
    assert_string_equal(wrapped("one\ntwo\n\nthree", 9), "one/two//three");
    assert_string_equal(wrapped("one   two", 4), "one/two");
    assert_string_equal(wrapped("one two   ", 7), "one two");
    assert_string_equal(wrapped("", 5), "");
    assert_string_equal(wrapped("🦁🦓🐘", 4), "🦁🦓/🐘");
    assert_string_equal(wrapped("🦁🦓", 1), "🦁/🦓");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_split_into_cells),
        cmocka_unit_test(characters_become_ascii_without_utf8),
        cmocka_unit_test(a_malformed_byte_is_one_cell),
        cmocka_unit_test(width_is_counted_in_columns),
        cmocka_unit_test(lines_break_between_words),
    };
    if (need_utf8(NULL) != 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
