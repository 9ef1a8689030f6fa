/* The reports of the mouse, decoded byte by byte. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "term/input.h"

/* Decodes the bytes after a report's beginning. Every byte but the last must ask for more. */
static MouseDecoding decode(MouseFormat format, const char *bytes, MouseEvent *event) {
    MouseReport report;
    MouseDecoding decoding = MOUSE_MORE;
    mouse_begin(&report, format);
    for (size_t i = 0; bytes[i] != '\0'; i++) {
        assert_int_equal(decoding, MOUSE_MORE);
        assert_true(report.begun);
        decoding = mouse_decode(&report, (unsigned char)bytes[i], event);
    }
    assert_int_equal(report.begun, decoding == MOUSE_MORE);
    return decoding;
}

static void reports_become_events(void **state) {
    static const struct {
        MouseFormat format;
        const char *bytes;
        MouseEventType kind;
        int x, y;
    } cases[] = {
        {MOUSE_SGR, "0;10;5M", MOUSE_CLICK, 9, 4},
        {MOUSE_SGR, "0;10;5m", MOUSE_RELEASE, 9, 4},
        {MOUSE_SGR, "32;480;150M", MOUSE_DRAG, 479, 149},
        {MOUSE_SGR, "16;1;1M", MOUSE_CLICK, 0, 0}, /* with Ctrl */
        {MOUSE_SGR, "2;3;4M", MOUSE_RIGHT_CLICK, 2, 3},
        {MOUSE_SGR, "64;3;4M", MOUSE_WHEEL_UP, 2, 3},
        {MOUSE_SGR, "65;3;4M", MOUSE_WHEEL_DOWN, 2, 3},
        {MOUSE_X10, "\x20\x2a\x25", MOUSE_CLICK, 9, 4},
        {MOUSE_X10, "\x23\x2a\x25", MOUSE_RELEASE, 9, 4},
        {MOUSE_X10, "\x22\x2a\x25", MOUSE_RIGHT_CLICK, 9, 4},
        {MOUSE_X10, "\x40\xff\x25", MOUSE_DRAG, 222, 4},
        {MOUSE_X10, "\x60\x23\x24", MOUSE_WHEEL_UP, 2, 3},
        {MOUSE_X10, "\x61\x23\x24", MOUSE_WHEEL_DOWN, 2, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        MouseEvent event;
        assert_int_equal(decode(cases[i].format, cases[i].bytes, &event), MOUSE_EVENT);
        assert_int_equal(event.kind, cases[i].kind);
        assert_int_equal(event.x, cases[i].x);
        assert_int_equal(event.y, cases[i].y);
    }
}

static void other_buttons_are_ignored(void **state) {
    static const char *const reports[] = {"1;2;3M",  "2;2;3m",  "34;2;3M",
                                          "35;2;3M", "66;2;3M", "0;0;3M"};
    MouseEvent event;
    (void)state;
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++)
        assert_int_equal(decode(MOUSE_SGR, reports[i], &event), MOUSE_IGNORED);
    assert_int_equal(decode(MOUSE_X10, "\x21\x2a\x25", &event), MOUSE_IGNORED);
}

static void malformed_reports_end_at_the_byte_that_does_not_belong(void **state) {
    static const char *const reports[] = {"0;1q", ";;;", "M", "0;12345", "0;1;2\033"};
    MouseEvent event;
    (void)state;
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++)
        assert_int_equal(decode(MOUSE_SGR, reports[i], &event), MOUSE_BROKEN);
    assert_int_equal(decode(MOUSE_X10, "\x20\033", &event), MOUSE_BROKEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_become_events),
        cmocka_unit_test(other_buttons_are_ignored),
        cmocka_unit_test(malformed_reports_end_at_the_byte_that_does_not_belong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
