/* A stream is split into the same lines however its bytes arrive. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"

enum { LIMIT = 8 };

/* Adds "[line]" for each complete line, or "[line>" for one that was cut. */
static void take_lines(LineBuffer *lines, Buffer *text) {
    const char *line;
    size_t length;
    while ((line = line_buffer_next(lines, &length)))
        buffer_add_format(text, "[%s%s", line, length > LIMIT ? ">" : "]");
}

static void assert_lines(const char *stream, const char *expected) {
    for (size_t chunk = 1; chunk <= strlen(stream); chunk++) {
        LineBuffer lines = {.limit = LIMIT};
        Buffer found = {0};
        for (size_t at = 0; at < strlen(stream); at += chunk) {
            size_t left = strlen(stream) - at;
            line_buffer_add(&lines, stream + at, left < chunk ? left : chunk);
            take_lines(&lines, &found);
        }
        line_buffer_add(&lines, "", 0);
        take_lines(&lines, &found);
        assert_true(lines.ended);
        assert_string_equal(found.bytes, expected);
        buffer_free(&found);
        line_buffer_free(&lines);
    }
}

static void chunks_do_not_matter(void **state) {
    (void)state;
    assert_lines("one\ntwo\n\nfour\n", "[one][two][][four]");
    assert_lines("one\r\ntwo\rand\r\n\r\n", "[one][two\rand][]");
    assert_lines("one\nwithout", "[one][without]");
}

static void long_lines_are_cut(void **state) {
    (void)state;
    assert_lines("12345678\n123456789\nnext\n", "[12345678][12345678>[next]");
    assert_lines("12345678\r\n123456789\r\nnext\n", "[12345678][12345678>[next]");
    assert_lines("1234567890123456789012345", "[12345678>");
    assert_lines("1234567890123456789012345\n\n", "[12345678>[]");
}

static void zero_bytes_are_kept(void **state) {
    (void)state;
    LineBuffer lines = {.limit = LIMIT};
    size_t length;
    line_buffer_add(&lines, "a\0b\nc", 5);
    assert_memory_equal(line_buffer_next(&lines, &length), "a\0b", 4);
    assert_int_equal(length, 3);
    assert_null(line_buffer_next(&lines, &length));
    line_buffer_free(&lines);
}

/* Checks the lines that lie ahead, as "[one][two]". */
static void assert_ahead(const LineBuffer *lines, const char *expected) {
    Buffer found = {0};
    size_t offset = 0, length;
    const char *line;
    buffer_add_string(&found, "");
    while ((line = line_buffer_peek(lines, &offset, &length)))
        buffer_add_format(&found, "[%.*s]", (int)length, line);
    assert_string_equal(found.bytes, expected);
    buffer_free(&found);
}

static void lines_ahead_are_not_taken(void **state) {
    (void)state;
    LineBuffer lines = {.limit = LIMIT};
    size_t length;
    assert_ahead(&lines, "");
    line_buffer_add(&lines, "one\r\n\ntwo\nthr", 13);
    assert_ahead(&lines, "[one][][two]");
    assert_int_equal(line_buffer_unread(&lines), 13);
    assert_string_equal(line_buffer_next(&lines, &length), "one");
    assert_ahead(&lines, "[][two]");
    line_buffer_add(&lines, "", 0);
    assert_ahead(&lines, "[][two][thr]");
    line_buffer_free(&lines);
    /* The rest of a line that was cut is not ahead. */
    line_buffer_add(&lines, "123456789012345", 15);
    line_buffer_next(&lines, &length);
    assert_ahead(&lines, "");
    line_buffer_add(&lines, "678\nnext\n", 9);
    assert_ahead(&lines, "[next]");
    line_buffer_free(&lines);
}

static void formatted_text_is_not_cut(void **state) {
    (void)state;
    Buffer text = {0};
    buffer_add_format(&text, "%s", "");
    assert_string_equal(text.bytes, "");
    buffer_add_format(&text, "%d,%03000d", 12, 5);
    buffer_add_format(&text, "%s", "end");
    assert_int_equal(text.length, 3006);
    assert_memory_equal(text.bytes, "12,000", 6);
    assert_string_equal(text.bytes + 3000, "005end");
    buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_ahead_are_not_taken), cmocka_unit_test(chunks_do_not_matter),
        cmocka_unit_test(long_lines_are_cut),        cmocka_unit_test(zero_bytes_are_kept),
        cmocka_unit_test(formatted_text_is_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
