/* Requests as SQL, within a transaction. The functions set the completion's result and return
 * SQLITE_OK, or return the code with which the transaction fails. */
#ifndef SERVER_STORE_QUERY_H
#define SERVER_STORE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "server/store/database.h"

/* Runs a change. */
int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion);

/* Runs a query. After an error the completion has what could be read. */
int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion);

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

#endif
