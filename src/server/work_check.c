#include <config.h>

#include "server/work.h"

#include <stdlib.h>
#include <time.h>

#include "net/identity.h"
#include "rules/buffer.h"
#include "rules/memory.h"
#include "server/replay.h"

enum {
    PIECE_NS = 2000000,
    LINES_MAX = 1000 /* of what is wrong */
};

typedef struct Check {
    Work work; /* first: the methods are given it */
    bool thorough;
    uint64_t after; /* the last game looked at */
    StoreTotals totals;
    Buffer text;
} Check;

static void report(Check *check, const char *name, const char *wrong) {
    check->totals.damaged++;
    if (check->totals.damaged == LINES_MAX + 1)
        buffer_add_string(&check->text, "and more\n");
    if (check->totals.damaged <= LINES_MAX)
        buffer_add_format(&check->text, "%s: %s\n", name, wrong);
}

/* What SQLite finds: pages that are lost or used twice, rows that an index has not, and the like.
 */
static void examine_file(Check *check) {
    sqlite3 *connection = check->work.database->connection;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection, "PRAGMA integrity_check(20)", -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *line =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (line && sqlite3_stricmp(line, "ok") != 0)
            report(check, "the file", line);
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        report(check, "the file", sqlite3_errstr(code));
}

static void check_game(Check *check, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    Error error = {0};
    int code = database_load(check->work.database, &loaded);
    check->totals.games++;
    if (code != SQLITE_OK)
        error_set(&error, ERROR_IO, "cannot be read: %s", sqlite3_errstr(code));
    else if (loaded.result == STORE_MISSING)
        error_set(&error, ERROR_STATE, "there are moves of it, but not the game");
    else if (loaded.result == STORE_DAMAGED)
        error_set(&error, ERROR_STATE, "%s", loaded.text);
    else
        replay_check(loaded.game, &error);
    if (error.code != ERROR_NONE)
        report(check, game_id_from_number(id).text, error.text);
    if (loaded.game)
        check->totals.moves += loaded.game->count;
    storecompletion_free(&loaded);
}

static int next_of(Check *check, Statement statement, bool *found, int64_t *id) {
    Binder binder = database_bind(check->work.database, statement);
    bind_number(&binder, (int64_t)check->after);
    return database_number(check->work.database, statement, found, id);
}

/* The next game that is there, or of which there are moves. False: no more. */
static bool find_next(Check *check) {
    bool game_found = false, moves_found = false;
    int64_t game = 0, moves = 0;
    int code = next_of(check, SQL_NEXT_GAME, &game_found, &game);
    if (code == SQLITE_OK)
        code = next_of(check, SQL_NEXT_MOVES, &moves_found, &moves);
    if (code != SQLITE_OK) {
        report(check, "the file", sqlite3_errstr(code));
        return false;
    }
    if (moves_found && (!game_found || moves < game))
        game = moves;
    check->after = (uint64_t)game;
    return game_found || moves_found;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool go_on(Work *work, StoreCompletion *completion) {
    Check *check = (Check *)work;
    int64_t until = now() + PIECE_NS;
    if (check->thorough)
        examine_file(check);
    check->thorough = false;
    do {
        if (!find_next(check)) {
            check->totals.bytes = database_size(work->database);
            completion->totals = check->totals;
            completion->text = buffer_take(&check->text);
            return true;
        }
        check_game(check, check->after);
    } while (now() < until);
    return false;
}

static void end(Work *work) {
    buffer_free(&((Check *)work)->text);
    free(work);
}

Work *check_begin(bool thorough) {
    static const WorkMethods methods = {go_on, end};
    Check *check = memory_allocate(sizeof *check);
    check->work.methods = &methods;
    check->thorough = thorough;
    return &check->work;
}
