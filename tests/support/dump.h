/* The contents of a store as text. */
#ifndef TESTS_SUPPORT_DUMP_H
#define TESTS_SUPPORT_DUMP_H

#include "base/buffer.h"
#include "server/store/store_sqlite.h"

/* Runs copies of requests as database_run() does, and fills in `count` completions. */
size_t dump_run(Database *database, const StoreRequest *requests, size_t count,
                StoreCompletion *completions);

/* Adds a few lines for the game and one for each move. */
void dump_game(const StoreGame *game, Buffer *text);

/* Returns the games and lists of a file as text, owned by the caller, or NULL if a request failed.
 * The text of a damaged or illegal game contains the reason. */
char *dump_database(Database *database);

/* Returns all games of a file in the same form, or NULL if one could not be loaded. */
char *dump_all(Database *database);

#endif
