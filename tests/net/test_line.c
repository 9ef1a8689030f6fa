#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/random.h"

#include "base/buffer.h"
#include "net/line.h"

enum { LIMIT = 8 };

/* Reads bytes in pieces that end at the given offsets. Returns each line in brackets, and for one
 * that is too long "<too long: " with its beginning. */
static char *read_in_pieces(const char *bytes, size_t length, const size_t *ends, size_t count) {
    char memory[LIMIT + LINE_END_SIZE];
    LineReader reader;
    Buffer lines = {0};
    line_reader_init(&reader, memory, LIMIT);
    size_t begin = 0;
    for (size_t i = 0; i <= count; i++) {
        size_t left = (i < count ? ends[i] : length) - begin;
        char *piece = malloc(left + 1); /* its exact size lets a sanitizer find every overrun */
        memcpy(piece, bytes + begin, left);
        const char *at = piece;
        begin += left;
        for (LineStatus status; (status = line_reader_next(&reader, &at, &left)) != LINE_NONE;) {
            assert_false(status == LINE_READY && line_reader_is_partial(&reader));
            if (status == LINE_TOO_LONG) {
                buffer_add_string(&lines, "<too long: ");
                buffer_add(&lines, reader.bytes, LIMIT);
                buffer_add_string(&lines, ">");
                continue;
            }
            assert_true(reader.length <= LIMIT);
            assert_int_equal(reader.bytes[reader.length], '\0');
            buffer_add_string(&lines, "[");
            buffer_add(&lines, reader.bytes, reader.length);
            buffer_add_string(&lines, "]");
        }
        assert_int_equal(left, 0);
        free(piece);
    }
    buffer_add_string(&lines, line_reader_is_partial(&reader) ? "..." : "");
    return buffer_take(&lines);
}

static void reads(const char *bytes, const char *wanted) {
    size_t length = strlen(bytes);
    char *lines = read_in_pieces(bytes, length, NULL, 0);
    assert_string_equal(lines, wanted);
    free(lines);
    for (size_t first = 0; first <= length; first++)
        for (size_t second = first; second <= length; second++) {
            lines = read_in_pieces(bytes, length, (size_t[]){first, second}, 2);
            assert_string_equal(lines, wanted);
            free(lines);
        }
}

static void test_lines_however_they_are_cut(void **state) {
    (void)state;
    reads("", "");
    reads("\n", "[]");
    reads("one\ntwo\n", "[one][two]");
    reads("one\r\n\r\ntwo\r\n", "[one][][two]");
    reads("one\ntw", "[one]...");
    reads("a\rb\n\r\r\n", "[a\rb][\r]");
}

static void test_longest_lines(void **state) {
    (void)state;
    reads("12345678\n12345678\r\nx\n", "[12345678][12345678][x]");
    reads("123456789\nx\n", "<too long: 12345678>[x]");
    reads("12345678\r\r\nx\n", "<too long: 12345678>[x]");
    reads("12345678\rx\ny\n", "<too long: 12345678>[y]");
    reads("1234567890 and much more than that\n\nx", "<too long: 12345678>[]...");
    reads("1234567890", "<too long: 12345678>...");
    reads("123456789\n123456789\r\nok\n", "<too long: 12345678><too long: 12345678>[ok]");
}

static void test_nul_bytes(void **state) {
    (void)state;
    char memory[LIMIT + LINE_END_SIZE];
    LineReader reader;
    line_reader_init(&reader, memory, LIMIT);
    const char *at = "a\0b\n";
    size_t left = 4;
    assert_int_equal(line_reader_next(&reader, &at, &left), LINE_READY);
    assert_int_equal(reader.length, 3);
    assert_memory_equal(reader.bytes, "a\0b", 4);
}

static void test_random_bytes_in_random_pieces(void **state) {
    (void)state;
    static const char alphabet[] = "ab\r\n\n";
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        char bytes[60];
        size_t ends[20];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = alphabet[random_below(&seed, 3 + random_below(&seed, 3))];
        for (size_t i = 0; i < 20; i++)
            ends[i] = (i > 0 ? ends[i - 1] : 0) + random_below(&seed, 4);
        char *whole = read_in_pieces(bytes, sizeof bytes, NULL, 0);
        char *pieces = read_in_pieces(bytes, sizeof bytes, ends, 20);
        assert_string_equal(whole, pieces);
        free(whole);
        free(pieces);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_however_they_are_cut),
        cmocka_unit_test(test_longest_lines),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_random_bytes_in_random_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
