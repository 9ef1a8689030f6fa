/* The stores in a database, by the name of the database: the path of a file of SQLite, or a
 * connection string of PostgreSQL (conninfo.h). */
#ifndef SERVER_STORE_STORE_OPEN_H
#define SERVER_STORE_STORE_OPEN_H

#include <stdbool.h>

#include "base/error.h"
#include "server/store/store.h"

/* Opens the store, which is created if needed, and starts its threads. Returns NULL with an error
 * on failure. */
Store *store_open(const StoreOptions *options, Error *error);

/* Runs a STORE_CHECK without a server. Returns false with an error if the database cannot be
 * opened. The caller passes the completion to store_completion_free() in either case. */
bool store_open_check(const char *database, StoreCompletion *completion, Error *error);

#endif
