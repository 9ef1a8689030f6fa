/* The stores in a database, by the name of the database: the path of a file of SQLite, or a
 * connection string of PostgreSQL. Opening and checking one, and copying one into another. */
#ifndef SERVER_STORE_STORE_OPEN_H
#define SERVER_STORE_STORE_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "server/store/store.h"
#include "server/store/store_sqlite.h"

/* ---- connection strings of PostgreSQL ----
 * They have libpq's two forms, "postgresql://USER@HOST/NAME?KEYWORD=VALUE" and "KEYWORD=VALUE ...".
 * The setting `database` holds one of these or the path of a file of SQLite. */

enum { CONNINFO_SHOWN_SIZE = 256 };

/* Returns whether the name of a database is a connection string. A path that looks like one is
 * written with a folder: "./host=1.db". */
bool conninfo_matches(const char *database);

/* Returns false with an error, which shows no password, if the connection string is malformed or
 * the program was built without libpq. */
bool conninfo_check(const char *conninfo, Error *error);

/* Returns whether a valid connection string contains a password. */
bool conninfo_has_password(const char *conninfo);

/* Writes the keywords and values of a valid connection string for people, without passwords;
 * "..." at the end if it is cut. Returns `shown`. */
const char *conninfo_show(const char *conninfo, char shown[CONNINFO_SHOWN_SIZE]);

/* ---- opening ---- */

/* Opens the store, which is created if needed, and starts its threads. Returns NULL with an error
 * on failure. */
Store *store_open(const StoreOptions *options, Error *error);

/* Runs a STORE_CHECK without a server. Returns false with an error if the database cannot be
 * opened. The caller passes the completion to store_completion_free() in either case. */
bool store_open_check(const char *database, StoreCompletion *completion, Error *error);

/* ---- copying all games into another database of either kind, for congod --copy ---- */

typedef struct StoreCopyOptions {
    const char *from, *to; /* paths of files of SQLite, or connection strings of PostgreSQL */
    bool leaves_out_damaged;
    int64_t patience_ms;     /* for a server that was killed to be forgotten */
    int64_t report_every_ms; /* while it takes long, ... */
    StoreReport *report;     /* ... by a sentence; may be NULL */
} StoreCopyOptions;

typedef struct StoreCopyResult {
    uint64_t games, moves; /* now in both databases */
    uint64_t continued;    /* games that an interrupted copy had left there */
    uint64_t damaged;      /* games that cannot be copied */
    Buffer text;           /* owned: a line "ID: what" for each damaged game */
} StoreCopyResult;

/*
 * Copies all games and the service time. Then each game is loaded from both databases, compared and
 * replayed. `to` is created if it is a file that does not exist; it may only have games of `from`,
 * which an interrupted copy has left. Returns false with an error if a server has one of the
 * databases, if games are damaged and not to be left out, or if a database cannot be read or
 * written; a copy that has failed can be repeated. The caller frees the result's text in either
 * case.
 */
bool store_copy_run(const StoreCopyOptions *options, StoreCopyResult *result, Error *error);

#endif
