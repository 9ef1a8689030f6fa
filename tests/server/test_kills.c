/* A congod under load is killed at random moments and restarted, again and again; its clients come
 * back and continue. In the end nothing acknowledged is missing, no move is stored twice, and all
 * watchers have seen the same moves. CONGO_KILLS is the number of kills, 200 by default. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "daemon.h"
#include "load.h"
#include "scratch.h"

enum { KILLS = 200, GAMES = 6, WATCHERS = 2, TIMEOUT_MS = 60000, HANG_SECONDS = 1200 };

static const char config[] = "listen = [ \"%s\" ];\n"
                             "database = \"games.db\";\n"
                             "admin = \"\";\n"
                             "limits = { commands = 0; games = 0; watched = 1000; };\n";

static char program[SCRATCH_PATH_SIZE], address[SCRATCH_PATH_SIZE];

static int begin(void **state) {
    const char *build = getenv("CONGO_BUILD");
    char text[SCRATCH_PATH_SIZE + sizeof config];
    snprintf(program, sizeof program, "%s/src/congod", build ? build : ".");
    if (scratch_make(state) != 0 || chdir(scratch_path("")) != 0)
        return -1;
    snprintf(address, sizeof address, "%s", scratch_path("clients"));
    snprintf(text, sizeof text, config, address);
    scratch_write("congod.conf", text);
    return 0;
}

static void wait_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Starts a server and connects all clients, however long that takes. */
static pid_t start(Load *load) {
    pid_t server = daemon_start(program, "congod.conf", "congod.log");
    while (!load_connect(load)) {
        load_drop(load);
        wait_ms(1);
        if (daemon_has_ended(server))
            fail_msg("the server has ended by itself");
    }
    return server;
}

/* Runs until nothing is in flight. */
static void wait_until_idle(Load *load) {
    load_set_rate(load, -1);
    while (!load_is_seated(load) || load_is_waiting(load))
        assert_true(load_run(load, 10, UINT32_MAX));
}

static void test_kills(void **state) {
    (void)state;
    const char *wanted = getenv("CONGO_KILLS");
    long kills = wanted ? atol(wanted) : KILLS;
    History *history = history_create();
    Load *load = load_create(
        &(LoadSetup){.socket = address, .games = GAMES, .watchers = WATCHERS, .history = history});
    unsigned chance = 12345;
    uint64_t moves = 0;
    for (long i = 0; i < kills; i++) {
        LoadStats stats;
        pid_t server = start(load);
        load_set_rate(load, 0);
        chance = chance * 1103515245U + 12345U;
        load_run(load, TIMEOUT_MS, 1 + (chance >> 16) % 60);
        daemon_kill(server);
        load_drop(load);
        load_stats(load, &stats);
        moves += stats.moves;
    }
    pid_t server = start(load);
    wait_until_idle(load);
    assert_true(load_record_stored(load));

    Buffer faults = {0};
    bool kept = history_check(history, &faults);
    bool ended = daemon_stop(server);
    bool checked = daemon_run(program, "congod.conf", "--check", "congod.log");
    print_message("%ld kills, %lu acknowledged moves\n", kills, (unsigned long)moves);
    if (!kept || !checked)
        daemon_print_log();
    if (!kept)
        fail_msg("promises were broken:\n%s", faults.bytes);
    assert_string_equal(load_first_unexpected(load), "");
    assert_true(ended);
    assert_true(checked);
    assert_true(moves > (uint64_t)kills * 10);
    load_free(load);
    history_free(history);
    buffer_free(&faults);
}

/* Tests the test: the loss of one acknowledged move is found. */
static void test_loss_is_found(void **state) {
    (void)state;
    History *history = history_create();
    Load *load = load_create(
        &(LoadSetup){.socket = address, .games = 2, .watchers = 1, .seed = 9, .history = history});
    pid_t server = start(load);
    load_set_rate(load, 0);
    load_run(load, TIMEOUT_MS, 40);
    wait_until_idle(load);
    daemon_kill(server);
    load_drop(load);

    sqlite3 *file;
    assert_int_equal(sqlite3_open("games.db", &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file,
                                  "DELETE FROM move WHERE (game, ply) IN (SELECT game, max(ply)"
                                  " FROM move GROUP BY game)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(file);

    server = daemon_start(program, "congod.conf", "congod.log");
    while (!load_record_stored(load))
        wait_ms(1);
    Buffer faults = {0};
    assert_false(history_check(history, &faults));
    assert_true(daemon_stop(server));
    load_free(load);
    history_free(history);
    buffer_free(&faults);
}

int main(void) {
    alarm(HANG_SECONDS); /* a hang is a failure */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills),
        cmocka_unit_test(test_loss_is_found),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
