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
    DATABASE_VERSION = 1               /* of the schema, in the file's header */
};

/*
 * To change the schema: raise DATABASE_VERSION, change sql_schema, and convert an older file in
 * set_up(), before its schema is checked. Write a copy beside the file first, and then go from
 * each version to the next in one transaction that also sets user_version, so that a crash leaves
 * a file of the one or of the other. Its test converts a file that the old version has written,
 * and makes each call of a conversion fail in turn, as tests/server/test_restore does.
 */

/* How far the indexes have been repaired. */
typedef enum DatabaseRepair { REPAIR_NONE, REPAIR_UNSOUND, REPAIR_ALL } DatabaseRepair;

typedef struct Database {
    sqlite3 *connection;
    sqlite3_stmt *statement[SQL_STATEMENT_COUNT];
    char *path;               /* owned */
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
    DATABASE_CREATE,  /* creates the file if needed */
    DATABASE_EXISTING /* opens an existing file, which may be read-only */
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
