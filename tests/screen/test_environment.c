/*
 * The program in poor surroundings: without a terminal, in one that cannot position the cursor or
 * is too small, with closed standard files, without a folder for its games. It goes on, or exits
 * with a failure and one sentence; it never crashes.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "game.h"

#define USUAL  "TERM=xterm-256color LC_ALL=C.UTF-8"
#define HUMANS "--white=hi/random --black=hi/random"

static Pty pty;

static int make(void **state) {
    (void)state;
    game_make_folder("surroundings.dir");
    return 0;
}

static int clear(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

static void ends_with(int status) {
    pty_wait(&pty, GAME_TIMEOUT_S * 1000);
    if (!pty.ended || pty.status != status << 8) {
        pty_print_tail(&pty, 1000);
        fail_msg("expected it to end with status %d, found %d", status,
                 pty.ended ? pty.status : -1);
    }
    assert_int_equal(pty.bad_modes, 0);
}

/* Returns what was written to standard error. */
static const char *errors(void) {
    static char text[4096];
    FILE *file = fopen(game_path("stderr"), "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* Checks for a single line of error, and no output. */
static void refuses(const char *environment, const char *command, const char *sentence) {
    char expected[1024];
    make(NULL);
    cli_game_start_from_settings(&pty, environment, command);
    ends_with(1);
    snprintf(expected, sizeof expected, "congo: %s\n", sentence);
    assert_string_equal(errors(), expected);
    assert_int_equal(pty.written, 0);
    clear(NULL);
}

static void terminals_that_cannot_be_used(void **state) {
    (void)state;
    static const char run[] = "exec \"$CONGO\" --ui=tui";
    refuses("LC_ALL=C", run,
            "TERM is not set: expected the terminal's name, such as xterm-256color");
    refuses("TERM= LC_ALL=C", run,
            "TERM is not set: expected the terminal's name, such as xterm-256color");
    refuses(
        "TERM=dumb LC_ALL=C", run,
        "TERM is \"dumb\", a terminal that cannot place a cursor: expected one that can, such as "
        "xterm-256color");
    refuses(
        "TERM=none\033[2J\177 LC_ALL=C", run,
        "TERM is \"none?[2J?\", which this system's terminfo does not know: expected a name such "
        "as xterm-256color");
}

static void standard_files_that_are_no_terminal(void **state) {
    (void)state;
    static const char input[] = "standard input is not a terminal: the game is played in one";
    static const char output[] = "standard output is not a terminal: the game is played in one";
    refuses(USUAL, "exec \"$CONGO\" --ui=tui </dev/null", input);
    refuses(USUAL, "exec \"$CONGO\" --ui=tui <&-", input);
    refuses(USUAL, "exec \"$CONGO\" --ui=tui >/dev/null", output);
    refuses(USUAL, "exec \"$CONGO\" --ui=tui >&-", output);
    refuses(USUAL, "echo | \"$CONGO\" --ui=tui", input);
    refuses(USUAL, "exec \"$CONGO\" --ui=tui <&- >&-", input);
}

static void help_that_cannot_be_written_is_a_failure(void **state) {
    (void)state;
    refuses(USUAL, "exec \"$CONGO\" --help >&-", "standard output: Bad file descriptor");
}

static void plays_without_standard_error(void **state) {
    (void)state;
    cli_game_start_from_settings(&pty, USUAL, "exec \"$CONGO\" 2>&- " HUMANS);
    game_sees(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, "q");
    ends_with(0);
}

static void plays_without_a_place_for_its_games(void **state) {
    (void)state;
    game_write("work/file", "");
    cli_game_start_from_settings(&pty, USUAL, "XDG_STATE_HOME=$PWD/file exec \"$CONGO\" " HUMANS);
    game_sees(&pty, "Not a directory");
    pty_forget(&pty);
    game_type(&pty, "\r:d2d3\r");
    game_sees(&pty, "The game is not kept");
    game_type(&pty, "\rq");
    game_sees(&pty, "Quit");
    game_type(&pty, "\r");
    ends_with(0);
}

static void plays_without_a_home(void **state) {
    (void)state;
    cli_game_start_from_settings(
        &pty, USUAL, "unset HOME XDG_STATE_HOME XDG_CONFIG_HOME; exec \"$CONGO\" " HUMANS);
    game_sees(&pty, "expected a home folder in HOME");
    game_type(&pty, "q");
    ends_with(0);
}

static void says_what_it_needs_and_can_be_left(void **state) {
    (void)state;
    cli_game_start_from_settings(&pty, USUAL, "stty rows 5 cols 20; exec \"$CONGO\" " HUMANS);
    game_sees(&pty, "Congo needs 24");
    game_type(&pty, "d2");
    pty_resize(&pty, 1, 1);
    pty_wait(&pty, 100);
    game_type(&pty, "\014q");
    ends_with(0);
}

static void keeps_the_game_when_left_without_room(void **state) {
    (void)state;
    cli_game_start(&pty, USUAL, HUMANS);
    game_sees(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, ":d2d3\r");
    game_sees(&pty, "P-DD3");
    size_t clears = pty.clears;
    pty_resize(&pty, 1, 1);
    assert_true(pty_wait_clear(&pty, clears, GAME_TIMEOUT_S * 1000)); /* drawn at that size */
    game_type(&pty, "q");
    ends_with(0);
    pty_close(&pty);
    cli_game_start(&pty, USUAL, HUMANS);
    game_sees(&pty, "An unfinished game");
    game_type(&pty, "\rw");
    game_sees(&pty, "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1");
    game_type(&pty, "q");
    game_sees(&pty, "Quit");
    game_type(&pty, "\r");
    ends_with(0);
}

/* Sanitizers need more memory than the limit here. */
static void ends_when_no_game_can_begin(void **state) {
    (void)state;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    skip();
#endif
    cli_game_start_from_settings(&pty, USUAL,
                                 "ulimit -v 200000; exec \"$CONGO\" --hash=1024 " HUMANS);
    ends_with(1);
    assert_string_equal(errors(), "congo: there is no memory for a hash table of 1024 MiB\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminals_that_cannot_be_used),
        cmocka_unit_test(standard_files_that_are_no_terminal),
        cmocka_unit_test(help_that_cannot_be_written_is_a_failure),
        cmocka_unit_test_setup_teardown(plays_without_standard_error, make, clear),
        cmocka_unit_test_setup_teardown(plays_without_a_place_for_its_games, make, clear),
        cmocka_unit_test_setup_teardown(plays_without_a_home, make, clear),
        cmocka_unit_test_setup_teardown(says_what_it_needs_and_can_be_left, make, clear),
        cmocka_unit_test_setup_teardown(keeps_the_game_when_left_without_room, make, clear),
        cmocka_unit_test_setup_teardown(ends_when_no_game_can_begin, make, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
