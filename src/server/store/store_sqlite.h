/*
 * The store in a file of SQLite 3. One connection, which nobody shares, lives on a thread of its
 * own; the log is synced before a completion appears (WAL, synchronous=FULL). Beside FILE lies
 * FILE-wal while the store is open, or after a crash: it belongs to it.
 */
#ifndef SERVER_STORE_STORE_SQLITE_H
#define SERVER_STORE_STORE_SQLITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "server/store/store.h"

typedef struct SqliteStoreOptions {
    const char *path;       /* the file; made, with mode 0600, if it is not there */
    StoreNotify *notify;    /* called on the store's thread */
    void *context;          /* for `notify` */
    size_t checkpoint_size; /* bytes of the log after which it is moved into the file; 0: 16 MiB */
} SqliteStoreOptions;

/*
 * Opens the store and starts its thread. NULL with a sentence when the file cannot be used: it is
 * another program's or a newer version's, it is damaged, or another process has it open.
 */
Store *store_sqlite_open(const SqliteStoreOptions *options, Error *error);

/*
 * What STORE_CHECK and STORE_BACKUP do, for a file that no server has open: it is opened (not
 * made), the work is done, and it is closed. A check looks also at what SQLite itself can say about
 * the file, and puts it into the completion's `text`; each of these faults counts in its
 * `damaged` like a game. False with a sentence when the file cannot be opened; what the work
 * found is in the completion, which is to be given to store_completion_free in either case.
 */
bool store_sqlite_check(const char *path, StoreCompletion *completion, Error *error);
bool store_sqlite_backup(const char *path, const char *to, StoreCompletion *completion,
                         Error *error);

#endif
