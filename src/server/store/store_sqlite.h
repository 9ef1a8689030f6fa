/*
 * The store in a file of SQLite 3. The store's thread has the only connection. The log is synced
 * before a completion appears (WAL, synchronous=FULL). While the store is open, and after a crash,
 * the file FILE-wal beside FILE is a part of it.
 */
#ifndef SERVER_STORE_STORE_SQLITE_H
#define SERVER_STORE_STORE_SQLITE_H

#include <stdbool.h>

#include "base/error.h"
#include "server/store/store.h"

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
bool store_sqlite_backup(const char *path, const char *to, StoreCompletion *completion,
                         Error *error);

#endif
