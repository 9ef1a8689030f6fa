#include <config.h>

#include "server/store/sql.h"

/*
 * A move adds one row and marks the row before it as not the last; only a game's first move also
 * changes the game's row. `sum` guards a game's row (game_row.h), and `hash` and `last` guard its
 * moves (query.c). The indexes are for the lists of games with running clocks and of unstarted
 * games, and for the creator's key; all of them can be made from the rows. An index on a column
 * that the moves of a game change would cost a page for each of them.
 */
const char sql_schema[] =
    "CREATE TABLE game("
    " id INTEGER PRIMARY KEY,"
    " created_ms INTEGER NOT NULL,"
    " variant TEXT NOT NULL,"
    " start TEXT NOT NULL,"
    " base_ms INTEGER NOT NULL,"
    " increment_ms INTEGER NOT NULL,"
    " per_move INTEGER NOT NULL,"
    " claim_minutes INTEGER NOT NULL,"
    " hidden INTEGER NOT NULL,"
    " invite BLOB,"
    " maker BLOB,"
    " rematch_of INTEGER NOT NULL,"
    " white_hash BLOB,"
    " white_name TEXT NOT NULL,"
    " black_hash BLOB,"
    " black_name TEXT NOT NULL,"
    " moved INTEGER NOT NULL DEFAULT 0,"
    " draw TEXT NOT NULL DEFAULT 'none',"
    " draw_by TEXT NOT NULL DEFAULT 'w',"
    " draw_ply INTEGER NOT NULL DEFAULT 0,"
    " draw_decline_ply INTEGER NOT NULL DEFAULT 0,"
    " result TEXT NOT NULL DEFAULT '*',"
    " reason TEXT,"
    " end_by TEXT NOT NULL DEFAULT 'w',"
    " end_ply INTEGER NOT NULL DEFAULT 0,"
    " end_ms INTEGER NOT NULL DEFAULT 0,"
    " rematch TEXT NOT NULL DEFAULT 'none',"
    " rematch_by TEXT NOT NULL DEFAULT 'w',"
    " rematch_game INTEGER NOT NULL DEFAULT 0,"
    " sum INTEGER NOT NULL);"
    "CREATE UNIQUE INDEX maker ON game(maker);"
    "CREATE INDEX clocked ON game(id) WHERE base_ms > 0 AND reason IS NULL;"
    "CREATE INDEX unmoved ON game(id, created_ms) WHERE moved = 0;"
    "CREATE TABLE move("
    " game INTEGER NOT NULL,"
    " ply INTEGER NOT NULL,"
    " ms INTEGER NOT NULL,"
    " path TEXT NOT NULL,"
    " at_ms INTEGER NOT NULL,"
    " hash INTEGER NOT NULL,"
    " last INTEGER NOT NULL,"
    " PRIMARY KEY(game, ply)) WITHOUT ROWID;"
    "CREATE TABLE clock(id INTEGER PRIMARY KEY, service_ms INTEGER NOT NULL, sum INTEGER NOT NULL);"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, room BLOB NOT NULL);";

#define GAME_COLUMNS                                                                               \
    "created_ms, variant, start, base_ms, increment_ms, per_move, claim_minutes, hidden, invite,"  \
    " maker, rematch_of, white_hash, white_name, black_hash, black_name, moved, draw, draw_by,"    \
    " draw_ply, draw_decline_ply, result, reason, end_by, end_ply, end_ms, rematch, rematch_by,"   \
    " rematch_game, sum"

const char *const sql_text[SQL_STATEMENT_COUNT] = {
    [SQL_BEGIN] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_CREATE] = "INSERT INTO game(id, " GAME_COLUMNS ")"
                   " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                   " ?, ?, ?, ?, ?, ?)"
                   " ON CONFLICT(id) DO NOTHING",
    [SQL_FIND_CREATOR] = "SELECT id FROM game WHERE maker = ?",
    [SQL_SEAT_WHITE] = "UPDATE game SET white_hash = ?, white_name = ?, sum = ? WHERE id = ?",
    [SQL_SEAT_BLACK] = "UPDATE game SET black_hash = ?, black_name = ?, sum = ? WHERE id = ?",
    [SQL_LAST_MOVE] = "SELECT ply, hash, last FROM move WHERE game = ? ORDER BY ply DESC LIMIT 1",
    [SQL_MOVE] = "INSERT INTO move(game, ply, ms, path, at_ms, hash, last)"
                 " VALUES(?, ?, ?, ?, ?, ?, ?)",
    [SQL_MOVE_NOT_LAST] = "UPDATE move SET last = 0 WHERE game = ? AND ply = ?",
    [SQL_MOVED] = "UPDATE game SET moved = 1, sum = ? WHERE id = ?",
    [SQL_DRAW] = "UPDATE game SET draw = ?, draw_by = ?, draw_ply = ?, draw_decline_ply = ?,"
                 " sum = ? WHERE id = ?",
    [SQL_END] = "UPDATE game SET result = ?, reason = ?, end_by = ?, end_ply = ?, end_ms = ?,"
                " sum = ? WHERE id = ?",
    [SQL_REMATCH] = "UPDATE game SET rematch = ?, rematch_by = ?, rematch_game = ?, sum = ?"
                    " WHERE id = ?",
    [SQL_SUM] = "UPDATE game SET sum = ? WHERE id = ?",
    [SQL_DELETE] = "DELETE FROM game WHERE id = ?",
    [SQL_SET_CLOCK] = "INSERT INTO clock(id, service_ms, sum) VALUES(1, ?, ?) ON CONFLICT(id)"
                      " DO UPDATE SET service_ms = excluded.service_ms, sum = excluded.sum",
    [SQL_CLOCK] = "SELECT service_ms, sum FROM clock WHERE id = 1",
    [SQL_MOVE_TIMES] = "SELECT at_ms FROM move",
    [SQL_PROBE] = "INSERT INTO probe(id, count, room) VALUES(1, 1, zeroblob(65536))"
                  " ON CONFLICT(id) DO UPDATE SET count = count + 1, room = excluded.room",
    [SQL_LOAD_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?",
    [SQL_LOAD_MOVES] = "SELECT ply, ms, path, at_ms, hash, last FROM move WHERE game = ?"
                       " ORDER BY ply",
    [SQL_TIMED_GAMES] = "SELECT id FROM game WHERE base_ms > 0 AND reason IS NULL AND id > ?"
                        " ORDER BY id LIMIT ?",
    [SQL_UNSTARTED_GAMES] = "SELECT id FROM game WHERE moved = 0 AND id > ? AND created_ms < ?3"
                            " ORDER BY id LIMIT ?2",
    [SQL_GAMES] = "SELECT id FROM game NOT INDEXED",
    [SQL_COUNT_GAMES] = "SELECT count(*) FROM game",
    [SQL_NEXT_GAME] = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 1",
    [SQL_NEXT_MOVES] = "SELECT game FROM move WHERE game > ? ORDER BY game LIMIT 1",
    [SQL_NEXT_UNMOVED] = "SELECT id FROM game WHERE moved = 0 AND id > ? ORDER BY id LIMIT 1",
};

/* ---- running statements ---- */

SqlBinder sql_bind(sqlite3_stmt *statement) {
    return (SqlBinder){statement, 0, SQLITE_OK};
}

static void note_code(SqlBinder *binder, int code) {
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

void sql_bind_number(SqlBinder *binder, int64_t number) {
    note_code(binder, sqlite3_bind_int64(binder->statement, ++binder->count, number));
}

void sql_bind_text(SqlBinder *binder, const char *text) {
    note_code(binder,
              sqlite3_bind_text(binder->statement, ++binder->count, text, -1, SQLITE_STATIC));
}

void sql_bind_hash(SqlBinder *binder, const KeyHash *hash) {
    int index = ++binder->count;
    note_code(binder, hash ? sqlite3_bind_blob(binder->statement, index, hash->bytes,
                                               sizeof hash->bytes, SQLITE_STATIC)
                           : sqlite3_bind_null(binder->statement, index));
}

int sql_step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

int sql_read_number(sqlite3_stmt *statement, bool *found, int64_t *number) {
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}
