/*
 * The store's file: requests in, results out, on one thread. Internal to the SQLite store, which
 * gives it a thread of its own; tests call it without one.
 */
#ifndef SERVER_STORE_DATABASE_H
#define SERVER_STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/error.h"
#include "server/store/store.h"

/* Statements that are prepared once. */
typedef enum SqlStatement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_CREATE,
    SQL_FIND_CREATOR,
    SQL_SEAT_WHITE,
    SQL_SEAT_BLACK,
    SQL_MOVE,
    SQL_FIRST_MOVE,
    SQL_DRAW,
    SQL_END,
    SQL_DELETE,
    SQL_EXISTS,
    SQL_PROBE,
    SQL_LOAD_GAME,
    SQL_LOAD_MOVES,
    SQL_TIMED_GAMES,
    SQL_UNSTARTED_GAMES,
    SQL_COUNT_GAMES,
    SQL_NEXT_GAME,
    SQL_NEXT_MOVES,
    SQL_STATEMENT_COUNT
} SqlStatement;

typedef struct Database {
    sqlite3 *connection;
    sqlite3_stmt *statement[SQL_STATEMENT_COUNT];
    char *path;               /* owned */
    uint64_t games;           /* in the file, with what the transaction has done to them */
    uint64_t games_committed; /* after the last commit */
    int wal_pages;            /* in the log, after the last commit */
    int checkpoint_pages;     /* with so many the log is moved into the file */
    Error failure;            /* ERROR_NONE, or why it has failed for ever: see STORE_FAILED */
} Database;

typedef enum DatabaseMode {
    DATABASE_CREATE,  /* made if it is not there */
    DATABASE_EXISTING /* it must be there, and may be read-only */
} DatabaseMode;

/* NULL with a sentence. checkpoint_size in bytes, 0: the default. */
Database *database_open(const char *path, DatabaseMode mode, size_t checkpoint_size, Error *error);
/* NULL is allowed. */
void database_close(Database *database);

/*
 * Carries out `count` requests, none of them a BACKUP or CHECK, in one transaction with one commit,
 * and fills as many completions. Returns how many changes it committed.
 */
size_t database_run(Database *database, const StoreRequest *requests, size_t count,
                    StoreCompletion *completions);

/* Moves the log into the file, if it has become long. */
void database_checkpoint(Database *database);

/* Bytes of the file and its log. */
uint64_t database_size(const Database *database);

/* ---- between the parts ---- */

extern const char *const sql_text[SQL_STATEMENT_COUNT];
extern const char sql_schema[];
enum {
    DATABASE_APPLICATION = 0x436f6e67, /* "Cong", in the file's header */
    DATABASE_VERSION = 1
};

/* A request carried out within a transaction: SQLITE_OK with the completion's result set, or the
 * code of SQLite that makes the whole transaction fail. */
int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion);
int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion);

/* Loads completion->id: STORE_OK, MISSING or DAMAGED. */
int query_load_game(Database *database, StoreCompletion *completion);

/* Steps a statement that gives no row, and resets it. */
int sql_step(Database *database, SqlStatement statement);
/* The first row's first column, if there is a row. Resets the statement. */
int sql_read_number(Database *database, SqlStatement statement, bool *found, int64_t *number);

/* Fills in the parameters of a statement, from the first on. */
typedef struct SqlBinder {
    sqlite3_stmt *statement;
    int count; /* filled in so far */
    int code;  /* of the first that failed */
} SqlBinder;
SqlBinder sql_bind(Database *database, SqlStatement statement);
void sql_bind_number(SqlBinder *binder, int64_t number);
void sql_bind_text(SqlBinder *binder, const char *text);           /* borrowed until the reset */
void sql_bind_hash(SqlBinder *binder, const unsigned char *bytes); /* the same; NULL: none */

/* Words kept in the file. */
const char *sql_color_word(Color color);
const char *sql_offer_word(StoreOffer offer);
bool sql_parse_color(const char *word, Color *color);
bool sql_parse_offer(const char *word, StoreOffer *offer);
bool sql_parse_outcome(const char *result, const char *reason, Outcome *outcome);

#endif
