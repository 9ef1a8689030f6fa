/* The history of games as seen by clients and by the server, and a check of the server's promises:
 * nothing acknowledged is missing, plies are contiguous, no move is stored twice, and all watchers
 * saw the same moves. For simulations and tests that kill servers. Games are named by their ids. */
#ifndef TESTS_SERVER_HISTORY_H
#define TESTS_SERVER_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct History History;

History *history_create(void);
void history_free(History *history);

/* Records a move that a client sent. No other move may be stored. */
void history_sent(History *history, const char *game, uint32_t ply, const char *path);
/* Record an acknowledgement of the server, a line with "+". */
void history_acknowledged_game(History *history, const char *game);
void history_acknowledged(History *history, const char *game, uint32_t ply, const char *path);
void history_acknowledged_end(History *history, const char *game, const char *result,
                              const char *reason);

/* Adds a watcher of a game from a ply on, and returns its number. */
size_t history_watch(History *history, const char *game, uint32_t from);

/* Records a =MOVE or !MOVE of a watcher, or its own move, in their order. */
void history_saw(History *history, size_t watcher, uint32_t ply, const char *path);

/* Record the contents of the store at the end, in their order. */
void history_stored_game(History *history, const char *game);
void history_stored(History *history, const char *game, uint32_t ply, const char *path);
void history_stored_end(History *history, const char *game, const char *result, const char *reason);

/* Adds a line for each broken promise. Returns true if there is none. */
bool history_check(const History *history, Buffer *faults);

#endif
