/* Copying all games of a database into another one of either kind, for congod --copy. */
#ifndef SERVER_STORE_STORE_COPY_H
#define SERVER_STORE_STORE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "server/store/store_sqlite.h"

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
