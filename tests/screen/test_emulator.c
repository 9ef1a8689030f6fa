/* The question what draws the terminal: terminals that reply at once, late, garbled or not at all.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <locale.h>
#include <stdio.h>
#include <sys/stat.h>
#include <wchar.h>

#include <cmocka.h>

#include "game.h"

static Pty pty;

static const char first_bytes[] = "\xf0\x9f\xac"; /* of a sextant */

static const char query[] = "\033[>q", environment[] = "TERM=xterm-256color LC_ALL=C.UTF-8";

static const char options[] = "--white=hi/random --black=hi/random";

static int make_folder(void **state) {
    (void)state;
    game_make_folder("emulator.dir");
    return 0;
}

static int stop(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

/* Expects that nothing was typed, and the blocks of the pieces. */
static void expect_sextants(bool expected) {
    game_expect(&pty, "Pawn d2: 3 moves.");
    pty_forget(&pty);
    game_type(&pty, "\f");
    game_expect(&pty, "Pawn d2: 3 moves.");
    assert_int_equal(pty_wait_text(&pty, first_bytes, 0), expected);
}

static void check_reply(const char *reply, bool sextants) {
    game_start(&pty, environment, options);
    game_expect(&pty, query);
    game_type(&pty, reply);
    expect_sextants(sextants);
}

static void a_terminal_that_draws_sextants_gets_them(void **state) {
    (void)state;
    check_reply("\033P>|kitty(0.32.2)\033\\", true);
}

/* Where the C library does not know them, curses could not draw octants. */
static void a_terminal_that_draws_octants_gets_them(void **state) {
    (void)state;
    static const char first_bytes_of_octants[] = "\xf0\x9c";
    enum { FIRST_OCTANT = 0x1cd00 };
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        skip();
    bool known = wcwidth(FIRST_OCTANT) == 1;
    check_reply("\033P>|kitty(0.40.0)\033\\", !known);
    assert_int_equal(pty_wait_text(&pty, first_bytes_of_octants, 0), known);
}

static void another_terminal_gets_quadrants(void **state) {
    (void)state;
    check_reply("\033P>|XTerm(380)\033\\", false);
}

static void a_terminal_that_does_not_reply_gets_quadrants(void **state) {
    (void)state;
    check_reply("", false);
}

static void a_garbled_reply_is_dropped(void **state) {
    (void)state;
    check_reply("\033P>kitty(0.32.2)\033\\\033P>|XTe\033\\\033P0;kitty\033\\", false);
}

static void a_late_reply_counts(void **state) {
    (void)state;
    game_start(&pty, environment, options);
    game_expect(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, "\033P>|VTE(7402)\033\\");
    expect_sextants(true);
}

static void keys_typed_before_the_reply_are_kept(void **state) {
    (void)state;
    game_start(&pty, environment, options);
    game_expect(&pty, query);
    game_type(&pty, ":fen\033P>|foot(1.16.2)\033\\x");
    game_expect_redrawn(&pty, "fenx");
}

/* Nobody has to type anything, and a key that came first counts at once, too. */
static void the_first_screen_follows_the_reply(void **state) {
    (void)state;
    game_start(&pty, environment, options);
    game_expect(&pty, query);
    game_type(&pty, "\033P>|kitty(0.32.2)\033\\");
    game_expect(&pty, first_bytes);
    pty_close(&pty);
    game_start(&pty, environment, options);
    game_expect(&pty, query);
    game_type(&pty, ":");
    game_expect(&pty, "redo a move that was taken back");
}

/* Keys after a reply without an end are not lost. */
static void an_unfinished_reply_ends_by_itself(void **state) {
    (void)state;
    game_start(&pty, environment, options);
    game_expect(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, "\033P>|kit");
    pty_wait(&pty, 2000);
    game_type(&pty, ":fen");
    game_expect_redrawn(&pty, "fen");
}

static void a_known_environment_needs_no_reply(void **state) {
    (void)state;
    game_start(&pty, "TERM=xterm-256color LC_ALL=C.UTF-8 WT_SESSION=1", options);
    game_expect(&pty, "Pawn d2: 3 moves.");
    expect_sextants(true);
}

static void the_reply_overrules_the_environment(void **state) {
    (void)state;
    game_start(&pty, "TERM=xterm-256color LC_ALL=C.UTF-8 KITTY_WINDOW_ID=1", options);
    game_expect(&pty, query);
    game_type(&pty, "\033P>|XTerm(380)\033\\");
    expect_sextants(false);
}

/* The client is features and name of the terminal in which tmux runs. */
static void check_tmux(const char *variables, const char *client, bool sextants) {
    char script[256], command[GAME_PATH_SIZE + 256], settings[256];
    snprintf(script, sizeof script, "#!/bin/sh\necho '%s'\n", client);
    game_write("tmux", script);
    assert_int_equal(chmod(game_path("tmux"), 0700), 0);
    snprintf(command, sizeof command, "PATH=..:/usr/bin:/bin exec \"$CONGO\" %s", options);
    snprintf(settings, sizeof settings, "TERM=tmux-256color LC_ALL=C.UTF-8 %s", variables);
    game_start_command(&pty, settings, command);
    game_expect(&pty, "Pawn d2: 3 moves.");
    expect_sextants(sextants);
}

static void tmux_is_asked_for_its_terminal(void **state) {
    (void)state;
    check_tmux("TMUX=/tmp/none,1,0", "256,title WezTerm 20240203", true);
}

/* GNU screen is in tmux, or around it. */
static void tmux_is_not_asked_where_screen_is_too(void **state) {
    (void)state;
    check_tmux("TMUX=/tmp/none,1,0 STY=1.pts", "256,title WezTerm 20240203", false);
}

static void tmux_in_an_unknown_terminal_gets_quadrants(void **state) {
    (void)state;
    check_tmux("TMUX=/tmp/none,1,0", " ", false);
}

/* The ground of grass in the dark theme. */
static const char grass_24_bits[] = "48;2;120;138;90", grass_of_palette[] = "48;2;135;135;95";

static void check_tmux_colors(const char *features, bool palette) {
    check_tmux("TMUX=/tmp/none,1,0 COLORTERM=truecolor", features, false);
    assert_int_equal(pty_wait_text(&pty, grass_of_palette, 0), palette);
    assert_int_equal(pty_wait_text(&pty, grass_24_bits, 0), !palette);
}

static void tmux_without_24_bits_gets_colours_of_the_palette(void **state) {
    (void)state;
    check_tmux_colors("256,bpaste,title ", true);
    pty_close(&pty);
    check_tmux_colors("256,bpaste,RGB,title ", false);
    pty_close(&pty);
    check_tmux_colors(" ", false);
}

/* The setting decides, whatever the terminal says. */
static void the_user_decides(void **state) {
    (void)state;
    game_start(&pty, environment, "--glyphs=quadrants --white=hi/random --black=hi/random");
    game_expect(&pty, query);
    game_type(&pty, "\033P>|kitty(0.32.2)\033\\");
    expect_sextants(false);
    pty_close(&pty);
    game_start(&pty, environment,
               "--glyphs=sextants --no-keep --white=hi/random --black=hi/random");
    game_expect(&pty, query);
    game_type(&pty, "\033P>|XTerm(380)\033\\");
    expect_sextants(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_terminal_that_draws_sextants_gets_them, make_folder,
                                        stop),
        cmocka_unit_test_setup_teardown(a_terminal_that_draws_octants_gets_them, make_folder, stop),
        cmocka_unit_test_setup_teardown(another_terminal_gets_quadrants, make_folder, stop),
        cmocka_unit_test_setup_teardown(a_terminal_that_does_not_reply_gets_quadrants, make_folder,
                                        stop),
        cmocka_unit_test_setup_teardown(a_garbled_reply_is_dropped, make_folder, stop),
        cmocka_unit_test_setup_teardown(a_late_reply_counts, make_folder, stop),
        cmocka_unit_test_setup_teardown(keys_typed_before_the_reply_are_kept, make_folder, stop),
        cmocka_unit_test_setup_teardown(the_first_screen_follows_the_reply, make_folder, stop),
        cmocka_unit_test_setup_teardown(an_unfinished_reply_ends_by_itself, make_folder, stop),
        cmocka_unit_test_setup_teardown(a_known_environment_needs_no_reply, make_folder, stop),
        cmocka_unit_test_setup_teardown(the_reply_overrules_the_environment, make_folder, stop),
        cmocka_unit_test_setup_teardown(tmux_is_asked_for_its_terminal, make_folder, stop),
        cmocka_unit_test_setup_teardown(tmux_is_not_asked_where_screen_is_too, make_folder, stop),
        cmocka_unit_test_setup_teardown(tmux_in_an_unknown_terminal_gets_quadrants, make_folder,
                                        stop),
        cmocka_unit_test_setup_teardown(tmux_without_24_bits_gets_colours_of_the_palette,
                                        make_folder, stop),
        cmocka_unit_test_setup_teardown(the_user_decides, make_folder, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
