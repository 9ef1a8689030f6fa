#include <config.h>

#include "server/work.h"

#include <stdlib.h>
#include <time.h>

#include "net/identity.h"
#include "rules/buffer.h"
#include "rules/memory.h"
#include "server/replay.h"

enum {
    STEP_NS = 2000000,
    REPORT_LINES_MAX = 1000 /* of what is wrong */
};

typedef struct CheckJob {
    MaintenanceJob job; /* first: the methods are given it */
    bool thorough;
    uint64_t after; /* the last game looked at */
    StoreTotals totals;
    Buffer text;
} CheckJob;

static void check_report(CheckJob *check, const char *name, const char *wrong) {
    check->totals.damaged++;
    if (check->totals.damaged == REPORT_LINES_MAX + 1)
        buffer_add_string(&check->text, "and more\n");
    if (check->totals.damaged <= REPORT_LINES_MAX)
        buffer_add_format(&check->text, "%s: %s\n", name, wrong);
}

/* What SQLite finds: pages that are lost or used twice, rows that an index has not, and the like.
 */
static void examine_file(CheckJob *check) {
    sqlite3 *connection = check->job.database->connection;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection, "PRAGMA integrity_check(20)", -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *line =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (line && sqlite3_stricmp(line, "ok") != 0)
            check_report(check, "the file", line);
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        check_report(check, "the file", sqlite3_errstr(code));
}

static void check_game(CheckJob *check, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    Error error = {0};
    int code = query_load_game(check->job.database, &loaded);
    check->totals.games++;
    if (code != SQLITE_OK)
        error_set(&error, ERROR_IO, "cannot be read: %s", sqlite3_errstr(code));
    else if (loaded.result == STORE_MISSING)
        error_set(&error, ERROR_STATE, "there are moves of it, but not the game");
    else if (loaded.result == STORE_DAMAGED)
        error_set(&error, ERROR_STATE, "%s", loaded.text);
    else
        game_replay_check(loaded.game, &error);
    if (error.code != ERROR_NONE)
        check_report(check, game_id_from_number(id).text, error.text);
    if (loaded.game)
        check->totals.moves += loaded.game->count;
    store_completion_free(&loaded);
}

static int next_id(CheckJob *check, SqlStatement statement, bool *found, int64_t *id) {
    SqlBinder binder = sql_bind(check->job.database, statement);
    sql_bind_number(&binder, (int64_t)check->after);
    return sql_read_number(check->job.database, statement, found, id);
}

/* The next game that is there, or of which there are moves. False: no more. */
static bool find_next(CheckJob *check) {
    bool game_found = false, moves_found = false;
    int64_t game = 0, moves = 0;
    int code = next_id(check, SQL_NEXT_GAME, &game_found, &game);
    if (code == SQLITE_OK)
        code = next_id(check, SQL_NEXT_MOVES, &moves_found, &moves);
    if (code != SQLITE_OK) {
        check_report(check, "the file", sqlite3_errstr(code));
        return false;
    }
    if (moves_found && (!game_found || moves < game))
        game = moves;
    check->after = (uint64_t)game;
    return game_found || moves_found;
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool check_step(MaintenanceJob *job, StoreCompletion *completion) {
    CheckJob *check = (CheckJob *)job;
    int64_t until = now_ns() + STEP_NS;
    if (check->thorough)
        examine_file(check);
    check->thorough = false;
    do {
        if (!find_next(check)) {
            check->totals.bytes = database_size(job->database);
            completion->totals = check->totals;
            completion->text = buffer_take(&check->text);
            return true;
        }
        check_game(check, check->after);
    } while (now_ns() < until);
    return false;
}

static void check_end(MaintenanceJob *job) {
    buffer_free(&((CheckJob *)job)->text);
    free(job);
}

MaintenanceJob *check_create(bool thorough) {
    static const MaintenanceMethods methods = {check_step, check_end};
    CheckJob *check = memory_allocate(sizeof *check);
    check->job.methods = &methods;
    check->thorough = thorough;
    return &check->job;
}
