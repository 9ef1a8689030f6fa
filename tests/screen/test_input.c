/*
 * Input bytes that arrive in pieces, truncated or malformed. (The other screen tests type through
 * tmux, which passes on complete sequences only.)
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

static Pty pty;

static int start(void **state) {
    (void)state;
    game_make_folder("input.dir");
    cli_game_start(&pty, "TERM=xterm-256color LC_ALL=C.UTF-8",
                   "--white=hi/random --black=hi/random");
    return pty_wait_text(&pty, "Pawn d2: 3 moves.", GAME_TIMEOUT_S * 1000) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

/* Waits long enough for later bytes to be read separately. */
static void pause_typing(void) {
    pty_wait(&pty, 100);
}

/* Empties the command line, so that the next text appears in one piece. */
static void open_command_line(void) {
    pty_forget(&pty);
    game_type(&pty, ":");
    game_sees(&pty, ":");
    pty_forget(&pty);
}

static void paste_without_an_end_is_taken_as_it_came(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[200~d2d3");
    game_sees(&pty, "d2d3");
    game_type(&pty, "\r");
    game_sees_drawn_anew(&pty, "P-DD3");
}

static void paste_whose_end_comes_in_pieces_ends(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[200~e2e3\033");
    pause_typing();
    game_type(&pty, "[20");
    pause_typing();
    game_type(&pty, "1~");
    pause_typing();
    game_type(&pty, "x");
    game_sees_drawn_anew(&pty, "e2e3x");
}

static void paste_before_its_beginning_ends_is_ignored(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[201~w");
    game_sees(&pty, "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1");
}

static void character_in_two_readings_is_one(void **state) {
    (void)state;
    open_command_line();
    game_type(&pty, "\xe2\x80");
    pause_typing();
    game_type(&pty, "\xa6;");
    game_sees(&pty, "\xe2\x80\xa6;");
}

static void wrong_bytes_take_nothing_with_them(void **state) {
    (void)state;
    open_command_line();
    game_type(&pty, "a\xff"
                    "b\xe2\x80"
                    "c\xc3");
    game_type(&pty, "\xc3\xa9"
                    "d\xf0\x9f"
                    "e");
    game_sees_drawn_anew(&pty, "abc\xc3\xa9"
                               "de"); /* it may have been drawn in pieces */
}

static void unknown_sequences_are_no_keys(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[1;5Z\033[?1;2c\033[M !!\033[24;80R\033[<;;M");
    pause_typing();
    game_sees_drawn_anew(&pty, "Pawn d2: 3 moves.");
}

static void key_after_escape_counts(void **state) {
    (void)state;
    game_type(&pty, "\033\033OC");
    game_sees_drawn_anew(&pty, "Pawn e2");
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
