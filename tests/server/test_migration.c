/* A database of version 1, tests/server/data/version-1.db, becomes one of the present version:
 * every game is as it was, and goes on. It was written by the congod of that version: games that
 * run, are over, drawn, aborted and not begun, with clocks and without, in all variants, with free
 * seats, open and declined offers, and names that are not ASCII. */
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
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/file.h"
#include "base/memory.h"
#include "dump.h"
#include "faulty_vfs.h"
#include "rules/coordinate.h"
#include "rules/record.h"
#include "scratch.h"
#include "server/store/game_replay.h"
#include "server/store/store_sqlite.h"
#include "workload.h"

enum { GAMES = 29, MOVES = 488, CALLS_MIN = 100 };

static char *original, *path;
static size_t original_size;
static char *converted; /* the contents after a conversion without faults */

/* ---- files ---- */

static void remove_files(void) {
    char pattern[SCRATCH_PATH_SIZE + 4];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s*", path);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        unlink(found.gl_pathv[i]);
    globfree(&found);
}

static size_t count_copies(void) {
    char pattern[SCRATCH_PATH_SIZE + 16];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s.*", path);
    glob(pattern, 0, NULL, &found);
    size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

static void write_original(void) {
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    remove_files();
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(original, 1, original_size, file), original_size);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0640), 0);
}

static Database *open_file(Error *error) {
    return database_open(path, DATABASE_CREATE, 0, error);
}

static Database *open_converted(void) {
    Error error = {0};
    Database *database = open_file(&error);
    if (!database)
        fail_msg("%s", error.text);
    return database;
}

static int begin(void **state) {
    char name[SCRATCH_PATH_SIZE];
    Error error = {0};
    const char *source = getenv("CONGO_SOURCE");
    snprintf(name, sizeof name, "%s/tests/server/data/version-1.db", source ? source : ".");
    original = file_read(name, &original_size, &error);
    if (!original || scratch_make(state) != 0)
        return -1;
    path = memory_strdup(scratch_path("games.db"));
    faulty_install();
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    write_original();
    Database *database = open_converted();
    converted = dump_all(database);
    database_close(database);
    return 0;
}

static int end(void **state) {
    free(original);
    free(path);
    free(converted);
    return scratch_remove(state);
}

/* ---- every game is as it was ---- */

/* The same text of a game from its columns, by SQL, and from what is loaded. */
static const char game_sql[] =
    "SELECT id, printf('%d %s %s %d %d %d %s [%s %s] [%s %s] %d %s %s %d %d %s %s %s %d %d %d',"
    " created_ms, variant, start, base_ms, increment_ms, hidden, hex(maker),"
    " hex(white_hash), white_name, hex(black_hash), black_name, moved,"
    " draw, draw_by, draw_ply, draw_decline_ply, ifnull(result, '*'), ifnull(reason, '-'),"
    " ifnull(end_by, 'w'), ifnull(end_ply, 0), ifnull(end_ms, 0),"
    " (SELECT count(*) FROM move WHERE game = id)) FROM game ORDER BY id";
static const char move_sql[] = "SELECT printf('%d %d %s', ply, ms, path) FROM move WHERE game = ?"
                               " ORDER BY ply";

static const char *hash_text(bool present, const KeyHash *hash, char text[2 * KEY_HASH_SIZE + 1]) {
    text[0] = '\0';
    for (size_t i = 0; present && i < KEY_HASH_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02X", hash->bytes[i]);
    return text;
}

static void write_game(const StoreGame *game, char *text, size_t size) {
    static const char *const offers[] = {"none", "open", "declined"};
    const StoreHeader *header = &game->header;
    const StoreSeat *white = &header->seat[WHITE], *black = &header->seat[BLACK];
    char hashes[3][2 * KEY_HASH_SIZE + 1];
    bool over = game->end.outcome.reason != REASON_NONE;
    snprintf(text, size,
             "%lld %s %s %lld %lld %d %s [%s %s] [%s %s] %d %s %s %u %u %s %s %s %u %u %zu",
             (long long)header->created_ms, header->variant, header->start,
             (long long)header->base_ms, (long long)header->increment_ms, header->hidden,
             hash_text(header->has_creator, &header->creator, hashes[0]),
             hash_text(white->taken, &white->hash, hashes[1]), white->name,
             hash_text(black->taken, &black->hash, hashes[2]), black->name, game->count > 0,
             offers[game->draw.state], game->draw.by == WHITE ? "w" : "b", game->draw.ply,
             game->draw.decline_ply, result_text(game->end.outcome.result),
             over ? reason_word(game->end.outcome.reason) : "-", game->end.by == WHITE ? "w" : "b",
             game->end.ply, game->end.ms, game->count);
}

static StoreGame *load(Database *database, uint64_t id) {
    StoreRequest request = request_of(STORE_LOAD, id);
    StoreCompletion completion;
    database_run(database, &request, 1, &completion);
    if (completion.result != STORE_OK)
        fail_msg("%llu: %s", (unsigned long long)id, completion.text);
    return completion.game;
}

static size_t compare_moves(const StoreGame *game, sqlite3_stmt *rows) {
    size_t ply = 0;
    sqlite3_bind_int64(rows, 1, (int64_t)game->header.id);
    for (; sqlite3_step(rows) == SQLITE_ROW; ply++) {
        char text[2 * COORDINATE_SIZE];
        assert_true(ply < game->count);
        snprintf(text, sizeof text, "%zu %u %s", ply, game->moves[ply].ms, game->moves[ply].path);
        assert_string_equal(text, (const char *)sqlite3_column_text(rows, 0));
        assert_int_equal(game->moves[ply].at_ms, -1);
    }
    sqlite3_reset(rows);
    assert_int_equal(ply, game->count);
    return ply;
}

static void test_every_game(void **state) {
    (void)state;
    char name[SCRATCH_PATH_SIZE + 16], text[2048];
    size_t games = 0, moves = 0;
    write_original();
    Database *database = open_converted();
    assert_non_null(strstr(database->notice.text, "converted from version 1 to 2"));
    snprintf(name, sizeof name, "%s.version-1", path);
    sqlite3 *before;
    sqlite3_stmt *game_rows, *move_rows;
    assert_int_equal(sqlite3_open(name, &before), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(before, game_sql, -1, &game_rows, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(before, move_sql, -1, &move_rows, NULL), SQLITE_OK);
    for (; sqlite3_step(game_rows) == SQLITE_ROW; games++) {
        StoreGame *game = load(database, (uint64_t)sqlite3_column_int64(game_rows, 0));
        write_game(game, text, sizeof text);
        assert_string_equal(text, (const char *)sqlite3_column_text(game_rows, 1));
        assert_true(game_replay_check(game, NULL));
        assert_false(game->header.per_move || game->header.kept || game->header.rematch_of ||
                     game->header.claim_minutes || game->rematch.state || game->rematch_game);
        moves += compare_moves(game, move_rows);
        store_game_free(game);
    }
    sqlite3_finalize(game_rows);
    sqlite3_finalize(move_rows);
    sqlite3_close(before);
    database_close(database);
    assert_int_equal(games, GAMES);
    assert_int_equal(moves, MOVES);
}

/* ---- games go on ---- */

/* Plays a legal move in a game that is not over. Returns whether it did. */
static bool play(Database *database, uint64_t id) {
    StoreGame *game = load(database, id);
    Record *record = game_replay_record(game, NULL);
    bool running = !record_is_over(record);
    char move[COORDINATE_SIZE];
    MoveList moves;
    movelist_init(&moves);
    if (running) {
        record_moves(record, &moves);
        coordinate_write(moves.moves[0], move);
        StoreRequest request = request_move(id, (uint32_t)game->count, move);
        Color mover = position_side(record_position(record));
        record_play(record, moves.moves[0], -1, -1, NULL);
        if (record_is_over(record))
            request.move.end =
                (StoreEnd){record_outcome(record), mover, (uint32_t)record->count, 0};
        StoreCompletion completion;
        assert_int_equal(database_run(database, &request, 1, &completion), 1);
    }
    movelist_free(&moves);
    record_free(record);
    store_game_free(game);
    return running;
}

static void test_games_go_on(void **state) {
    (void)state;
    size_t played = 0;
    write_original();
    Database *database = open_converted();
    StoreCompletion list;
    StoreRequest request = {.kind = STORE_LIST_TIMED, .list = {.limit = GAMES}};
    database_run(database, &request, 1, &list);
    assert_int_equal(list.id_count, 4);
    store_completion_free(&list);
    request = (StoreRequest){.kind = STORE_LIST_UNSTARTED,
                             .list = {.limit = GAMES, .before_ms = INT64_MAX}};
    database_run(database, &request, 1, &list);
    assert_int_equal(list.id_count, 5);
    store_completion_free(&list);
    sqlite3_stmt *ids;
    assert_int_equal(
        sqlite3_prepare_v2(database->connection, "SELECT id FROM game", -1, &ids, NULL), SQLITE_OK);
    uint64_t all[GAMES];
    for (size_t i = 0; i < GAMES && sqlite3_step(ids) == SQLITE_ROW; i++)
        all[i] = (uint64_t)sqlite3_column_int64(ids, 0);
    sqlite3_finalize(ids);
    for (size_t i = 0; i < GAMES; i++)
        for (int turn = 0; turn < 3; turn++)
            played += play(database, all[i]);
    database_close(database);
    assert_true(played > GAMES);
    StoreCompletion check;
    assert_true(store_sqlite_check(path, &check, NULL));
    if (check.totals.damaged > 0)
        fail_msg("%s", check.text);
    assert_int_equal(check.totals.games, GAMES);
    assert_int_equal(check.totals.moves, MOVES + played);
    store_completion_free(&check);
}

/* ---- the copy ---- */

static void test_copies(void **state) {
    (void)state;
    char name[SCRATCH_PATH_SIZE + 16], other[SCRATCH_PATH_SIZE + 16];
    struct stat status;
    write_original();
    snprintf(name, sizeof name, "%s.version-1", path);
    snprintf(other, sizeof other, "%s.version-1-2", path);
    FILE *file = fopen(name, "w");
    fputs("something else", file);
    fclose(file);
    Database *database = open_converted();
    assert_non_null(strstr(database->notice.text, ".version-1-2 "));
    database_close(database);
    assert_int_equal(stat(name, &status), 0);
    assert_int_equal(status.st_size, strlen("something else"));
    assert_int_equal(stat(other, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    /* The copy is a database of version 1, which can be converted itself. */
    remove_files();
    write_original();
    database_close(open_converted());
    assert_int_equal(rename(name, path), 0);
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    database = open_converted();
    char *again = dump_all(database);
    assert_string_equal(again, converted);
    free(again);
    database_close(database);
}

/* Jobs without a server leave the file as it is. */
static void test_jobs(void **state) {
    (void)state;
    StoreCompletion completion;
    Error error = {0};
    write_original();
    assert_false(store_sqlite_check(path, &completion, &error));
    assert_non_null(strstr(error.text, "it has the older version 1; start congod once"));
    assert_true(store_sqlite_backup(path, scratch_path("copy.db"), &completion, NULL));
    assert_int_equal(completion.result, STORE_OK);
    store_completion_free(&completion);
    assert_int_equal(count_copies(), 0);
    assert_int_equal(rename(scratch_path("copy.db"), path), 0);
    Database *database = open_converted();
    char *again = dump_all(database);
    assert_string_equal(again, converted);
    free(again);
    database_close(database);
}

/* ---- faults ---- */

static bool is_converted_now(void) {
    Database *database = open_converted();
    char *now = dump_all(database);
    bool same = now && strcmp(now, converted) == 0;
    free(now);
    database_close(database);
    return same;
}

/* Returns the version that the file says it has. */
static int version_of(void) {
    sqlite3 *file;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    sqlite3_exec(file, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL); /* no shared memory */
    assert_int_equal(sqlite3_prepare_v2(file, "PRAGMA user_version", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    return version;
}

/* Makes each call of a conversion fail in turn. Returns the number of calls. */
static unsigned fail_every_call(Fault fault, bool cut, unsigned *refused) {
    for (unsigned call = 1;; call++) {
        Error error = {0};
        write_original();
        faulty_begin((FaultPlan){fault, call, true, false});
        Database *database = open_file(&error);
        *refused += !database;
        assert_true(database || error.text[0]);
        database_close(database);
        bool failed = faulty_has_failed();
        if (cut)
            faulty_crash(call);
        faulty_begin((FaultPlan){.fault = FAULT_NONE});
        if (fault == FAULT_FULL && !database) {
            assert_int_equal(version_of(), 1);
            assert_int_equal(count_copies(), 0);
        }
        if (!is_converted_now())
            fail_msg("call %u: a game is not as it was", call);
        if (!failed)
            return call;
    }
}

static void test_every_call_fails(void **state) {
    (void)state;
    unsigned refused = 0;
    assert_true(fail_every_call(FAULT_IO, false, &refused) > CALLS_MIN);
    assert_true(refused > CALLS_MIN);
    refused = 0;
    unsigned calls = fail_every_call(FAULT_FULL, false, &refused);
    print_message("%u writes, %u conversions found the disk full\n", calls, refused);
    assert_true(refused > CALLS_MIN / 4);
}

static void test_power_cuts(void **state) {
    (void)state;
    unsigned refused = 0;
    print_message("%u power cuts\n", fail_every_call(FAULT_CUT, true, &refused));
    assert_true(refused > CALLS_MIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game),       cmocka_unit_test(test_games_go_on),
        cmocka_unit_test(test_copies),           cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_every_call_fails), cmocka_unit_test(test_power_cuts),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
