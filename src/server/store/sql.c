#include <config.h>

#include "server/store/sql.h"

#include <string.h>

/* A move adds one row; only a game's first move also sets `moved`. The indexes are for the lists of
 * games with running clocks and of unstarted games. */
const char sql_schema[] =
    "CREATE TABLE game("
    " id INTEGER PRIMARY KEY,"
    " created_ms INTEGER NOT NULL,"
    " variant TEXT NOT NULL,"
    " start TEXT NOT NULL,"
    " base_ms INTEGER NOT NULL,"
    " increment_ms INTEGER NOT NULL,"
    " hidden INTEGER NOT NULL,"
    " maker BLOB UNIQUE,"
    " white_hash BLOB,"
    " white_name TEXT NOT NULL,"
    " black_hash BLOB,"
    " black_name TEXT NOT NULL,"
    " moved INTEGER NOT NULL DEFAULT 0,"
    " draw TEXT NOT NULL DEFAULT 'none',"
    " draw_by TEXT NOT NULL DEFAULT 'w',"
    " draw_ply INTEGER NOT NULL DEFAULT 0,"
    " draw_decline_ply INTEGER NOT NULL DEFAULT 0,"
    " result TEXT,"
    " reason TEXT,"
    " end_by TEXT,"
    " end_ply INTEGER,"
    " end_ms INTEGER);"
    "CREATE INDEX clocked ON game(id) WHERE base_ms > 0 AND reason IS NULL;"
    "CREATE INDEX unmoved ON game(id, created_ms) WHERE moved = 0;"
    "CREATE TABLE move("
    " game INTEGER NOT NULL,"
    " ply INTEGER NOT NULL,"
    " ms INTEGER NOT NULL,"
    " path TEXT NOT NULL,"
    " PRIMARY KEY(game, ply)) WITHOUT ROWID;"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, room BLOB NOT NULL);";

#define NEXT_PLY "(SELECT ifnull(max(ply) + 1, 0) FROM move WHERE game = ?1)"

/* The statement of a change contains its conditions. A change without an effect is refused. */
const char *const sql_text[SQL_STATEMENT_COUNT] = {
    [SQL_BEGIN] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_CREATE] = "INSERT INTO game(id, created_ms, variant, start, base_ms, increment_ms, hidden,"
                   " maker, white_hash, white_name, black_hash, black_name)"
                   " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [SQL_FIND_CREATOR] = "SELECT id FROM game WHERE maker = ?",
    [SQL_SEAT_WHITE] = "UPDATE game SET white_hash = ?2, white_name = ?3"
                       " WHERE id = ?1 AND ifnull(white_hash, ?2) = ?2",
    [SQL_SEAT_BLACK] = "UPDATE game SET black_hash = ?2, black_name = ?3"
                       " WHERE id = ?1 AND ifnull(black_hash, ?2) = ?2",
    [SQL_MOVE] = "INSERT INTO move(game, ply, ms, path) SELECT ?1, ?2, ?3, ?4"
                 " WHERE (SELECT reason IS NULL FROM game WHERE id = ?1) AND ?2 = " NEXT_PLY,
    [SQL_FIRST_MOVE] = "UPDATE game SET moved = 1 WHERE id = ?",
    [SQL_DRAW] = "UPDATE game SET draw = ?2, draw_by = ?3, draw_ply = ?4, draw_decline_ply = ?5"
                 " WHERE id = ?1 AND reason IS NULL",
    [SQL_END] = "UPDATE game SET end_ply = ?2, result = ?3, reason = ?4, end_by = ?5, end_ms = ?6"
                " WHERE id = ?1 AND reason IS NULL AND ?2 = " NEXT_PLY,
    [SQL_DELETE] = "DELETE FROM game WHERE id = ?1"
                   " AND NOT EXISTS(SELECT 1 FROM move WHERE game = ?1)",
    [SQL_EXISTS] = "SELECT id FROM game WHERE id = ?",
    [SQL_PROBE] = "INSERT INTO probe(id, count, room) VALUES(1, 1, zeroblob(65536))"
                  " ON CONFLICT(id) DO UPDATE SET count = count + 1, room = excluded.room",
    [SQL_LOAD_GAME] = "SELECT created_ms, variant, start, base_ms, increment_ms, hidden, maker,"
                      " white_hash, white_name, black_hash, black_name, moved,"
                      " draw, draw_by, draw_ply, draw_decline_ply,"
                      " result, reason, end_by, end_ply, end_ms FROM game WHERE id = ?",
    [SQL_LOAD_MOVES] = "SELECT ply, ms, path FROM move WHERE game = ? ORDER BY ply",
    [SQL_TIMED_GAMES] = "SELECT id FROM game WHERE base_ms > 0 AND reason IS NULL AND id > ?"
                        " ORDER BY id LIMIT ?",
    [SQL_UNSTARTED_GAMES] = "SELECT id FROM game WHERE moved = 0 AND id > ? AND created_ms < ?3"
                            " ORDER BY id LIMIT ?2",
    [SQL_COUNT_GAMES] = "SELECT count(*) FROM game",
    [SQL_NEXT_GAME] = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 1",
    [SQL_NEXT_MOVES] = "SELECT game FROM move WHERE game > ? ORDER BY game LIMIT 1",
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

/* ---- words for values ---- */

static const char *const colors[COLOR_COUNT] = {[WHITE] = "w", [BLACK] = "b"};
static const char *const offers[] = {
    [STORE_OFFER_NONE] = "none", [STORE_OFFER_OPEN] = "open", [STORE_OFFER_DECLINED] = "declined"};

const char *sql_color_word(Color color) {
    return colors[color];
}

const char *sql_offer_word(StoreOffer offer) {
    return offers[offer];
}

bool sql_parse_color(const char *word, Color *color) {
    *color = strcmp(word, colors[BLACK]) == 0 ? BLACK : WHITE;
    return strcmp(word, colors[*color]) == 0;
}

bool sql_parse_offer(const char *word, StoreOffer *offer) {
    for (*offer = STORE_OFFER_NONE; *offer <= STORE_OFFER_DECLINED; (*offer)++)
        if (strcmp(word, offers[*offer]) == 0)
            return true;
    return false;
}

bool sql_parse_outcome(const char *result, const char *reason, Outcome *outcome) {
    Result as = RESULT_OPEN;
    while (as < RESULT_DRAW && strcmp(result, result_text(as)) != 0)
        as++;
    Reason why = REASON_LION;
    while (why < REASON_ABORTED && strcmp(reason, reason_word(why)) != 0)
        why++;
    *outcome = (Outcome){as, why};
    return strcmp(result, result_text(as)) == 0 && strcmp(reason, reason_word(why)) == 0;
}
