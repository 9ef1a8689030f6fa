/* congod --check and congod --backup, beside a server that is in use and on the file of one that is
 * not, or that was killed. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "daemon.h"
#include "load.h"
#include "scratch.h"

enum { PATIENCE_MS = 60000 };

static const char config[] = "listen = [ \"%s\" ];\n"
                             "database = \"%s\";\n"
                             "admin = \"%s\";\n"
                             "limits = { commands = 0; games = 0; };\n";

static char program[SCRATCH_PATH_SIZE], address[SCRATCH_PATH_SIZE];

static void write_config(const char *name, const char *database) {
    char text[sizeof config + 4 * SCRATCH_PATH_SIZE];
    snprintf(text, sizeof text, config, address, scratch_path(database), scratch_path("admin"));
    scratch_write(name, text);
}

static int begin(void **state) {
    const char *build = getenv("CONGO_BUILD");
    snprintf(program, sizeof program, "%s/src/congod", build ? build : ".");
    if (scratch_make(state) != 0 || chdir(scratch_path("")) != 0)
        return -1;
    snprintf(address, sizeof address, "%s", scratch_path("clients"));
    write_config("congod.conf", "games.db");
    write_config("copy.conf", "copy.db");
    return 0;
}

/* The seed makes the keys, too, and a key makes one game. */
static Load *new_load(unsigned seed) {
    return load_create(&(LoadSetup){.socket = address, .games = 5, .seed = seed});
}

static pid_t start(Load *load) {
    pid_t server = daemon_start(program, "congod.conf", "congod.log");
    while (!load_connect(load)) {
        load_drop(load);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        assert_false(daemon_has_ended(server));
    }
    return server;
}

/* What a run said; static. */
static const char *said(bool *good, const char *configuration, const char *deed) {
    static char text[4096];
    unlink("said");
    *good = daemon_do(program, configuration, deed, "said");
    FILE *file = fopen("said", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_well(const char *configuration, const char *deed) {
    bool good;
    const char *text = said(&good, configuration, deed);
    if (!good)
        fail_msg("%s %s: %s", configuration, deed, text);
}

static long count_moves(const char *name) {
    sqlite3 *file;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(name, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, "SELECT count(*) FROM move", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    long count = (long)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    return count;
}

/* Moves go on while the server is asked. */
static void do_under_load(Load *load, const char *deed) {
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(!daemon_do(program, "congod.conf", deed, "said"));
    while (waitpid(child, &status, WNOHANG) == 0)
        assert_true(load_run(load, 5, UINT32_MAX));
    assert_int_equal(status, 0);
}

static void test_while_it_runs(void **state) {
    (void)state;
    LoadFigures before, after;
    Load *load = new_load(1);
    pid_t server = start(load);
    load_pace(load, 0);
    load_run(load, PATIENCE_MS, 100);
    load_figures(load, &before);
    do_under_load(load, "--check");
    do_under_load(load, "--backup=copy.db");
    load_run(load, PATIENCE_MS, 50);
    load_figures(load, &after);
    assert_true(after.moves >= before.moves + 50);
    assert_true(daemon_stop(server));
    load_free(load);

    struct stat status;
    assert_int_equal(stat("copy.db", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_well("copy.conf", "--check");
    assert_true(count_moves("copy.db") >= (long)before.moves);
    assert_true(count_moves("copy.db") < count_moves("games.db"));
}

/* The log of the killed server is read, too, and what is done without a server changes nothing. */
static void test_after_a_kill(void **state) {
    (void)state;
    LoadFigures figures;
    Load *load = new_load(2);
    pid_t server = start(load);
    load_pace(load, 0);
    load_run(load, PATIENCE_MS, 100);
    daemon_kill(server);
    load_drop(load);
    load_figures(load, &figures);
    load_free(load);
    assert_int_equal(access("games.db-wal", F_OK), 0);
    assert_well("congod.conf", "--check");
    assert_well("congod.conf", "--backup=copy.db");
    assert_well("copy.conf", "--check");
    assert_int_equal(access("games.db-wal", F_OK), 0);
    assert_true(count_moves("copy.db") >= (long)figures.moves);
    assert_int_equal(count_moves("copy.db"), count_moves("games.db"));
}

/* What is wrong is told, and the exit status says so. */
static void test_damage(void **state) {
    (void)state;
    bool good;
    sqlite3 *file;
    assert_int_equal(sqlite3_open("copy.db", &file), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(file, "UPDATE move SET path='a1a7' WHERE ply=1", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    const char *text = said(&good, "copy.conf", "--check");
    assert_false(good);
    assert_non_null(strstr(text, "ply 1, a1a7: "));

    text = said(&good, "copy.conf", "--backup=copy.db");
    assert_false(good);
    assert_non_null(strstr(text, "that is the store itself"));
    text = said(&good, "copy.conf", "--backup=nowhere/copy.db");
    assert_false(good);
    assert_non_null(strstr(text, "No such file or directory"));
    write_config("none.conf", "none.db");
    text = said(&good, "none.conf", "--check");
    assert_false(good);
    assert_non_null(strstr(text, "none.db: cannot be opened: No such file or directory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_while_it_runs),
        cmocka_unit_test(test_after_a_kill),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
