/*
 * The program in a poor environment: without a terminal, in one that cannot position the cursor or
 * is too small, with closed standard files, without a folder for its games. It continues, or exits
 * with a failure and one sentence; it never crashes.
 */
#include <config.h>

#include <setjmp.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "game.h"

#define USUAL  "TERM=xterm-256color LC_ALL=C.UTF-8"
#define HUMANS "--white=hi/random --black=hi/random"

static Pty pty;

static int set_up(void **state) {
    (void)state;
    game_make_folder("surroundings.dir");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

static void expect_exit(int status) {
    game_expect_end(&pty, status);
    assert_int_equal(pty.bad_modes, 0);
}

/* Returns the text of a file. */
static const char *read_file(const char *name) {
    static char text[16384];
    FILE *file = fopen(game_path(name), "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* Checks for a single line of error, and no output. */
static void expect_rejection(const char *environment, const char *command, const char *sentence) {
    char expected[1024];
    set_up(NULL);
    game_start_command(&pty, environment, command);
    expect_exit(1);
    snprintf(expected, sizeof expected, "congo: %s\n", sentence);
    assert_string_equal(read_file("stderr"), expected);
    assert_int_equal(pty.written, 0);
    tear_down(NULL);
}

static void unusable_terminals_are_refused(void **state) {
    (void)state;
    static const char run[] = "exec \"$CONGO\" --ui=tui";
    expect_rejection(
        "LC_ALL=C", run,
        "the terminal is unknown here (TERM is not set); try TERM=xterm-256color congo");
    expect_rejection(
        "TERM= LC_ALL=C", run,
        "the terminal is unknown here (TERM is not set); try TERM=xterm-256color congo");
    expect_rejection("TERM=dumb LC_ALL=C", run,
                     "the terminal \"dumb\" cannot place a cursor (TERM=dumb); try "
                     "TERM=xterm-256color congo");
    expect_rejection("TERM=none\033[2J\177 LC_ALL=C", run,
                     "the terminal \"none?[2J?\" is unknown here (TERM=none?[2J?); try "
                     "TERM=xterm-256color congo");
}

/* Plays by lines, and says why, unless they were asked for. */
static void unusable_terminals_play_by_lines(void **state) {
    static const char *const rows[][3] = {
        {"LC_ALL=C", "",
         "Playing in the line interface: the terminal is unknown here (TERM is not set); try "
         "TERM=xterm-256color congo.\n"},
        {"TERM=dumb LC_ALL=C", "",
         "Playing in the line interface: the terminal \"dumb\" cannot place a cursor (TERM=dumb); "
         "try "
         "TERM=xterm-256color congo.\n"},
        {"TERM=foo LC_ALL=C", "",
         "Playing in the line interface: the terminal \"foo\" is unknown here (TERM=foo); try "
         "TERM=xterm-256color congo.\n"},
        {"TERM=foo LC_ALL=C", "--ui=cli", ""},
        {"TERM=foo LC_ALL=C", "--plain", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char command[200];
        set_up(state);
        snprintf(command, sizeof command, "exec \"$CONGO\" --config=none %s", rows[i][1]);
        game_start_command(&pty, rows[i][0], command);
        game_expect(&pty, "> ");
        game_type(&pty, "exit\r");
        expect_exit(0);
        assert_string_equal(read_file("stderr"), rows[i][2]);
        tear_down(state);
    }
}

/* A locale without UTF-8 is named in the status line; one that is not installed is no obstacle. */
static void plain_characters_are_explained(void **state) {
    static const char *const rows[][3] = {
        {"TERM=xterm-256color LC_ALL=C", "",
         "Plain characters (no UTF-8 in locale C): try LC_ALL=C.UTF-8 congo."},
        {"TERM=xterm-256color LANG=xx_YY", "",
         "Plain characters (missing locale xx_YY): try LC_ALL=C.UTF-8 congo."},
        {"TERM=xterm-256color", "",
         "Plain characters (no locale is set): try LC_ALL=C.UTF-8 congo."},
        {"TERM=xterm-256color LC_ALL=xx_YY.UTF-8", "", "\xE2\x96\x80"}, /* a half block */
        {"TERM=xterm-256color LC_ALL=C", "--charset=ascii", "Pawn d2: 3 moves."},
        {"TERM=xterm-256color LC_ALL=C", "--charset=utf8", "\xE2\x96\x80"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char command[200];
        set_up(state);
        snprintf(command, sizeof command, "exec \"$CONGO\" --config=none %s " HUMANS, rows[i][1]);
        game_start_command(&pty, rows[i][0], command);
        game_expect(&pty, rows[i][2]);
        game_type(&pty, "q");
        expect_exit(0);
        tear_down(state);
    }
}

static void redirected_files_are_refused(void **state) {
    (void)state;
    static const char input[] = "standard input is not a terminal; the full screen needs one";
    static const char output[] = "standard output is not a terminal; the full screen needs one";
    expect_rejection(USUAL, "exec \"$CONGO\" --ui=tui </dev/null", input);
    expect_rejection(USUAL, "exec \"$CONGO\" --ui=tui <&-", input);
    expect_rejection(USUAL, "exec \"$CONGO\" --ui=tui >/dev/null", output);
    expect_rejection(USUAL, "exec \"$CONGO\" --ui=tui >&-", output);
    expect_rejection(USUAL, "echo | \"$CONGO\" --ui=tui", input);
    expect_rejection(USUAL, "exec \"$CONGO\" --ui=tui <&- >&-", input);
}

static void unwritable_help_is_a_failure(void **state) {
    (void)state;
    expect_rejection(USUAL, "exec \"$CONGO\" --help >&-", "standard output: Bad file descriptor");
}

static void plays_without_standard_error(void **state) {
    (void)state;
    game_start_command(&pty, USUAL, "exec \"$CONGO\" 2>&- " HUMANS);
    game_expect(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, "q");
    expect_exit(0);
}

static void plays_without_a_state_folder(void **state) {
    (void)state;
    /* A short path, so that the sentence is not broken between the words expected. */
    game_start_command(&pty, USUAL, "XDG_STATE_HOME=/etc/passwd exec \"$CONGO\" " HUMANS);
    game_expect(&pty, "found a file.");
    pty_forget(&pty);
    game_type(&pty, "\r:d2d3\r");
    game_expect(&pty, "The game is not kept");
    game_type(&pty, "\rq");
    game_expect(&pty, "Quit");
    game_type(&pty, "y");
    expect_exit(0);
}

static void plays_without_a_home(void **state) {
    (void)state;
    game_start_command(&pty, USUAL, "unset HOME XDG_STATE_HOME; exec \"$CONGO\" " HUMANS);
    game_expect(&pty, "set HOME to your home folder");
    game_type(&pty, "q");
    expect_exit(0);
}

static void small_screen_says_its_minimum_and_can_quit(void **state) {
    (void)state;
    game_start_command(&pty, USUAL, "stty rows 5 cols 20; exec \"$CONGO\" " HUMANS);
    game_expect(&pty, "Congo needs 24");
    game_type(&pty, "d2");
    pty_resize(&pty, 1, 1);
    pty_wait(&pty, 100);
    game_type(&pty, "\014q");
    expect_exit(0);
}

static void quitting_on_a_tiny_screen_keeps_the_game(void **state) {
    (void)state;
    game_start(&pty, USUAL, HUMANS);
    game_expect(&pty, "Pawn d2: 3 moves.");
    game_type(&pty, ":d2d3\r");
    game_expect(&pty, "d2-d3");
    size_t clears = pty.clears;
    pty_resize(&pty, 1, 1);
    assert_true(pty_wait_clear(&pty, clears, GAME_TIMEOUT_S * 1000)); /* drawn at that size */
    game_type(&pty, "q");
    expect_exit(0);
    pty_close(&pty);
    game_start(&pty, USUAL, HUMANS);
    game_expect(&pty, "An unfinished game");
    game_type(&pty, "\r:fen\r");
    game_expect(&pty, "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1");
    game_type(&pty, "q");
    game_expect(&pty, "Quit");
    game_type(&pty, "y");
    expect_exit(0);
}

/* Sanitizers need more memory than the limit here. */
static void exits_without_memory_for_a_game(void **state) {
    (void)state;
#ifdef SANITIZED
    skip();
#endif
    game_start_command(&pty, USUAL, "ulimit -v 200000; exec \"$CONGO\" --hash=1024 " HUMANS);
    expect_exit(1);
    assert_string_equal(read_file("stderr"),
                        "congo: there is no memory for a hash table of 1024 MiB\n");
}

/* A test that starts nothing tears down, too. */
static void closing_what_is_not_open_leaves_standard_input(void **state) {
    (void)state;
    static Pty none;
    pty_close(&none);
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
}

/* What a failing test prints about the game. */
static void a_killed_game_is_described(void **state) {
    (void)state;
    game_start(&pty, USUAL, HUMANS);
    game_expect(&pty, "Pawn d2: 3 moves.");
    pty_signal(&pty, SIGKILL);
    pty_wait(&pty, GAME_TIMEOUT_S * 1000);
    fflush(stderr);
    int usual = dup(STDERR_FILENO), file = open(game_path("described"), O_WRONLY | O_CREAT, 0600);
    dup2(file, STDERR_FILENO);
    game_describe(&pty);
    fflush(stderr);
    dup2(usual, STDERR_FILENO);
    close(usual);
    close(file);
    const char *text = read_file("described");
    assert_non_null(strstr(text, "the program was killed by signal 9 ("));
    assert_non_null(strstr(text, "Pawn d2: 3 moves."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unusable_terminals_are_refused),
        cmocka_unit_test(unusable_terminals_play_by_lines),
        cmocka_unit_test(plain_characters_are_explained),
        cmocka_unit_test(redirected_files_are_refused),
        cmocka_unit_test(unwritable_help_is_a_failure),
        cmocka_unit_test(closing_what_is_not_open_leaves_standard_input),
        cmocka_unit_test_setup_teardown(a_killed_game_is_described, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plays_without_standard_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plays_without_a_state_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plays_without_a_home, set_up, tear_down),
        cmocka_unit_test_setup_teardown(small_screen_says_its_minimum_and_can_quit, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(quitting_on_a_tiny_screen_keeps_the_game, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(exits_without_memory_for_a_game, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
