/* The history of games as clients and the server saw it, and a check of the server's promises:
 * nothing acknowledged is missing, plies are contiguous, no move is stored twice, and every watcher
 * saw the same sequence. For simulations and for servers that are killed. */
#ifndef TESTS_SERVER_HISTORY_H
#define TESTS_SERVER_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct History History;

History *history_create(void);
void history_free(History *history);

/* Notes what a client sent, acknowledged or not. Nothing else may be stored. Games are named by
 * their ids. */
void history_sent(History *history, const char *game, uint32_t ply, const char *path);
/* Note what the server acknowledged with "+". */
void history_acknowledged_game(History *history, const char *game);
void history_acknowledged(History *history, const char *game, uint32_t ply, const char *path);
void history_acknowledged_end(History *history, const char *game, const char *result,
                              const char *reason);

/* Begins a watcher of a game from a ply on, and notes every =MOVE and !MOVE that it sees, its own
 * moves included, in their order. */
size_t history_watch(History *history, const char *game, uint32_t from);
void history_saw(History *history, size_t watcher, uint32_t ply, const char *path);

/* Note what is stored in the end, in its order. */
void history_stored_game(History *history, const char *game);
void history_stored(History *history, const char *game, uint32_t ply, const char *path);
void history_stored_end(History *history, const char *game, const char *result, const char *reason);

/* Adds a line for each broken promise. Returns whether there is none. */
bool history_check(const History *history, Buffer *faults);

#endif
