/* Copies between databases: everything arrives, nothing else is lost, and a copy that was killed
 * can be repeated. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "../support/scratch.h"
#include "server/store/store_open.h"
#include "../support/tested_store.h"
#include "../support/workload.h"

enum { PATIENCE_MS = 300000, GAMES = 10000 };

static TestedStore *stores[TESTED_STORES_MAX]; /* those with a database */
static size_t store_count;
static TestedStore *sqlite;
static char other[SCRATCH_PATH_SIZE]; /* the path of another file of SQLite */

/* ---- databases ---- */

/* Adds copies of the games of a workload, `count` of them, with service time. */
static void fill(TestedStore *tested, size_t count) {
    enum { TURNS = 12, WAITING_MAX = 500 };
    tested_store_run_workload(tested, TURNS);
    StoreGame *models[3], *games = memory_allocate(count * sizeof *games);
    for (size_t i = 0; i < 3; i++)
        models[i] = tested_store_load(tested, workload_id(i + 1));
    size_t waiting = 0;
    for (size_t i = 0; i < count; i++) {
        StoreHeader *header = &games[i].header;
        games[i] = *models[i % 3];
        header->id = ((i + 1) * 0x3c6ef372fe94f) & ((UINT64_C(1) << 50) - 1);
        memset(&header->creator, 0, sizeof header->creator);
        memcpy(&header->creator, &header->id, sizeof header->id);
        store_submit_copy(tested_store_of(tested),
                          &(StoreRequest){.kind = STORE_PUT, .id = header->id, .put = &games[i]});
        for (waiting++; waiting > (i + 1 < count ? WAITING_MAX : 0); waiting--)
            assert_int_equal(tested_store_next(tested).result, STORE_OK);
    }
    for (size_t i = 0; i < 3; i++)
        store_game_free(models[i]);
    free(games);
    StoreRequest clock = {.kind = STORE_CLOCK, .service_ms = INT64_C(7000000000)};
    assert_int_equal(tested_store_result(tested, clock), STORE_OK);
}

static StoreTotals totals_of(TestedStore *tested) {
    return tested_store_run(tested, request_of(STORE_TOTALS, 0)).totals;
}

/* Makes an SQLite database of that many games and more, and returns its contents. */
static char *make_source(size_t count) {
    tested_store_open(sqlite);
    fill(sqlite, count);
    char *contents = tested_store_dump(sqlite);
    tested_store_close(sqlite);
    return contents;
}

static void clear_all(void) {
    for (size_t i = 0; i < store_count; i++)
        tested_store_clear(stores[i]);
    unlink(other);
    unlink(scratch_path("other.db-wal"));
}

static int clear(void **state) {
    (void)state;
    clear_all();
    return 0;
}

/* ---- copies ---- */

static bool copy(const char *from, const char *to, bool force, StoreCopyResult *result,
                 Error *error) {
    const StoreCopyOptions options = {
        .from = from, .to = to, .leaves_out_damaged = force, .patience_ms = PATIENCE_MS};
    return store_copy_run(&options, result, error);
}

static StoreCopyResult assert_copied(const char *from, const char *to, bool force) {
    StoreCopyResult result;
    Error error = {0};
    if (!copy(from, to, force, &result, &error))
        fail_msg("%s", error.text);
    buffer_free(&result.text);
    return result;
}

static void assert_not_copied(const char *from, const char *to, const char *sentence) {
    StoreCopyResult result;
    Error error = {0};
    assert_false(copy(from, to, false, &result, &error));
    if (!strstr(error.text, sentence))
        fail_msg("%s", error.text);
    buffer_free(&result.text);
}

/* A copy by way of any other database, and back to SQLite, is the same as the original. */
static void test_there_and_back(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        char *before = make_source(GAMES);
        const char *via = stores[i] == sqlite ? other : tested_store_database(stores[i]);
        StoreCopyResult there = assert_copied(tested_store_database(sqlite), via, false);
        assert_int_equal(there.games, GAMES + WORKLOAD_GAMES - 1);
        assert_true(there.moves > 10 * GAMES);
        assert_int_equal(there.continued, 0);
        tested_store_clear(sqlite);
        StoreCopyResult back = assert_copied(via, tested_store_database(sqlite), false);
        assert_int_equal(back.moves, there.moves);
        tested_store_open(sqlite);
        char *after = tested_store_dump(sqlite);
        assert_string_equal(after, before);
        int64_t service_ms = totals_of(sqlite).service_ms;
        bool stood_still = stores[i] == sqlite;
        assert_true(stood_still ? service_ms == INT64_C(7000000000)
                                : service_ms >= INT64_C(7000000000) &&
                                      service_ms < INT64_C(7000000000) + 600000);
        free(before);
        free(after);
    }
}

/* An empty database is copied too, and a second copy finds all games there. */
static void test_repeated(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        const char *from = tested_store_database(stores[i]);
        tested_store_open(stores[i]);
        tested_store_close(stores[i]);
        assert_int_equal(assert_copied(from, other, false).games, 0);
        tested_store_open(stores[i]);
        fill(stores[i], 10);
        tested_store_close(stores[i]);
        StoreCopyResult first = assert_copied(from, other, false);
        StoreCopyResult second = assert_copied(from, other, false);
        assert_int_equal(first.games, 10 + WORKLOAD_GAMES - 1);
        assert_int_equal(first.continued, 0);
        assert_int_equal(second.games, first.games);
        assert_int_equal(second.continued, first.games);
    }
}

/* A database with a game of its own, or one that has gone on, stays as it is. */
static void test_other_games(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        tested_store_open(stores[i]);
        fill(stores[i], 3);
        tested_store_close(stores[i]);
        const char *to = tested_store_database(stores[i]), *from = other;
        assert_copied(to, from, false);
        tested_store_open(stores[i]);
        StoreGame *game = tested_store_load(stores[i], workload_id(1));
        assert_int_equal(
            tested_store_result(stores[i], request_seat(workload_id(1), WHITE, 2, "Somebody else")),
            STORE_OK);
        store_game_free(game);
        char *before = tested_store_dump(stores[i]);
        tested_store_close(stores[i]);
        assert_not_copied(from, to, "it is not among those to be copied; copy to an empty");
        tested_store_open(stores[i]);
        char *after = tested_store_dump(stores[i]);
        assert_string_equal(after, before);
        free(before);
        free(after);
    }
}

/* Damaged games are named. Nothing is copied, or all others are. */
static void test_damaged(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        tested_store_open(stores[i]);
        fill(stores[i], 10);
        tested_store_damage(stores[i], workload_id(1));
        tested_store_close(stores[i]);
        const char *from = tested_store_database(stores[i]), *to = other;
        StoreCopyResult result;
        Error error = {0};
        assert_false(copy(from, to, false, &result, &error));
        assert_non_null(strstr(error.text, "1 game is damaged, and nothing was copied"));
        assert_non_null(strstr(result.text.bytes, ": "));
        buffer_free(&result.text);
        assert_int_equal(copy(from, to, true, &result, &error), true);
        assert_int_equal(result.damaged, 1);
        assert_int_equal(result.games, 10 + WORKLOAD_GAMES - 2);
        assert_int_equal(result.continued, 0);
        buffer_free(&result.text);
    }
}

/* A database that a server has open is neither copied nor written. */
static void test_in_use(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        free(make_source(3));
        assert_copied(tested_store_database(sqlite), other, false);
        tested_store_clear(sqlite);
        tested_store_open(stores[i]);
        const StoreCopyOptions one = {
            .from = other, .to = tested_store_database(stores[i]), .patience_ms = 100};
        const StoreCopyOptions two = {.from = one.to, .to = one.from, .patience_ms = 100};
        StoreCopyResult result;
        Error error = {0};
        assert_false(store_copy_run(&one, &result, &error));
        assert_non_null(strstr(error.text, "has it open"));
        assert_false(store_copy_run(&two, &result, &error));
        assert_non_null(strstr(error.text, "has it open"));
        assert_int_equal(totals_of(stores[i]).games, 0);
    }
}

static void test_wrong_names(void **state) {
    (void)state;
    free(make_source(3));
    const char *from = tested_store_database(sqlite);
    assert_not_copied(scratch_path("absent.db"), other, "No such file");
    assert_int_equal(access(scratch_path("absent.db"), F_OK), -1);
    assert_int_equal(access(other, F_OK), -1);
    assert_not_copied(from, from, "this is the database whose games are to be copied");
    assert_int_equal(symlink(from, other), 0);
    assert_not_copied(from, other, "this is the database whose games");
    assert_not_copied(from, scratch_path("nowhere/other.db"), "No such file");
}

/* ---- interrupted copies ---- */

/* Copies in a process of its own, which is killed after a while. Returns whether it was done. */
static bool copy_and_kill(const char *from, const char *to, unsigned after_us) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        StoreCopyResult result;
        _exit(!copy(from, to, false, &result, NULL));
    }
    usleep(after_us);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status))
        assert_int_equal(WEXITSTATUS(status), 0);
    return WIFEXITED(status);
}

/* A copy that is killed again and again is done in the end, and is the same. */
static void test_killed(void **state) {
    (void)state;
    for (size_t i = 0; i < store_count; i++) {
        clear_all();
        char *before = make_source(2000);
        const char *from = other, *to = tested_store_database(stores[i]);
        assert_int_equal(rename(tested_store_database(sqlite), from), 0);
        unsigned kills = 0;
        for (unsigned after_us = 2000; !copy_and_kill(from, to, after_us);
             after_us += after_us / 4) {
            tested_store_forget_killed(stores[i]);
            kills++;
        }
        print_message("%u kills\n", kills);
        assert_copied(from, to, false);
        tested_store_open(stores[i]);
        char *after = tested_store_dump(stores[i]);
        assert_string_equal(after, before);
        free(before);
        free(after);
    }
}

/* On a full disk the copy says so, and goes on when there is room. */
static void test_full_disk(void **state) {
    (void)state;
    free(make_source(2000));
    const char *from = tested_store_database(sqlite), *to = other;
    int status;
    pid_t child = fork();
    if (child == 0) {
        StoreCopyResult result;
        Error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){200000, 200000});
        bool copied = copy(from, to, false, &result, &error);
        _exit(!copied && strstr(error.text, "other.db: the disk is full; make room and run") ? 0
                                                                                             : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(assert_copied(from, to, false).games, 2000 + WORKLOAD_GAMES - 1);
}

static int begin(void **state) {
    TestedStore *all[TESTED_STORES_MAX];
    if (scratch_make(state) != 0)
        return -1;
    snprintf(other, sizeof other, "%s", scratch_path("other.db"));
    size_t count = tested_stores_begin(all);
    for (size_t i = 0; i < count; i++)
        if (tested_store_database(all[i]))
            stores[store_count++] = all[i];
    sqlite = stores[0];
    return 0;
}

static int end(void **state) {
    tested_stores_end();
    return scratch_remove(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_there_and_back, clear),
        cmocka_unit_test_teardown(test_repeated, clear),
        cmocka_unit_test_teardown(test_other_games, clear),
        cmocka_unit_test_teardown(test_damaged, clear),
        cmocka_unit_test_teardown(test_in_use, clear),
        cmocka_unit_test_teardown(test_wrong_names, clear),
        cmocka_unit_test_teardown(test_killed, clear),
        cmocka_unit_test_teardown(test_full_disk, clear),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
