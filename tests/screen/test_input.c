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
    game_start(&pty, "TERM=xterm-256color LC_ALL=C.UTF-8", "--white=hi/random --black=hi/random");
    game_expect(&pty, "Pawn d2: 3 moves.");
    return 0;
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
    game_expect(&pty, ":");
    pty_forget(&pty);
}

static void unterminated_paste_is_inserted(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[200~d2d3");
    game_expect(&pty, "d2d3");
    game_type(&pty, "\r");
    game_expect_redrawn(&pty, "d2-d3");
}

static void paste_end_split_across_reads_is_recognised(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[200~e2e3\033");
    pause_typing();
    game_type(&pty, "[20");
    pause_typing();
    game_type(&pty, "1~");
    pause_typing();
    game_type(&pty, "x");
    game_expect_redrawn(&pty, "e2e3x");
}

static void stray_end_of_paste_is_ignored(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[201~:fen\r");
    game_expect(&pty, "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1");
}

static void character_split_across_reads_is_one(void **state) {
    (void)state;
    open_command_line();
    game_type(&pty, "\xe2\x80");
    pause_typing();
    game_type(&pty, "\xa6;");
    game_expect(&pty, "\xe2\x80\xa6;");
}

static void invalid_bytes_are_dropped_alone(void **state) {
    (void)state;
    open_command_line();
    game_type(&pty, "a\xff"
                    "b\xe2\x80"
                    "c\xc3");
    game_type(&pty, "\xc3\xa9"
                    "d\xf0\x9f"
                    "e");
    game_expect_redrawn(&pty, "abc\xc3\xa9"
                              "de"); /* it may have been drawn in pieces */
}

static void unknown_sequences_are_ignored(void **state) {
    (void)state;
    pty_forget(&pty);
    game_type(&pty, "\033[1;5Z\033[?1;2c\033[M !!\033[24;80R\033[<;;M");
    pause_typing();
    game_expect_redrawn(&pty, "Pawn d2: 3 moves.");
}

static void key_after_escape_is_handled(void **state) {
    (void)state;
    game_type(&pty, "\033\033OC");
    game_expect_redrawn(&pty, "Pawn e2");
}

/* The cursor keys have a normal form (Esc [) and an application form (Esc O); terminfo lists one of
 * them, and terminals send either. */
static void both_forms_of_cursor_keys_work(void **state) {
    (void)state;
    static const struct {
        const char *bytes, *shown;
    } keys[] = {
        {"\033[C", "Pawn e2"},      {"\033OC", "Pawn f2"},      {"\033[D", "Pawn e2"},
        {"\033OD", "Pawn d2"},      {"\033[B", "Lion d1"},      {"\033[A", "Pawn d2"},
        {"\033OB", "Lion d1"},      {"\033OA", "Pawn d2"},      {"\033[F", "Elephant c1"},
        {"\033[5~", "Pawn d2"},     {"\033OF", "Elephant c1"},  {"\033[5~", "Pawn d2"},
        {"\033[4~", "Elephant c1"}, {"\033[5~", "Pawn d2"},     {"\033[8~", "Elephant c1"},
        {"\033[5~", "Pawn d2"},     {"\033[6~", "Elephant e1"}, {"\033[H", "Pawn d2"},
        {"\033[6~", "Elephant e1"}, {"\033OH", "Pawn d2"},      {"\033[6~", "Elephant e1"},
        {"\033[1~", "Pawn d2"},     {"\033[6~", "Elephant e1"}, {"\033[7~", "Pawn d2"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        pty_forget(&pty);
        game_type(&pty, keys[i].bytes);
        game_expect_redrawn(&pty, keys[i].shown);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(unterminated_paste_is_inserted, start, stop),
        cmocka_unit_test_setup_teardown(paste_end_split_across_reads_is_recognised, start, stop),
        cmocka_unit_test_setup_teardown(stray_end_of_paste_is_ignored, start, stop),
        cmocka_unit_test_setup_teardown(character_split_across_reads_is_one, start, stop),
        cmocka_unit_test_setup_teardown(invalid_bytes_are_dropped_alone, start, stop),
        cmocka_unit_test_setup_teardown(unknown_sequences_are_ignored, start, stop),
        cmocka_unit_test_setup_teardown(key_after_escape_is_handled, start, stop),
        cmocka_unit_test_setup_teardown(both_forms_of_cursor_keys_work, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
