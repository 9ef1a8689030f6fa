/*
 * The store in a file of SQLite 3. The store's thread has the only connection. The log is synced
 * before a completion appears (WAL, synchronous=FULL). While the store is open, and after a crash,
 * the file FILE-wal beside FILE is a part of it.
 */
#ifndef SERVER_STORE_STORE_SQLITE_H
#define SERVER_STORE_STORE_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "net/identity.h"
#include "server/store/store.h"

/* ---- prepared statements ---- */

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
    SQL_MOVE_FOLLOWS,
    SQL_MOVED,
    SQL_DRAW,
    SQL_END,
    SQL_REMATCH,
    SQL_HIDE,
    SQL_SUM,
    SQL_DELETE,
    SQL_DELETE_MOVES,
    SQL_SET_CLOCK,
    SQL_CLOCK,
    SQL_MOVE_TIMES,
    SQL_PROBE,
    SQL_LOAD_GAME,
    SQL_LOAD_MOVES,
    SQL_TIMED_GAMES,
    SQL_UNSTARTED_GAMES,
    SQL_FINISHED_GAMES,
    SQL_GAMES,
    SQL_COUNT_GAMES,
    SQL_NEXT_GAME,
    SQL_NEXT_MOVES,
    SQL_NEXT_UNMOVED,
    SQL_STATEMENT_COUNT
} SqlStatement;

/* Binds the parameters of a statement in order. Texts and hashes are borrowed until the statement
 * is reset. */
typedef struct SqlBinder {
    sqlite3_stmt *statement;
    int count; /* bound so far */
    int code;  /* SQLite's, of the first failure */
} SqlBinder;

SqlBinder sql_bind(sqlite3_stmt *statement);

void sql_bind_number(SqlBinder *binder, int64_t number);

/* Runs a statement, reads the first column of the first row, if there is one, and resets it.
 * Returns SQLite's code, SQLITE_OK on success. */
int sql_read_number(sqlite3_stmt *statement, bool *found, int64_t *number);

/* ---- the file: transactions and checkpoints; for one thread, the store's or a test's ----
 * To change the schema: raise DATABASE_VERSION, change sql_schema, and convert an older file in
 * set_up(), before its schema is checked. Write a copy beside the file first, and then go from
 * each version to the next in one transaction that also sets user_version, so that a crash leaves
 * a file of the one or of the other. Its test converts a file that the old version has written,
 * and makes each call of a conversion fail in turn, as tests/server/test_restore does. */

enum { DATABASE_APPLICATION = 0x436f6e67 }; /* "Cong", in the file's header */

/* How far the indexes have been repaired. */
typedef enum DatabaseRepair { REPAIR_NONE, REPAIR_UNSOUND, REPAIR_ALL } DatabaseRepair;

typedef struct Database {
    sqlite3 *connection;
    sqlite3_stmt *statement[SQL_STATEMENT_COUNT];
    char *path;               /* owned */
    uint64_t games;           /* in the file, including the changes of the transaction */
    uint64_t games_committed; /* after the last commit */
    int wal_pages;            /* in the log and not yet in the file, after the last commit */
    bool has_log;             /* the log is not empty; its pages may be in the file */
    bool is_read_only;        /* only jobs run: nothing is repaired */
    bool is_full;             /* the last change did not fit on the disk */
    DatabaseRepair repair;    /* of the indexes, once each */
    Error failure;            /* why the store has failed; see STORE_FAILED */
    Error notice; /* what the operator should know about an open file, or an empty text */
} Database;

typedef enum DatabaseMode {
    DATABASE_CREATE,   /* creates the file if needed */
    DATABASE_EXISTING, /* opens an existing file, which may be read-only */
    DATABASE_FORCE /* may be added to both: a damaged log (wal.h) is used as far as it can be read.
                    * Of the former a copy of it is kept, and database->notice says where */
} DatabaseMode;

/* Returns NULL with an error on failure. */
Database *database_open(const char *path, unsigned mode, Error *error);

/* Closes the file; NULL is allowed. After a failure nothing is written: the next program that opens
 * the file recovers it. */
void database_close(Database *database);

/* Runs `count` requests, without jobs, in one transaction with one commit, and fills in their
 * completions, which have begun. Returns the number of committed changes. */
size_t database_run(Database *database, StoreRequest *const *requests, size_t count);

/* Moves the log into the file if it has at least `pages` pages. */
void database_checkpoint(Database *database, int pages);

/* ---- damage ---- */

/* The game that follows an id. */
typedef struct QueryNext {
    bool found;
    uint64_t id;
    const char *damage; /* why games may be missed, static; NULL: none are */
} QueryNext;

/* Finds the game with the lowest id above `after`, or moves without a game, the rest of a damaged
 * one. It is looked for among the games, the moves, and the index of games without moves, so that
 * a damaged page hides a game only if it has two of these. Returns SQLITE_OK, or the code of a
 * failure other than damage. */
int query_next_game(Database *database, uint64_t after, QueryNext *next);

/* ---- the store ---- */

/* Opens the store, whose file is created with mode 0600 if needed, and starts its thread. Returns
 * NULL with an error if the file is not a store, has a newer version, is damaged, or is open in
 * another process. */
Store *store_sqlite_open(const StoreOptions *options, Error *error);

/*
 * Run a STORE_CHECK or a STORE_BACKUP on an existing file that no server has open. The check
 * includes SQLite's check of the file. They return false with an error if the file cannot be
 * opened. The caller passes the completion to store_completion_free() in either case.
 */
bool store_sqlite_check(const char *path, StoreCompletion *completion, Error *error);

/* `replaces`: any regular file. */
bool store_sqlite_backup(const char *path, const char *to, bool replaces,
                         StoreCompletion *completion, Error *error);

#endif
