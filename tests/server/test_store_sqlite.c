/* The SQLite store, on its thread and on the file of a server that is not running. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "scratch.h"
#include "server/store/store_sqlite.h"
#include "workload.h"

enum { ID = 1000 };

/* ---- a store and its user ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t notified = PTHREAD_COND_INITIALIZER;
static unsigned notifications;

static void notify(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    notifications++;
    pthread_cond_signal(&notified);
    pthread_mutex_unlock(&lock);
}

static Store *open_store(void) {
    Error error = {0};
    SqliteStoreOptions setup = {.path = scratch_path("games.db"), .notify = notify};
    Store *store = store_sqlite_open(&setup, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

/* Waits for the next completion. */
static StoreCompletion next_completion(Store *store) {
    StoreCompletion completion;
    pthread_mutex_lock(&lock);
    while (!store_take(store, &completion)) {
        if (notifications == 0)
            pthread_cond_wait(&notified, &lock);
        notifications = 0;
    }
    pthread_mutex_unlock(&lock);
    return completion;
}

static StoreCompletion run_request(Store *store, StoreRequest request) {
    store_submit(store, &request);
    return next_completion(store);
}

static StoreResult result_of(Store *store, StoreRequest request) {
    StoreCompletion completion = run_request(store, request);
    store_completion_free(&completion);
    return completion.result;
}

static StoreGame *load(Store *store, uint64_t id) {
    StoreCompletion completion = run_request(store, request_of(STORE_LOAD, id));
    assert_int_equal(completion.result, STORE_OK);
    return completion.game;
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

static void test_results(void **state) {
    (void)state;
    static const Outcome resigned = {RESULT_WHITE, REASON_RESIGNED};
    static const Outcome lion = {RESULT_BLACK, REASON_LION};
    Store *store = open_store();
    StoreRequest last = request_move(ID, 1, "a6a5");
    StoreRequest wrong = last;
    last.move.end = (StoreEnd){lion, BLACK, 2, 0};
    wrong.move.end = (StoreEnd){lion, BLACK, 1, 0};
    StoreRequest other_maker = request_create(ID, 0);
    memset(&other_maker.create.creator, 200, KEY_HASH_SIZE);
    const struct {
        StoreRequest request;
        StoreResult result;
    } steps[] = {
        {request_move(ID, 0, "a2a3"), STORE_MISSING},
        {request_seat(ID, WHITE, 1, "Ada"), STORE_MISSING},
        {request_draw(ID, STORE_OFFER_OPEN, 0), STORE_MISSING},
        {request_end(ID, resigned, BLACK, 0), STORE_MISSING},
        {request_of(STORE_DELETE, ID), STORE_MISSING},
        {request_of(STORE_LOAD, ID), STORE_MISSING},
        {request_create(ID, 60000), STORE_OK},
        {request_create(ID, 60000), STORE_DUPLICATE},
        {other_maker, STORE_CONFLICT},
        {request_seat(ID, WHITE, 1, "Ada"), STORE_OK},
        {request_seat(ID, WHITE, 1, "Lady Ada"), STORE_OK},
        {request_seat(ID, WHITE, 2, "Eve"), STORE_CONFLICT},
        {request_seat(ID, BLACK, 2, "Bo"), STORE_OK},
        {request_move(ID, 1, "a2a3"), STORE_CONFLICT},
        {request_move(ID, 0, "a2a3"), STORE_OK},
        {request_move(ID, 0, "a2a3"), STORE_CONFLICT},
        {request_move(ID, 2, "a2a3"), STORE_CONFLICT},
        {request_of(STORE_DELETE, ID), STORE_CONFLICT},
        {request_draw(ID, STORE_OFFER_OPEN, 1), STORE_OK},
        {request_end(ID, resigned, BLACK, 0), STORE_CONFLICT},
        {wrong, STORE_CONFLICT},
        {last, STORE_OK},
        {last, STORE_CONFLICT},
        {request_move(ID, 2, "b2b3"), STORE_CONFLICT},
        {request_end(ID, resigned, BLACK, 2), STORE_CONFLICT},
        {request_draw(ID, STORE_OFFER_DECLINED, 2), STORE_CONFLICT},
        {request_create(ID + 256, 0), STORE_DUPLICATE}, /* the same creator */
        {request_create(ID + 1, 0), STORE_OK},
        {request_of(STORE_DELETE, ID + 1), STORE_OK},
        {request_of(STORE_PROBE, 0), STORE_OK},
        {request_of(STORE_PROBE, 0), STORE_OK},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        StoreResult result = result_of(store, steps[i].request);
        if (result != steps[i].result)
            fail_msg("step %zu: %d, not %d", i, (int)result, (int)steps[i].result);
    }
    store_close(store);
}

static void test_game_loaded_again(void **state) {
    (void)state;
    Store *store = open_store();
    StoreRequest create = request_create(ID, 60000);
    result_of(store, create);
    result_of(store, request_seat(ID, BLACK, 2, "B\303\266"));
    result_of(store, request_move(ID, 0, "a2a3"));
    result_of(store, request_draw(ID, STORE_OFFER_DECLINED, 1));
    result_of(store, request_end(ID, (Outcome){RESULT_OPEN, REASON_ABORTED}, BLACK, 1));
    store_close(store);
    store = open_store();
    StoreGame *game = load(store, ID);
    assert_string_equal(game->header.variant, create.create.variant);
    assert_string_equal(game->header.start, create.create.start);
    assert_int_equal(game->header.created_ms, create.create.created_ms);
    assert_int_equal(game->header.base_ms, 60000);
    assert_int_equal(game->header.increment_ms, create.create.increment_ms);
    assert_int_equal(game->header.hidden, create.create.hidden);
    assert_true(game->header.has_creator);
    assert_memory_equal(&game->header.creator, &create.create.creator, KEY_HASH_SIZE);
    assert_false(game->header.seat[WHITE].taken);
    assert_true(game->header.seat[BLACK].taken);
    assert_string_equal(game->header.seat[BLACK].name, "B\303\266");
    assert_int_equal(game->draw.state, STORE_OFFER_DECLINED);
    assert_int_equal(game->draw.by, BLACK);
    assert_int_equal(game->draw.decline_ply, 1);
    assert_int_equal(game->end.outcome.result, RESULT_OPEN);
    assert_int_equal(game->end.outcome.reason, REASON_ABORTED);
    assert_int_equal(game->end.by, BLACK);
    assert_int_equal(game->end.ply, 1);
    assert_int_equal(game->end.ms, 77);
    assert_int_equal(game->count, 1);
    assert_string_equal(game->moves[0].path, "a2a3");
    assert_int_equal(game->moves[0].ms, 100);
    store_game_free(game);
    StoreCompletion again = run_request(store, request_create(ID + 256, 0)); /* the same creator */
    assert_int_equal(again.result, STORE_DUPLICATE);
    assert_int_equal(again.id, ID);
    store_close(store);
}

/* Completions of many requests come in order, and each request sees the changes before it. */
static void test_order_of_checks(void **state) {
    (void)state;
    enum { MOVES = 2000 };
    Store *store = open_store();
    StoreRequest request = request_create(ID, 0);
    store_submit(store, &request);
    for (uint32_t ply = 0; ply < MOVES; ply++) {
        request = request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3");
        request.request_id = 2 * ply + 1;
        store_submit(store, &request);
        request = request_of(STORE_LOAD, ID);
        request.request_id = 2 * ply + 2;
        if (ply % 50 == 0)
            store_submit(store, &request);
    }
    assert_int_equal(next_completion(store).result, STORE_OK);
    for (uint32_t ply = 0; ply < MOVES; ply++) {
        StoreCompletion completion = next_completion(store);
        assert_int_equal(completion.request_id, 2 * ply + 1);
        assert_int_equal(completion.result, STORE_OK);
        if (ply % 50 != 0)
            continue;
        completion = next_completion(store);
        assert_int_equal(completion.request_id, 2 * ply + 2);
        assert_int_equal(completion.game->count, ply + 1);
        store_completion_free(&completion);
    }
    StoreStats stats;
    store_stats(store, &stats);
    assert_int_equal(stats.changes, MOVES + 1);
    assert_true(stats.commits < MOVES / 2 && stats.batch_max > 1);
    store_close(store);
}

static void test_lists(void **state) {
    (void)state;
    Store *store = open_store();
    for (uint64_t id = 1; id <= 6; id++)
        assert_int_equal(result_of(store, request_create(id * 10, id % 2 ? 0 : 1000)), STORE_OK);
    result_of(store, request_move(20, 0, "a2a3"));
    result_of(store, request_end(40, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 0));
    StoreRequest request = {.kind = STORE_LIST_TIMED, .list = {.limit = 100}};
    StoreCompletion list = run_request(store, request);
    assert_int_equal(list.id_count, 2);
    assert_true(list.ids[0] == 20 && list.ids[1] == 60);
    store_completion_free(&list);
    request = (StoreRequest){.kind = STORE_LIST_UNSTARTED,
                             .list = {.limit = 3, .after = 10, .before_ms = 1700000000001}};
    list = run_request(store, request);
    assert_int_equal(list.id_count, 3);
    assert_true(list.ids[0] == 30 && list.ids[1] == 40 && list.ids[2] == 50);
    store_completion_free(&list);
    request.list.before_ms--;
    list = run_request(store, request);
    assert_int_equal(list.id_count, 0);
    store_completion_free(&list);
    list = run_request(store, request_of(STORE_TOTALS, 0));
    assert_int_equal(list.totals.games, 6);
    store_close(store);
}

/* ---- backup and check ---- */

static void run_workload(Store *store) {
    Workload workload = workload_create(10);
    for (size_t batch = 0; batch < workload.count; batch++)
        for (size_t i = 0; i < workload.batches[batch].count; i++)
            store_submit(store, &workload.batches[batch].requests[i]);
    for (size_t batch = 0; batch < workload.count; batch++)
        for (size_t i = 0; i < workload.batches[batch].count; i++) {
            StoreCompletion completion = next_completion(store);
            store_completion_free(&completion);
        }
    workload_free(&workload);
}

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
        store_submit(store, &request);
    }
    for (size_t i = 0; i < 3000; i++)
        next_completion(store);
    StoreRequest backup = {.kind = STORE_BACKUP, .path = scratch_path("copy.db"), .request_id = 9};
    store_submit(store, &backup);
    bool done = false;
    uint32_t ply = 0;
    while (!done) {
        StoreRequest move = request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3");
        store_submit(store, &move);
        StoreCompletion completion = next_completion(store);
        done = completion.request_id == 9;
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
        run_request(store, (StoreRequest){.kind = STORE_BACKUP, .path = path});
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
    assert_true(
        store_sqlite_backup(scratch_path("copy.db.part"), scratch_path("copy.db"), &backup, NULL));
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
    assert_non_null(strstr(check.text, "ply 3, a1a7: "));
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
        assert_true(
            store_sqlite_backup(scratch_path("games.db"), scratch_path("bad.db"), &copied, NULL));
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
    SqliteStoreOptions setup = {.path = scratch_path(name), .notify = notify};
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
    assert_not_opened("games.db", "it has version 2, but this congod supports only version 1");
    remove_store();
    store_close(open_store());
    execute("games.db", "DROP TABLE move");
    assert_not_opened("games.db", "it is damaged");
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
        SqliteStoreOptions setup = {.path = scratch_path("games.db"), .notify = notify};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_results, clear),
        cmocka_unit_test_teardown(test_game_loaded_again, clear),
        cmocka_unit_test_teardown(test_order_of_checks, clear),
        cmocka_unit_test_teardown(test_lists, clear),
        cmocka_unit_test_teardown(test_backup, clear),
        cmocka_unit_test_teardown(test_backup_rejected, clear),
        cmocka_unit_test_teardown(test_backup_beside_others, clear),
        cmocka_unit_test_teardown(test_check, clear),
        cmocka_unit_test_teardown(test_damaged_pages, clear),
        cmocka_unit_test_teardown(test_rejected_files, clear),
        cmocka_unit_test_teardown(test_file_in_use, clear),
        cmocka_unit_test_teardown(test_modes, clear),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
