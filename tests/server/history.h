/*
 * What happened to games, as it was seen from everywhere, and whether it keeps the server's
 * promises: nothing acknowledged is missing, plies are contiguous, no move is there twice, every
 * watcher saw the same sequence. For simulations and for servers that are killed.
 */
#ifndef TESTS_SERVER_HISTORY_H
#define TESTS_SERVER_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct History History;

History *history_create(void);
void history_free(History *history);

/* Games are named by their ids. What a client sent, acknowledged or not: only that can be there. */
void history_sent(History *history, const char *game, uint32_t ply, const char *path);
/* What the server acknowledged with "+". */
void history_acknowledged_game(History *history, const char *game);
void history_acknowledged(History *history, const char *game, uint32_t ply, const char *path);
void history_acknowledged_end(History *history, const char *game, const char *result,
                              const char *reason);

/* Somebody watches a game from a ply on; then every =MOVE and !MOVE, and also the own moves, in
 * the order they came. */
size_t history_watch(History *history, const char *game, uint32_t from);
void history_saw(History *history, size_t watcher, uint32_t ply, const char *path);

/* What is there in the end, as the server or its file says, in that order. */
void history_stored_game(History *history, const char *game);
void history_stored(History *history, const char *game, uint32_t ply, const char *path);
void history_stored_end(History *history, const char *game, const char *result, const char *reason);

/* Adds a line for each broken promise; true when there is none. */
bool history_check(const History *history, Buffer *faults);

#endif
