/* The cost of an animation for a terminal, and the effect of a slow terminal on it. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <unistd.h>

#include "game.h"

enum { QUIET_MS = 1000, BYTES_MAX = 40000 };

static Pty pty;

/* Begins a game in which an elephant that goes from a4 to b4 drowns, up to the Enter of that move.
 */
static void start_game(int columns, int lines) {
    game_start(&pty, "TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8",
               "--place=local --white=hi/random --black=hi/random"
               " --game=2l4/p6/7/E6/7/1PPPPPP/4L2/w/-1");
    game_expect(&pty, "Pawn d2");
    pty_resize(&pty, columns, lines);
    game_expect_redrawn(&pty, "Pawn d2");
    game_type(&pty, ":");
    game_type(&pty, "a4b4");
    game_expect_redrawn(&pty, "a4b4");
    pty_wait(&pty, QUIET_MS);
}

static int start(void **state) {
    (void)state;
    game_make_folder("drowning.dir");
    return 0;
}

static int stop(void **state) {
    (void)state;
    pty_close(&pty);
    game_remove_folder();
    return 0;
}

/* Returns the bytes written until nothing more comes. */
static size_t bytes_of_key(const char *key) {
    size_t before = pty.written, last;
    game_type(&pty, key);
    do {
        last = pty.written;
        pty_wait(&pty, QUIET_MS);
    } while (pty.written != last);
    return pty.written - before;
}

static void expect_few_bytes(int columns, int lines) {
    start_game(columns, lines);
    size_t bytes = bytes_of_key("\r");
    print_message("%dx%d: a drowning writes %zu bytes\n", columns, lines, bytes);
    assert_in_range(bytes, 200, BYTES_MAX);
}

static void a_drowning_costs_little_at_80x24(void **state) {
    (void)state;
    expect_few_bytes(80, 24);
}

static void a_drowning_costs_little_at_300x90(void **state) {
    (void)state;
    expect_few_bytes(300, 90);
}

/* Keys that come while a terminal takes 1,200 bytes a second are handled, every one. */
static void a_slow_terminal_loses_no_key(void **state) {
    (void)state;
    start_game(300, 90);
    game_type(&pty, "\r");
    for (int tenth = 0; tenth < 20; tenth++) {
        char bytes[120];
        usleep(100000);
        if (tenth == 4 || tenth == 5)
            assert_int_equal(write(pty.terminal, "l", 1), 1);
        if (read(pty.terminal, bytes, sizeof bytes) < 0 && errno != EAGAIN)
            fail_msg("the terminal cannot be read");
    }
    game_expect_redrawn(&pty, " f2");
}

/* An animation that ends because a frame took long leaves the position after it, without another
 * key. */
static void a_slow_terminal_shows_the_end_of_a_move(void **state) {
    (void)state;
    start_game(400, 120);
    pty_forget(&pty);
    assert_int_equal(write(pty.terminal, "\r", 1), 1);
    usleep(100000);
    pty_resize(&pty, 401, 120); /* more is written than a terminal buffers */
    usleep(300000);
    game_expect(&pty, "drowned");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_drowning_costs_little_at_80x24, start, stop),
        cmocka_unit_test_setup_teardown(a_drowning_costs_little_at_300x90, start, stop),
        cmocka_unit_test_setup_teardown(a_slow_terminal_loses_no_key, start, stop),
        cmocka_unit_test_setup_teardown(a_slow_terminal_shows_the_end_of_a_move, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
