/* A backup takes the place of the database, whatever lies beside it, and whenever it is
 * interrupted. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "../support/dump.h"
#include "../support/faulty_vfs.h"
#include "../support/scratch.h"
#include "server/store/maintenance.h"
#include "server/store/store_sqlite.h"
#include "../support/workload.h"

enum { CALLS_MIN = 30 };

static char *path, *backup;
static char *old_games, *new_games; /* the contents of the database and of the backup */
static char *saved[2];              /* the database and its log, as a killed server leaves them */
static size_t saved_size[2];

/* ---- files ---- */

static const char *beside(const char *ending) {
    static char names[4][SCRATCH_PATH_SIZE + 40];
    static unsigned next;
    char *name = names[next++ % 4];
    snprintf(name, sizeof names[0], "%s%s", path, ending);
    return name;
}

static void write_file(const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void remove_files(void) {
    glob_t found = {0};
    glob(beside("*"), 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        unlink(found.gl_pathv[i]);
    globfree(&found);
}

/* Puts the database of a killed server there: a part of its games is only in its log. */
static void write_database(void) {
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    remove_files();
    write_file(path, saved[0], saved_size[0]);
    write_file(beside("-wal"), saved[1], saved_size[1]);
    assert_int_equal(chmod(path, 0600), 0);
}

/* Returns the contents of a database, which is opened as the server does. */
static char *contents(const char *name) {
    Error error = {0};
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    Database *database = database_open(name, DATABASE_CREATE, &error);
    if (!database)
        fail_msg("%s", error.text);
    char *text = dump_all(database);
    database_close(database);
    return text;
}

static bool contains(const char *name, const char *expected) {
    char *text = contents(name);
    bool same = text && strcmp(text, expected) == 0;
    free(text);
    return same;
}

static void run_workload(const char *name, size_t turns, bool killed) {
    Workload workload = workload_create(turns);
    Database *database = database_open(name, DATABASE_CREATE, NULL);
    StoreCompletion completions[WORKLOAD_BATCH_MAX];
    for (size_t i = 0; i < workload.count; i++) {
        dump_run(database, workload.batches[i].requests, workload.batches[i].count, completions);
        for (size_t j = 0; j < workload.batches[i].count; j++)
            store_completion_free(&completions[j]);
    }
    if (killed)
        _exit(0);
    database_close(database);
    workload_free(&workload);
}

static int begin(void **state) {
    if (scratch_make(state) != 0)
        return -1;
    path = memory_strdup(scratch_path("games.db"));
    backup = memory_strdup(scratch_path("backup.db"));
    run_workload(backup, 3, false);
    pid_t child = fork();
    if (child == 0)
        run_workload(path, 9, true);
    waitpid(child, NULL, 0);
    saved[0] = file_read(path, &saved_size[0], NULL);
    saved[1] = file_read(beside("-wal"), &saved_size[1], NULL);
    faulty_install();
    old_games = contents(path);
    new_games = contents(backup);
    return saved[0] && saved[1] && old_games && strcmp(old_games, new_games) != 0 ? 0 : -1;
}

static int end(void **state) {
    free(path);
    free(backup);
    free(saved[0]);
    free(saved[1]);
    free(old_games);
    free(new_games);
    return scratch_remove(state);
}

static RestoreResult restore(const char *from) {
    Error error = {0};
    RestoreResult result;
    if (!restore_run(path, from, false, &result, &error))
        fail_msg("%s", error.text);
    return result;
}

static void assert_refused(const char *from, const char *sentence) {
    Error error = {0};
    RestoreResult result;
    assert_false(restore_run(path, from, false, &result, &error));
    if (!strstr(error.text, sentence))
        fail_msg("%s", error.text);
    assert_int_equal(access(beside(".restore"), F_OK), -1);
    assert_int_equal(access(beside(".restoring"), F_OK), -1);
}

/* ---- whatever lies beside it ---- */

static void test_old_games_are_kept(void **state) {
    (void)state;
    write_database();
    RestoreResult result = restore(backup);
    assert_string_equal(result.kept, beside(".replaced-1"));
    assert_int_equal(access(beside("-wal"), F_OK), -1);
    assert_true(contains(path, new_games));
    assert_true(contains(result.kept, old_games));
    result = restore(beside(".replaced-1"));
    assert_string_equal(result.kept, beside(".replaced-2"));
    assert_true(contains(path, old_games));
    assert_true(contains(result.kept, new_games));
    assert_true(contains(backup, new_games));
}

static void test_no_database(void **state) {
    (void)state;
    write_database();
    remove_files();
    RestoreResult result = restore(backup);
    assert_string_equal(result.kept, "");
    assert_true(contains(path, new_games));
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

/* A log without its database is not replayed. */
static void test_stray_files(void **state) {
    (void)state;
    static const char *const endings[] = {"-wal",     "-journal",     "-shm",
                                          ".restore", ".restore-wal", ".restore.part-abcdef"};
    for (int with_database = 0; with_database < 2; with_database++) {
        write_database();
        if (!with_database)
            unlink(path);
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (access(beside(endings[i]), F_OK) != 0)
                write_file(beside(endings[i]), saved[1], saved_size[1]);
        restore(backup);
        assert_true(contains(path, new_games));
        assert_int_equal(access(beside(".replaced-1-wal"), F_OK), 0);
        assert_int_equal(access(beside(".replaced-1-journal"), F_OK), 0);
    }
}

static void test_damaged_database(void **state) {
    (void)state;
    char *zeros = memory_allocate(saved_size[0]);
    for (int empty = 0; empty < 2; empty++) {
        write_database();
        write_file(path, zeros, empty ? 0 : saved_size[0]);
        restore(backup);
        assert_true(contains(path, new_games));
        assert_int_equal(access(beside(".replaced-1-wal"), F_OK), 0);
    }
    free(zeros);
}

static void test_modes(void **state) {
    (void)state;
    struct stat status;
    write_database();
    assert_int_equal(chmod(path, 0640), 0);
    if (geteuid() == 0)
        assert_int_equal(chown(path, 4321, 1234), 0);
    restore(backup);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    if (geteuid() != 0)
        return;
    assert_int_equal(status.st_uid, 4321);
    assert_int_equal(status.st_gid, 1234);
}

/* ---- refusals ---- */

static void test_refusals(void **state) {
    (void)state;
    write_database();
    assert_refused(path, "this is the database itself");
    assert_int_equal(symlink(path, scratch_path("link")), 0);
    assert_refused(scratch_path("link"), "this is the database itself");
    assert_refused(scratch_path("nothing.db"), "No such file or directory");
    assert_refused(scratch_path("."), "expected a regular file");
    scratch_write("text", "This is a letter, and not a database. It is long enough to be read as a "
                          "header of one hundred bytes, which it is not.");
    assert_refused(scratch_path("text"), "this is not an SQLite database");
    scratch_write("empty", "");
    assert_refused(scratch_path("empty"), "this is not a database of congod");
    assert_true(contains(path, old_games));
    assert_int_equal(access(beside(".replaced-1"), F_OK), -1);

    assert_int_equal(rename(path, scratch_path("elsewhere.db")), 0);
    assert_int_equal(symlink(scratch_path("elsewhere.db"), path), 0);
    assert_refused(backup, "not a link or a folder");
}

/* A running server keeps its database, even if it cannot be asked. */
static void test_running_server(void **state) {
    (void)state;
    int ready[2], over[2];
    char byte = 0;
    write_database();
    assert_int_equal(pipe(ready) | pipe(over), 0);
    pid_t child = fork();
    if (child == 0) {
        Database *database = database_open(path, DATABASE_CREATE, NULL);
        close(over[1]);
        bool told = write(ready[1], "x", 1) == 1 && read(over[0], &byte, 1) == 0;
        _exit(!database || !told);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_refused(backup, "another process has it open");
    close(over[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(over[0]), close(ready[0]), close(ready[1]);
    assert_true(contains(path, old_games));
}

static void test_damaged_backup(void **state) {
    (void)state;
    size_t size;
    RestoreResult result;
    char *bytes = file_read(backup, &size, NULL);
    char *name = bytes;
    while (memcmp(name, "Ada", 3) != 0)
        name++;
    *name = 'I';
    write_database();
    write_file(scratch_path("bad.db"), bytes, size);
    free(bytes);
    assert_refused(scratch_path("bad.db"), "--force restores it nevertheless");
    assert_true(contains(path, old_games));
    assert_true(restore_run(path, scratch_path("bad.db"), true, &result, NULL));
    assert_true(result.damaged > 0);
    assert_true(contains(result.kept, old_games));
}

/* ---- interruptions ---- */

/* Stops a restore at each call by which it changes something, as if it were killed there. */
static void test_killed_at_each_call(void **state) {
    (void)state;
    unsigned call = 1, old_count = 0, new_count = 0;
    for (bool killed = true; killed; call++) {
        RestoreResult result;
        write_database();
        faulty_begin((FaultPlan){FAULT_CUT, call, true, false});
        bool good = restore_run(path, backup, false, &result, NULL);
        killed = faulty_has_failed();
        assert_true(good || killed);
        char *text = contents(path);
        assert_non_null(text);
        if (strcmp(text, old_games) == 0 && !good) {
            old_count++;
            assert_int_equal(access(beside(".replaced-1"), F_OK), -1);
        } else {
            new_count++;
            assert_string_equal(text, new_games);
            assert_true(contains(beside(".replaced-1"), old_games));
        }
        free(text);
        assert_int_equal(access(beside(".restoring"), F_OK), -1);
        /* It can be repeated. */
        restore(backup);
        assert_true(contains(path, new_games));
    }
    print_message("%u calls: %u times the old games, %u times the restored ones\n", call - 2,
                  old_count, new_count);
    assert_true(old_count > CALLS_MIN && new_count > 5);
}

static void test_errors(void **state) {
    (void)state;
    for (int fault = FAULT_IO; fault <= FAULT_FULL; fault++) {
        unsigned call = 1, refused = 0;
        for (bool failed = true; failed; call++) {
            RestoreResult result;
            Error error = {0};
            write_database();
            faulty_begin((FaultPlan){(Fault)fault, call, false, false});
            bool good = restore_run(path, backup, false, &result, &error);
            failed = faulty_has_failed();
            refused += !good;
            assert_true(good || error.text[0]);
            char *text = contents(path);
            assert_string_equal(text, good || strcmp(text, new_games) == 0 ? new_games : old_games);
            free(text);
        }
        assert_true(refused > 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old_games_are_kept),
        cmocka_unit_test(test_no_database),
        cmocka_unit_test(test_stray_files),
        cmocka_unit_test(test_damaged_database),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_running_server),
        cmocka_unit_test(test_damaged_backup),
        cmocka_unit_test(test_killed_at_each_call),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
