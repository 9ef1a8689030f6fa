#include <config.h>

#include "server/store/migration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/store/game_load.h"
#include "server/store/maintenance.h"

enum { COPIES_MAX = 1000 };

/* ---- version 2: checksums, rematches, invitations, claims, time for each move, service time ----
 */

/* The moves of version 1 on their way to a table with checksums. */
typedef struct MoveCopier {
    int64_t game, ply;
    StoreMove move;
    uint64_t hash;
    bool waiting; /* a move that is written once it is known whether it is the last */
} MoveCopier;

static int write_waiting(Database *database, MoveCopier *copier, bool last) {
    if (!copier->waiting)
        return SQLITE_OK;
    SqlBinder binder = sql_bind(database->statement[SQL_MOVE]);
    sql_bind_number(&binder, copier->game);
    sql_bind_number(&binder, copier->ply);
    sql_bind_number(&binder, copier->move.ms);
    sql_bind_text(&binder, copier->move.path);
    sql_bind_number(&binder, copier->move.at_ms);
    sql_bind_number(&binder, (int64_t)copier->hash);
    sql_bind_number(&binder, last);
    return binder.code == SQLITE_OK ? sql_step(binder.statement) : binder.code;
}

/* A row that is invalid stays so: its ply is not the next, or its move is none. */
static int copy_move(Database *database, MoveCopier *copier, sqlite3_stmt *row) {
    int64_t game = sqlite3_column_int64(row, 0);
    bool follows = copier->waiting && copier->game == game;
    int code = write_waiting(database, copier, !follows);
    copier->waiting = true;
    copier->game = game;
    copier->ply = sqlite3_column_int64(row, 1);
    copier->move = (StoreMove){.ms = (uint32_t)sqlite3_column_int64(row, 2), .at_ms = -1};
    const char *path = (const char *)sqlite3_column_text(row, 3);
    bool valid = text_copy(copier->move.path, sizeof copier->move.path, path ? path : "");
    if (!follows)
        copier->hash = move_hash_start((uint64_t)game);
    copier->hash = move_hash_next(copier->hash, (uint32_t)copier->ply, &copier->move) + !valid;
    return code;
}

static int copy_moves(Database *database) {
    MoveCopier copier = {0};
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_prepare_v2(database->connection,
                                  "SELECT game, ply, ms, path FROM old_move ORDER BY game, ply", -1,
                                  &rows, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
        code = copy_move(database, &copier, rows);
    sqlite3_finalize(rows);
    return code == SQLITE_DONE ? write_waiting(database, &copier, true) : code;
}

/* A row that is invalid gets no checksum. */
static int add_sum(Database *database, uint64_t id) {
    GameRow row;
    StoreCompletion completion = {0};
    int code = game_row_read(database, id, &row, &completion);
    bool valid = completion.result == STORE_OK;
    store_completion_free(&completion);
    if (code != SQLITE_OK || !valid)
        return code;
    SqlBinder binder = sql_bind(database->statement[SQL_SUM]);
    sql_bind_number(&binder, (int64_t)game_row_sum(&row));
    sql_bind_number(&binder, (int64_t)id);
    return sql_step(binder.statement);
}

static int add_sums(Database *database) {
    bool found = true;
    int64_t id = -1;
    int code = SQLITE_OK;
    while (code == SQLITE_OK && found) {
        SqlBinder binder = sql_bind(database->statement[SQL_NEXT_GAME]);
        sql_bind_number(&binder, id);
        int64_t before = id;
        code = sql_read_number(binder.statement, &found, &id);
        if (code == SQLITE_OK && found)
            code = id > before ? add_sum(database, (uint64_t)id) : SQLITE_CORRUPT;
    }
    return code;
}

static int prepare(Database *database, SqlStatement statement) {
    return sqlite3_prepare_v2(database->connection, sql_text[statement], -1,
                              &database->statement[statement], NULL);
}

static int convert_rows(Database *database) {
    static const SqlStatement used[] = {SQL_NEXT_GAME, SQL_LOAD_GAME, SQL_SUM, SQL_MOVE};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof used / sizeof *used && code == SQLITE_OK; i++)
        code = prepare(database, used[i]);
    if (code == SQLITE_OK)
        code = add_sums(database);
    if (code == SQLITE_OK)
        code = copy_moves(database);
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        sqlite3_finalize(database->statement[used[i]]);
        database->statement[used[i]] = NULL;
    }
    return code;
}

static int convert_to_2(Database *database) {
    static const char begin[] = "DROP INDEX clocked; DROP INDEX unmoved;"
                                "ALTER TABLE game RENAME TO old_game;"
                                "ALTER TABLE move RENAME TO old_move;"
                                "DROP TABLE probe;";
    static const char copy_games[] =
        "INSERT INTO game(id, created_ms, variant, start, base_ms, increment_ms, per_move,"
        " claim_minutes, hidden, maker, rematch_of, white_hash, white_name, black_hash, black_name,"
        " moved, draw, draw_by, draw_ply, draw_decline_ply, result, reason, end_by, end_ply,"
        " end_ms, sum)"
        " SELECT id, created_ms, variant, start, base_ms, increment_ms, 0,"
        " 0, hidden, maker, 0, white_hash, white_name, black_hash, black_name,"
        " moved, draw, draw_by, draw_ply, draw_decline_ply, ifnull(result, '*'), reason,"
        " ifnull(end_by, 'w'), ifnull(end_ply, 0), ifnull(end_ms, 0), 0 FROM old_game";
    static const char end[] = "DROP TABLE old_game; DROP TABLE old_move;";
    const char *const before[] = {begin, sql_schema, copy_games};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof before / sizeof *before && code == SQLITE_OK; i++)
        code = sqlite3_exec(database->connection, before[i], NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = convert_rows(database);
    return code == SQLITE_OK ? sqlite3_exec(database->connection, end, NULL, NULL, NULL) : code;
}

/* ---- the copy ---- */

/* Names the copy FILE.version-N, or FILE.version-N-2 and so on if there is one. */
static bool name_copy(const Database *database, int version, char path[STORE_PATH_SIZE]) {
    struct stat status;
    for (int i = 1; i < COPIES_MAX; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        int length =
            snprintf(path, STORE_PATH_SIZE, "%s.version-%d%s", database->path, version, number);
        if (length < STORE_PATH_SIZE && lstat(path, &status) != 0)
            return true;
    }
    return false;
}

/* Gives the copy the file's mode, and its owner as far as this process may. */
static void copy_permissions(const Database *database, const char *path) {
    struct stat status;
    if (stat(database->path, &status) == 0 && chown(path, status.st_uid, status.st_gid) == 0)
        chmod(path, status.st_mode & 0777);
}

static bool write_copy(Database *database, int version, char path[STORE_PATH_SIZE], Error *error) {
    if (!name_copy(database, version, path))
        return error_set(error, ERROR_IO, "%s: there are too many copies beside it",
                         database->path);
    StoreCompletion completion;
    MaintenanceJob *job =
        maintenance_begin(database, &(StoreRequest){.kind = STORE_BACKUP, .path = path}, false);
    while (!maintenance_step(job, &completion))
        continue;
    maintenance_end(job);
    bool good = completion.result == STORE_OK;
    if (good)
        copy_permissions(database, path);
    else
        error_set(error, ERROR_IO, "the copy that is made before the database is converted: %s",
                  completion.text);
    store_completion_free(&completion);
    return good;
}

/* ---- steps ---- */

typedef int MigrationStep(Database *database);

/* From version 1 on. */
static MigrationStep *const steps[DATABASE_VERSION] = {NULL, convert_to_2};

static int run_step(Database *database, int version) {
    char sql[60];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d; COMMIT", version + 1);
    int code = sqlite3_exec(database->connection, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = steps[version](database);
    return code == SQLITE_OK ? sqlite3_exec(database->connection, sql, NULL, NULL, NULL) : code;
}

bool migration_run(Database *database, Error *error) {
    char copy[STORE_PATH_SIZE], shown[SHORT_PATH_SIZE];
    int before = database->version, code = SQLITE_OK;
    if (!write_copy(database, before, copy, error))
        return false;
    while (database->version < DATABASE_VERSION &&
           (code = run_step(database, database->version)) == SQLITE_OK)
        database->version++;
    if (code == SQLITE_OK) {
        error_set(&database->notice, ERROR_NONE,
                  "the database has been converted from version %d to %d; the copy %s has the old "
                  "version",
                  before, DATABASE_VERSION, text_shorten_path(copy, shown));
        return true;
    }
    database_set_error(database, code, error);
    if (!sqlite3_get_autocommit(database->connection))
        sqlite3_exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
    /* A server that is started again and again would fill the disk with copies. */
    if (database->version == before)
        unlink(copy);
    return error_prefix(error,
                        "the database cannot be converted to version %d: ", DATABASE_VERSION);
}
