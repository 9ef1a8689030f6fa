/* What only the SQLite store promises, on its thread and on the file of a server that is not
 * running. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "../support/scratch.h"
#include "server/store/store_sqlite.h"
#include "server/store/store.h"
#include "../support/workload.h"

enum { ID = 1000 };

/* ---- a store and its user ---- */

static StoreWaiter waiter;

static Store *open_store(void) {
    Error error = {0};
    StoreOptions setup = {
        .database = scratch_path("games.db"), .notify = store_waiter_notify, .context = &waiter};
    Store *store = store_sqlite_open(&setup, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

/* Waits for the next completion. */
static StoreCompletion next_completion(Store *store) {
    StoreCompletion completion;
    store_waiter_take(&waiter, store, -1, &completion);
    return completion;
}

static StoreCompletion run_request(Store *store, StoreRequest request) {
    store_submit_copy(store, &request);
    return next_completion(store);
}

static StoreResult result_of(Store *store, StoreRequest request) {
    StoreCompletion completion = run_request(store, request);
    store_completion_free(&completion);
    return completion.result;
}

static void run_workload(Store *store) {
    Workload workload = workload_create(10);
    for (size_t batch = 0; batch < workload.count; batch++)
        for (size_t i = 0; i < workload.batches[batch].count; i++)
            store_submit_copy(store, &workload.batches[batch].requests[i]);
    for (size_t batch = 0; batch < workload.count; batch++)
        for (size_t i = 0; i < workload.batches[batch].count; i++) {
            StoreCompletion completion = next_completion(store);
            store_completion_free(&completion);
        }
    workload_free(&workload);
}

static void remove_store(void) {
    unlink(scratch_path("games.db"));
    unlink(scratch_path("games.db-wal"));
}

static int clear(void **state) {
    (void)state;
    remove_store();
    return 0;
}

/* Changes the file without the store. */
static void execute(const char *name, const char *sql) {
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(scratch_path(name), &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

/* ---- changes ---- */

/* Changes that wait are committed together. */
static void test_group_commit(void **state) {
    (void)state;
    enum { MOVES = 2000 };
    Store *store = open_store();
    StoreRequest request = request_create(ID, 0);
    store_submit_copy(store, &request);
    for (uint32_t ply = 0; ply < MOVES; ply++) {
        request = request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3");
        store_submit_copy(store, &request);
    }
    for (uint32_t i = 0; i < MOVES + 1; i++)
        assert_int_equal(next_completion(store).result, STORE_OK);
    StoreStats stats;
    store_stats(store, &stats);
    assert_int_equal(stats.changes, MOVES + 1);
    assert_true(stats.commits < MOVES / 2 && stats.batch_max > 1);
    store_close(store);
}

/* ---- the service time ---- */

static int64_t service_time(Store *store) {
    return run_request(store, request_of(STORE_TOTALS, 0)).totals.service_ms;
}

/* The log is moved into the file before it is large, whatever the load. Moves are so long that each
 * changes a page of its own. */
static void test_log_stays_small(void **state) {
    (void)state;
    enum { GAMES = 3000, ROUNDS = 14, LOG_MAX = 9 * 1024 * 1024 };
    Store *store = open_store();
    struct stat log;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint64_t i = 1; i <= GAMES; i++) {
            StoreRequest change = round == 0 ? request_create(i << 40 | i, 0)
                                             : request_move(i << 40 | i, round - 1, "");
            if (round == 0)
                change.create.has_creator = false;
            else
                memset(change.move.move.path, 'a', COORDINATE_SIZE - 1);
            store_submit_copy(store, &change);
        }
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(next_completion(store).result, STORE_OK);
        assert_int_equal(stat(scratch_path("games.db-wal"), &log), 0);
        assert_in_range(log.st_size, 1, LOG_MAX);
    }
    store_close(store);
}

/* If the service time is damaged, the last move's time is the next best. */
static void test_damaged_service_time(void **state) {
    (void)state;
    Store *store = open_store();
    StoreRequest clock = {.kind = STORE_CLOCK, .service_ms = INT64_C(5000000000)};
    StoreRequest move = request_move(ID, 0, "a2a3");
    move.move.move.at_ms = INT64_C(4999999000);
    assert_int_equal(result_of(store, request_create(ID, 60000)), STORE_OK);
    assert_int_equal(result_of(store, move), STORE_OK);
    assert_int_equal(result_of(store, clock), STORE_OK);
    store_close(store);
    execute("games.db", "UPDATE clock SET service_ms = service_ms + (1 << 30)");
    store = open_store();
    assert_int_equal(service_time(store), INT64_C(4999999000));
    assert_int_equal(result_of(store, clock), STORE_OK);
    assert_int_equal(service_time(store), INT64_C(5000000000));
    store_close(store);
}

/* ---- checksums ---- */

/* Rows that are lost, changed or of another game are noticed when the game is loaded, and a change
 * does not hide them. */
static void test_checksums(void **state) {
    (void)state;
    static const struct {
        const char *sql, *what;
        bool is_unmet; /* changes do not read what it has changed */
    } faults[] = {
        {"DELETE FROM move WHERE game = 1000 AND ply = 3", "move 3: moves are missing after it",
         false},
        {"DELETE FROM move WHERE game = 1000 AND ply > 0", "move 1: moves are missing after it",
         false},
        {"DELETE FROM move WHERE game = 1000", "\"moved\" contradicts", false},
        {"DELETE FROM move WHERE game = 1000 AND ply = 1", "\"ply\" is invalid", true},
        {"UPDATE move SET path = 'b2b3' WHERE game = 1000 AND ply = 2", "move 3: the checksum",
         true},
        {"UPDATE move SET ms = ms + 1 WHERE game = 1000 AND ply = 0", "move 1: the checksum", true},
        {"UPDATE move SET at_ms = 7 WHERE game = 1000 AND ply = 3", "move 4: the checksum", true},
        {"UPDATE move SET last = 1 WHERE game = 1000 AND ply = 1", "marked as the last", true},
        {"DELETE FROM move WHERE game = 1000; UPDATE move SET game = 1000 WHERE game = 1001",
         "move 1: the checksum", true},
        {"DELETE FROM game WHERE id = 1000", "the game itself is missing", false},
        {"UPDATE game SET white_name = 'Eve' WHERE id = 1000", "its row: the checksum", false},
        {"UPDATE game SET black_hash = NULL WHERE id = 1000", "its row: the checksum", false},
        {"UPDATE game SET base_ms = 1 WHERE id = 1000", "its row: the checksum", false},
        {"UPDATE game SET created_ms = 1 WHERE id = 1000", "its row: the checksum", false},
        {"UPDATE game SET rematch_game = 1001 WHERE id = 1000", "its row: the checksum", false},
        {"UPDATE game SET draw_ply = 9 WHERE id = 1000", "its row: the checksum", false},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        remove_store();
        Store *store = open_store();
        for (uint64_t id = ID; id < ID + 2; id++) {
            result_of(store, request_create(id, 60000));
            result_of(store, request_seat(id, WHITE, 1, "Ada"));
            result_of(store, request_seat(id, BLACK, 2, "Bo"));
            for (uint32_t ply = 0; ply < 4; ply++)
                assert_int_equal(result_of(store, request_move(id, ply, "a2a3")), STORE_OK);
        }
        store_close(store);
        execute("games.db", faults[i].sql);
        store = open_store();
        result_of(store, request_seat(ID, WHITE, 1, "Lady Ada"));
        result_of(store, request_draw(ID, STORE_OFFER_OPEN, 4));
        StoreCompletion game = run_request(store, request_of(STORE_LOAD, ID));
        if (game.result != STORE_DAMAGED || !strstr(game.text, faults[i].what))
            fail_msg("%s: %s", faults[i].sql, game.text ? game.text : "nothing was noticed");
        store_completion_free(&game);
        StoreResult moved = result_of(store, request_move(ID, 4, "a6a5"));
        StoreResult ended =
            result_of(store, request_end(ID, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 4));
        if (!faults[i].is_unmet && (moved != STORE_DAMAGED || ended != STORE_DAMAGED))
            fail_msg("%s: changed: %d %d", faults[i].sql, (int)moved, (int)ended);
        game = run_request(store, request_of(STORE_LOAD, ID));
        assert_int_equal(game.result, STORE_DAMAGED);
        store_completion_free(&game);
        store_close(store);
    }
}

/* A server that knows other moves than the file has adds none. */
static void test_move_after_others(void **state) {
    (void)state;
    Store *store = open_store();
    result_of(store, request_create(ID, 0));
    assert_int_equal(result_of(store, request_move(ID, 0, "a2a3")), STORE_OK);
    StoreRequest other = request_move(ID, 1, "a6a5");
    other.move.hash_before = move_hash_next(0, 0, &other.move.move);
    other.move.hash = move_hash_next(other.move.hash_before, 1, &other.move.move);
    assert_int_equal(result_of(store, other), STORE_CONFLICT);
    StoreCompletion game = run_request(store, request_of(STORE_LOAD, ID));
    assert_int_equal(game.game->count, 1);
    store_completion_free(&game);
    store_close(store);
}

/* The end of a game says how many moves it has. */
static void test_move_lost_after_end(void **state) {
    (void)state;
    StoreRequest last = request_move(ID, 3, "a6a5");
    last.move.end = (StoreEnd){{RESULT_BLACK, REASON_LION}, BLACK, 4, 0};
    StoreRequest end = request_end(ID + 1, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 4);
    Store *store = open_store();
    for (uint64_t id = ID; id < ID + 2; id++) {
        result_of(store, request_create(id, 0));
        for (uint32_t ply = 0; ply < 4; ply++)
            assert_int_equal(
                result_of(store, id == ID && ply == 3 ? last : request_move(id, ply, "a2a3")),
                STORE_OK);
    }
    assert_int_equal(result_of(store, end), STORE_OK);
    store_close(store);
    execute("games.db", "DELETE FROM move WHERE ply = 3");
    store = open_store();
    for (uint64_t id = ID; id < ID + 2; id++) {
        assert_int_equal(result_of(store, request_of(STORE_DELETE, id)), STORE_DAMAGED);
        StoreCompletion game = run_request(store, request_of(STORE_LOAD, id));
        assert_int_equal(game.result, STORE_DAMAGED);
        assert_string_equal(game.text, "move 3: moves are missing after it");
        store_completion_free(&game);
    }
    store_close(store);
}

/* Moves without a game are in the list of all games. */
static void test_rest_listed(void **state) {
    (void)state;
    Store *store = open_store();
    for (uint64_t id = ID; id < ID + 3; id++) {
        result_of(store, request_create(id, 0));
        assert_int_equal(result_of(store, request_move(id, 0, "a2a3")), STORE_OK);
    }
    store_close(store);
    execute("games.db", "DELETE FROM game WHERE id = 1001");
    store = open_store();
    StoreCompletion list =
        run_request(store, (StoreRequest){.kind = STORE_LIST_GAMES, .list = {.limit = 9}});
    assert_int_equal(list.id_count, 3);
    assert_int_equal(list.ids[1], ID + 1);
    store_completion_free(&list);
    assert_int_equal(result_of(store, request_of(STORE_LOAD, ID + 1)), STORE_DAMAGED);
    store_close(store);
}

/* ---- backup and check ---- */

/* Counts the files whose names begin like this. */
static size_t count_files(const char *name) {
    char pattern[4096];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s*", scratch_path(name));
    glob(pattern, 0, NULL, &found);
    size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

/* A backup that is taken during games is a complete store of one moment. */
static void test_backup(void **state) {
    (void)state;
    Store *store = open_store();
    run_workload(store);
    for (uint64_t i = 0; i < 3000; i++) {
        StoreRequest request = request_create(ID + i, 0);
        request.create.has_creator = false;
        store_submit_copy(store, &request);
    }
    for (size_t i = 0; i < 3000; i++)
        next_completion(store);
    StoreRequest backup = {.kind = STORE_BACKUP, .backup = {.path = scratch_path("copy.db")}};
    store_submit(store, &backup);
    bool done = false;
    uint32_t ply = 0;
    while (!done) {
        StoreRequest move = request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3");
        store_submit_copy(store, &move);
        StoreCompletion completion = next_completion(store);
        done = completion.request == &backup;
        if (done)
            assert_int_equal(completion.result, STORE_OK);
        ply++;
    }
    store_close(store);
    struct stat status;
    assert_int_equal(stat(scratch_path("copy.db"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(count_files("copy.db"), 1);
    assert_int_equal(chmod(scratch_path("copy.db"), 0400), 0);
    StoreCompletion check;
    assert_true(store_sqlite_check(scratch_path("copy.db"), &check, NULL));
    assert_true(check.totals.games >= 3000 + WORKLOAD_GAMES - 1);
    /* Only the game with invented moves is illegal. */
    assert_true(check.totals.damaged <= 1);
    store_completion_free(&check);
    assert_int_equal(access(scratch_path("copy.db-wal"), F_OK), -1);
    unlink(scratch_path("copy.db"));
}

static void assert_rejected(Store *store, const char *path, const char *sentence) {
    StoreCompletion completion =
        run_request(store, (StoreRequest){.kind = STORE_BACKUP, .backup = {.path = path}});
    assert_int_equal(completion.result, STORE_REJECTED);
    if (!strstr(completion.text, sentence))
        fail_msg("%s", completion.text);
    store_completion_free(&completion);
}

static void test_backup_rejected(void **state) {
    (void)state;
    Store *store = open_store();
    run_workload(store);
    assert_int_equal(symlink(scratch_path("games.db"), scratch_path("link")), 0);
    assert_rejected(store, scratch_path("games.db"), "this is the database itself");
    assert_rejected(store, scratch_path("games.db-wal"), "this is the database itself");
    assert_rejected(store, scratch_path("link"), "this is the database itself");
    assert_rejected(store, scratch_path("."), "expected a regular file");
    assert_rejected(store, scratch_path("nowhere/copy.db"), "No such file or directory");
    assert_rejected(store, "/dev/null", "expected a regular file");
    assert_rejected(store, "", "expected a file name");
    assert_int_equal(result_of(store, request_of(STORE_PROBE, 0)), STORE_OK);
    store_close(store);
}

/* Files with names similar to the backup's are not touched, including the store itself. */
static void test_backup_beside_others(void **state) {
    (void)state;
    Store *store = open_store();
    run_workload(store);
    store_close(store);
    assert_int_equal(rename(scratch_path("games.db"), scratch_path("copy.db.part")), 0);
    StoreCompletion backup;
    assert_true(store_sqlite_backup(scratch_path("copy.db.part"), scratch_path("copy.db"), false,
                                    &backup, NULL));
    assert_int_equal(backup.result, STORE_OK);
    store_completion_free(&backup);
    assert_int_equal(count_files("copy.db"), 2);
    assert_int_equal(unlink(scratch_path("copy.db.part")), 0);
    assert_int_equal(unlink(scratch_path("copy.db")), 0);
}

static void test_check(void **state) {
    (void)state;
    Store *store = open_store();
    run_workload(store);
    StoreCompletion check = run_request(store, request_of(STORE_CHECK, 0));
    assert_int_equal(check.result, STORE_OK);
    assert_int_equal(check.totals.games, WORKLOAD_GAMES - 1);
    assert_true(check.totals.moves > 30);
    assert_int_equal(check.totals.damaged, 0);
    assert_string_equal(check.text, "");
    store_completion_free(&check);
    store_close(store);

    char sql[200];
    snprintf(sql, sizeof sql, "UPDATE move SET path='a1a7' WHERE game=%llu AND ply=3",
             (unsigned long long)workload_id(1));
    execute("games.db", sql);
    snprintf(sql, sizeof sql, "DELETE FROM move WHERE game=%llu AND ply=2",
             (unsigned long long)workload_id(2));
    execute("games.db", sql);
    snprintf(sql, sizeof sql, "DELETE FROM game WHERE id=%llu", (unsigned long long)workload_id(3));
    execute("games.db", sql);
    snprintf(sql, sizeof sql, "UPDATE game SET draw='perhaps' WHERE id=%llu",
             (unsigned long long)workload_id(4));
    execute("games.db", sql);

    store = open_store();
    check = run_request(store, request_of(STORE_CHECK, 0));
    assert_int_equal(check.totals.damaged, 4);
    assert_non_null(strstr(check.text, "move 4: the checksum is wrong"));
    assert_non_null(strstr(check.text, "\"ply\" is invalid"));
    assert_non_null(strstr(check.text, "it has moves, but the game itself is missing"));
    assert_non_null(strstr(check.text, "\"draw\" is invalid"));
    store_completion_free(&check);
    StoreCompletion game = run_request(store, request_of(STORE_LOAD, workload_id(4)));
    assert_int_equal(game.result, STORE_DAMAGED);
    store_completion_free(&game);
    assert_int_equal(result_of(store, request_of(STORE_LOAD, workload_id(0))), STORE_OK);
    store_close(store);
    assert_true(store_sqlite_check(scratch_path("games.db"), &check, NULL));
    assert_int_equal(check.totals.damaged, 4);
    store_completion_free(&check);
}

/* The check finds overwritten bytes, and does not crash. */
static void test_damaged_pages(void **state) {
    (void)state;
    Store *store = open_store();
    run_workload(store);
    store_close(store);
    for (long page = 1; page < 8; page++) {
        StoreCompletion check, copied;
        assert_true(store_sqlite_backup(scratch_path("games.db"), scratch_path("bad.db"), false,
                                        &copied, NULL));
        assert_int_equal(copied.result, STORE_OK);
        store_completion_free(&copied);
        FILE *file = fopen(scratch_path("bad.db"), "r+");
        fseek(file, page * 4096, SEEK_SET);
        for (int i = 0; i < 512; i++)
            fputs("damaged!", file);
        fclose(file);
        Error error = {0};
        if (store_sqlite_check(scratch_path("bad.db"), &check, &error))
            assert_true(check.totals.damaged > 0);
        else
            assert_non_null(strstr(error.text, "damaged"));
        store_completion_free(&check);
    }
    unlink(scratch_path("bad.db"));
}

/* ---- refused files ---- */

static void assert_not_opened(const char *name, const char *sentence) {
    Error error = {0};
    StoreOptions setup = {
        .database = scratch_path(name), .notify = store_waiter_notify, .context = &waiter};
    assert_null(store_sqlite_open(&setup, &error));
    if (!strstr(error.text, sentence) || !strstr(error.text, name))
        fail_msg("%s", error.text);
}

static void test_rejected_files(void **state) {
    (void)state;
    scratch_write("text", "This is a letter, and not a database. It is long enough to be read as a "
                          "header of one hundred bytes, which it is not.");
    assert_not_opened("text", "this is not an SQLite database");
    execute("other", "CREATE TABLE recipes(name TEXT)");
    assert_not_opened("other", "this is not a database of congod");
    store_close(open_store());
    execute("games.db", "PRAGMA user_version=2");
    assert_not_opened("games.db",
                      "it has version 2, but this congod supports only versions up to 1");
    remove_store();
    store_close(open_store());
    execute("games.db", "DROP TABLE move");
    assert_not_opened("games.db", "it is damaged; congod --restore=FILE puts a backup");
    remove_store();
    Store *store = open_store();
    run_workload(store);
    store_close(store);
    assert_int_equal(truncate(scratch_path("games.db"), 5000), 0);
    assert_not_opened("games.db", "it is damaged");
    assert_not_opened("nowhere/games.db", "No such file or directory");
    assert_not_opened(".", "expected a regular file");
    StoreCompletion check;
    Error error = {0};
    assert_false(store_sqlite_check(scratch_path("absent.db"), &check, &error));
    assert_non_null(strstr(error.text, "No such file or directory"));
    assert_int_equal(access(scratch_path("absent.db"), F_OK), -1);
}

/* A file that another process has open is refused, also by a check. */
static void test_file_in_use(void **state) {
    (void)state;
    int ready[2], over[2];
    char byte = 0;
    assert_int_equal(pipe(ready) | pipe(over), 0);
    pid_t child = fork();
    if (child == 0) {
        StoreOptions setup = {.database = scratch_path("games.db"),
                              .notify = store_waiter_notify,
                              .context = &waiter};
        Store *store = store_sqlite_open(&setup, NULL);
        close(over[1]);
        bool told = write(ready[1], "x", 1) == 1 && read(over[0], &byte, 1) == 0;
        if (store)
            store_close(store);
        _exit(!store || !told);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_not_opened("games.db", "another process has it open");
    StoreCompletion check;
    Error error = {0};
    assert_false(store_sqlite_check(scratch_path("games.db"), &check, &error));
    assert_non_null(strstr(error.text, "another process has it open"));
    close(over[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(over[0]), close(ready[0]), close(ready[1]);
    store_close(open_store());
}

static void test_modes(void **state) {
    (void)state;
    mode_t mask = umask(0);
    Store *store = open_store();
    umask(mask);
    struct stat status;
    assert_int_equal(stat(scratch_path("games.db"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(stat(scratch_path("games.db-wal"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    store_close(store);
}

static int begin(void **state) {
    store_waiter_begin(&waiter);
    return scratch_make(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_group_commit, clear),
        cmocka_unit_test_teardown(test_log_stays_small, clear),
        cmocka_unit_test_teardown(test_damaged_service_time, clear),
        cmocka_unit_test_teardown(test_rest_listed, clear),
        cmocka_unit_test_teardown(test_checksums, clear),
        cmocka_unit_test_teardown(test_move_after_others, clear),
        cmocka_unit_test_teardown(test_move_lost_after_end, clear),
        cmocka_unit_test_teardown(test_backup, clear),
        cmocka_unit_test_teardown(test_backup_rejected, clear),
        cmocka_unit_test_teardown(test_backup_beside_others, clear),
        cmocka_unit_test_teardown(test_check, clear),
        cmocka_unit_test_teardown(test_damaged_pages, clear),
        cmocka_unit_test_teardown(test_rejected_files, clear),
        cmocka_unit_test_teardown(test_file_in_use, clear),
        cmocka_unit_test_teardown(test_modes, clear),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
