/* The schema and the prepared statements of the store. */
#ifndef SERVER_STORE_SQL_H
#define SERVER_STORE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "net/identity.h"
#include "server/store/store.h"

/* Prepared statements. */
typedef enum SqlStatement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_CREATE,
    SQL_FIND_CREATOR,
    SQL_SEAT_WHITE,
    SQL_SEAT_BLACK,
    SQL_LAST_MOVE,
    SQL_MOVE,
    SQL_MOVE_NOT_LAST,
    SQL_MOVED,
    SQL_DRAW,
    SQL_END,
    SQL_REMATCH,
    SQL_SUM,
    SQL_DELETE,
    SQL_SET_CLOCK,
    SQL_CLOCK,
    SQL_MOVE_TIMES,
    SQL_PROBE,
    SQL_LOAD_GAME,
    SQL_LOAD_MOVES,
    SQL_TIMED_GAMES,
    SQL_UNSTARTED_GAMES,
    SQL_GAMES,
    SQL_COUNT_GAMES,
    SQL_NEXT_GAME,
    SQL_NEXT_MOVES,
    SQL_NEXT_UNMOVED,
    SQL_STATEMENT_COUNT
} SqlStatement;

extern const char *const sql_text[SQL_STATEMENT_COUNT];
extern const char sql_schema[];

/* ---- running statements ---- */

/* Binds the parameters of a statement in order. Texts and hashes are borrowed until the statement
 * is reset. */
typedef struct SqlBinder {
    sqlite3_stmt *statement;
    int count; /* bound so far */
    int code;  /* SQLite's, of the first failure */
} SqlBinder;

SqlBinder sql_bind(sqlite3_stmt *statement);
void sql_bind_number(SqlBinder *binder, int64_t number);
void sql_bind_text(SqlBinder *binder, const char *text);
void sql_bind_hash(SqlBinder *binder, const KeyHash *hash); /* NULL: SQL's NULL */

/* Runs a statement and resets it. Returns SQLite's code, SQLITE_OK on success. */
int sql_step(sqlite3_stmt *statement);

/* Does the same and reads the first column of the first row, if there is one. */
int sql_read_number(sqlite3_stmt *statement, bool *found, int64_t *number);

#endif
