/* The store's file: transactions and checkpoints. For one thread: that of store_sqlite.h, or a
 * test's. */
#ifndef SERVER_STORE_DATABASE_H
#define SERVER_STORE_DATABASE_H

#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/error.h"
#include "server/store/sql.h"
#include "server/store/store.h"

enum {
    DATABASE_APPLICATION = 0x436f6e67, /* "Cong", in the file's header */
    DATABASE_VERSION = 2
};

/* How far the indexes have been repaired. */
typedef enum DatabaseRepair { REPAIR_NONE, REPAIR_UNSOUND, REPAIR_ALL } DatabaseRepair;

typedef struct Database {
    sqlite3 *connection;
    sqlite3_stmt *statement[SQL_STATEMENT_COUNT];
    char *path;               /* owned */
    int version;              /* of the file, as it was opened or converted */
    uint64_t games;           /* in the file, including the changes of the transaction */
    uint64_t games_committed; /* after the last commit */
    int wal_pages;            /* in the log, after the last commit */
    int checkpoint_pages;     /* in the log, at which a checkpoint is due */
    bool is_read_only;        /* only jobs run: nothing is repaired */
    DatabaseRepair repair;    /* of the indexes, once each; see index_repair.h */
    Error failure;            /* why the store has failed; see STORE_FAILED */
    Error notice; /* what the operator should know about an open file, or an empty text */
} Database;

typedef enum DatabaseMode {
    DATABASE_CREATE,   /* creates the file if needed, and converts one of an older version */
    DATABASE_EXISTING, /* opens an existing file, which may be read-only */
    DATABASE_PAGES /* the same for copying, in any version; requests only if it is the present one
                    */
} DatabaseMode;

/* Returns NULL with an error on failure. `checkpoint_size` is in bytes; 0: the default. */
Database *database_open(const char *path, DatabaseMode mode, size_t checkpoint_size, Error *error);

/* Closes the file; NULL is allowed. After a failure nothing is written: the next program that opens
 * the file recovers it. */
void database_close(Database *database);

/* Runs `count` requests, without jobs, in one transaction with one commit, and fills in `count`
 * completions. Returns the number of committed changes. */
size_t database_run(Database *database, const StoreRequest *requests, size_t count,
                    StoreCompletion *completions);

/* Moves the log into the file if it has reached `checkpoint_pages`. */
void database_checkpoint(Database *database);

/* Returns whether a code of SQLite says that a page of the file is damaged: other requests may
 * succeed. */
bool database_is_damage(int code);

/* Sets an error with the file's name for a code of SQLite. Returns false. */
bool database_set_error(const Database *database, int code, Error *error);

#endif
