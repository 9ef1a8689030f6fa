/* Text that is cut, read from curses on a pseudo-terminal. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <curses.h>
#include <stdlib.h>

#include "../support/fake_terminal.h"
#include "term/capability.h"
#include "term/draw.h"
#include "term/frame.h"

static void open_terminal_of(const char *term, const char *locale) {
    static const PaletteColor palette[COLOR_UI_COUNT] = {
        [COLOR_SCREEN] = {234, 0, 0x1c1c1c}, [COLOR_TEXT] = {252, 7, 0xd0d0d0}};
    fake_terminal_open(term, locale, 10, 40, COLORS_AUTO);
    draw_set_palette(palette);
    draw_clear();
}

static void open_terminal(const char *locale) {
    open_terminal_of("vt100", locale);
}

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

static void check_text(int width, const char *text, const char *expected) {
    draw_clear();
    int used = draw_text(0, 0, width, ROLE_NORMAL, text);
    assert_string_equal(fake_terminal_line(0), expected);
    assert_int_equal(used, draw_width(expected));
}

static void a_text_that_is_cut_ends_in_an_ellipsis(void **state) {
    (void)state;
    open_terminal("C.UTF-8");
    check_text(11, "Play online", "Play online");
    check_text(10, "Play online", "Play onli…");
    check_text(1, "Play online", "…");
    check_text(0, "Play online", "");
    check_text(4, "Löwe", "Löwe");
    check_text(3, "Löwe", "Lö…");
    check_text(6, "🦁🦁🦁", "🦁🦁🦁");
    check_text(5, "🦁🦁🦁", "🦁🦁…");
    check_text(4, "🦁🦁🦁", "🦁…");
}

static void without_unicode_the_ellipsis_is_ascii(void **state) {
    (void)state;
    open_terminal("C");
    check_text(10, "Play online", "Play onli~");
    check_text(24, "Invite somebody, or join a game", "Invite somebody, or j...");
}

static void the_edge_of_the_screen_cuts_like_a_width(void **state) {
    (void)state;
    open_terminal("C.UTF-8");
    draw_text(2, 33, 20, ROLE_NORMAL, "Play online");
    assert_string_equal(fake_terminal_line(2), "                                 Play o…");
}

static void the_last_line_of_a_cut_paragraph_ends_in_an_ellipsis(void **state) {
    static const char text[] = "Nothing is ever cut without a mark.\nNot even here.";
    (void)state;
    open_terminal("C.UTF-8");
    assert_int_equal(draw_wrapped((Rect){0, 0, 2, 12}, ROLE_NORMAL, text), 6);
    assert_string_equal(fake_terminal_line(0), "Nothing is");
    assert_string_equal(fake_terminal_line(1), "ever cut…");
    assert_string_equal(fake_terminal_line(2), "");
    draw_clear();
    draw_wrapped((Rect){0, 0, 1, 35}, ROLE_NORMAL, text);
    assert_string_equal(fake_terminal_line(0), "Nothing is ever cut without a…");
    draw_clear();
    draw_wrapped((Rect){0, 0, 6, 12}, ROLE_NORMAL, text);
    assert_string_equal(fake_terminal_line(5), "here.");
}

static void what_scrolls_is_cut_as_it_is(void **state) {
    (void)state;
    open_terminal("C.UTF-8");
    draw_scrolled((Rect){0, 0, 1, 12}, ROLE_NORMAL, "Nothing is ever cut", 0);
    assert_string_equal(fake_terminal_line(0), "Nothing is");
    draw_scrolled((Rect){1, 0, 1, 12}, ROLE_NORMAL, "Nothing is ever cut", 1);
    assert_string_equal(fake_terminal_line(1), "ever cut");
}

static void no_half_texts_are_left_beside_a_box(void **state) {
    (void)state;
    open_terminal("C.UTF-8");
    draw_text(0, 0, 40, ROLE_NORMAL, "key  cut off          here it  whole");
    draw_text(1, 0, 40, ROLE_NORMAL, "key  cut off          here it  whole");
    draw_text(3, 0, 40, ROLE_NORMAL, "whole                   at the side");
    draw_text(4, 0, 40, ROLE_NORMAL, "below                   below");
    draw_clear_around((Rect){2, 11, 1, 10});
    assert_string_equal(fake_terminal_line(0), "key  cut off          here it  whole");
    assert_string_equal(fake_terminal_line(1), "key                            whole");
    assert_string_equal(fake_terminal_line(3), "whole                   at the side");
    assert_string_equal(fake_terminal_line(4), "below                   below");
}

static void check_cursor_at_title(const char *term, int top) {
    open_terminal_of(term, "C");
    frame_box((Rect){1, 5, 6, 30}, top, "Help");
    fake_terminal_flush();
    int y = getcury(curscr), x = getcurx(curscr);
    assert_memory_equal(fake_terminal_line(y) + x, "Help", 4);
    fake_terminal_close();
}

static void the_cursor_stands_at_the_title_of_a_box(void **state) {
    (void)state;
    check_cursor_at_title("vt100", 1);
    setenv("TERM", "xterm-256color", 1);
    if (!capability_probe(NULL))
        skip();
    check_cursor_at_title("xterm-256color", 1);
    check_cursor_at_title("xterm-256color", FRAME_TOP_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_text_that_is_cut_ends_in_an_ellipsis, close_terminal),
        cmocka_unit_test_teardown(without_unicode_the_ellipsis_is_ascii, close_terminal),
        cmocka_unit_test_teardown(the_edge_of_the_screen_cuts_like_a_width, close_terminal),
        cmocka_unit_test_teardown(the_last_line_of_a_cut_paragraph_ends_in_an_ellipsis,
                                  close_terminal),
        cmocka_unit_test_teardown(what_scrolls_is_cut_as_it_is, close_terminal),
        cmocka_unit_test_teardown(no_half_texts_are_left_beside_a_box, close_terminal),
        cmocka_unit_test(the_cursor_stands_at_the_title_of_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
