/*
 * What the program makes of bytes that come from a terminal in pieces, cut short or wrong. (The
 * other tests of the screen type through tmux, which passes on only what is whole.)
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "game.h"

enum { PATIENCE = 60 }; /* seconds; only a test that fails ever waits that long */

static Pty pty;

static int start(void **state) {
    (void)state;
    game_make_folder("input.dir");
    game_start(&pty, "TERM=xterm-256color LC_ALL=C.UTF-8", "--white=hi/random --black=hi/random");
    return pty_wait_text(&pty, "Pawn d2: 3 moves.", PATIENCE * 1000) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

static void type(const char *text) {
    assert_true(pty_type(&pty, text, strlen(text), PATIENCE));
}

/* Long enough for what comes later to be read by itself. */
static void pause_typing(void) {
    pty_wait(&pty, 100);
}

static void sees(const char *text) {
    if (!pty_wait_text(&pty, text, PATIENCE * 1000)) {
        pty_print_tail(&pty, 1000);
        fail_msg("it does not show: %s", text);
    }
}

/* Curses writes only what changes: so that a text is seen as a whole, all is drawn anew. */
static void sees_drawn_anew(const char *text) {
    bool seen = false;
    for (int tries = 0; tries < PATIENCE && !seen; tries++) {
        pty_forget(&pty);
        type("\014");
        seen = pty_wait_text(&pty, text, 1000);
    }
    if (!seen)
        sees(text);
}

/* The command line is empty now, so that what is typed next is seen as a whole. */
static void open_command_line(void) {
    pty_forget(&pty);
    type(":");
    sees(":");
    pty_forget(&pty);
}

static void paste_without_an_end_is_taken_as_it_came(void **state) {
    (void)state;
    pty_forget(&pty);
    type("\033[200~d2d3");
    sees("d2d3");
    type("\r");
    sees_drawn_anew("P-DD3");
}

static void paste_whose_end_comes_in_pieces_ends(void **state) {
    (void)state;
    pty_forget(&pty);
    type("\033[200~e2e3\033");
    pause_typing();
    type("[20");
    pause_typing();
    type("1~");
    pause_typing();
    type("x");
    sees_drawn_anew("e2e3x");
}

static void paste_before_its_beginning_ends_is_ignored(void **state) {
    (void)state;
    pty_forget(&pty);
    type("\033[201~w");
    sees("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1");
}

static void character_in_two_readings_is_one(void **state) {
    (void)state;
    open_command_line();
    type("\xe2\x80");
    pause_typing();
    type("\xa6;");
    sees("\xe2\x80\xa6;");
}

static void wrong_bytes_take_nothing_with_them(void **state) {
    (void)state;
    open_command_line();
    type("a\xff"
         "b\xe2\x80"
         "c\xc3");
    type("\xc3\xa9"
         "d\xf0\x9f"
         "e");
    sees("abc\xc3\xa9"
         "de");
}

static void unknown_sequences_are_no_keys(void **state) {
    (void)state;
    pty_forget(&pty);
    type("\033[1;5Z\033[?1;2c\033[M !!\033[24;80R\033[<;;M");
    pause_typing();
    sees_drawn_anew("Pawn d2: 3 moves.");
}

static void key_after_escape_counts(void **state) {
    (void)state;
    type("\033\033OC");
    sees_drawn_anew("Pawn e2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paste_without_an_end_is_taken_as_it_came, start, stop),
        cmocka_unit_test_setup_teardown(paste_whose_end_comes_in_pieces_ends, start, stop),
        cmocka_unit_test_setup_teardown(paste_before_its_beginning_ends_is_ignored, start, stop),
        cmocka_unit_test_setup_teardown(character_in_two_readings_is_one, start, stop),
        cmocka_unit_test_setup_teardown(wrong_bytes_take_nothing_with_them, start, stop),
        cmocka_unit_test_setup_teardown(unknown_sequences_are_no_keys, start, stop),
        cmocka_unit_test_setup_teardown(key_after_escape_counts, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
