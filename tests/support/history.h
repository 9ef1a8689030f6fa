/* The history of games as seen by clients and by the server, and a check of the server's promises:
 * nothing acknowledged is missing, plies are contiguous, nothing is stored twice, nobody has a seat
 * or a game without a right to it, and all watchers saw the same moves. For simulations and tests
 * that kill servers. Games are named by their ids, and players by names that they share with
 * nobody. */
#ifndef TESTS_SUPPORT_HISTORY_H
#define TESTS_SUPPORT_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rules/piece.h"

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

/* Records that a player who asked for a seat has a right to it. Where anybody asked so, nobody else
 * may be stored in a seat. */
void history_sent_seat(History *history, const char *game, const char *player);
void history_acknowledged_seat(History *history, const char *game, Color color, const char *player);

/* Records that an offer of a rematch is open ("w", "b") or that none is ("-"). The last one counts,
 * unless the game has a rematch. */
void history_acknowledged_offer(History *history, const char *game, const char *by);
/* Records the rematch of a game, from a reply or an event. */
void history_acknowledged_rematch(History *history, const char *game, const char *rematch);

/* Records that a side may win on time, by a clock or by a claim. Nobody else may. */
void history_allowed_time(History *history, const char *game, Color winner);

/* Records that a player is connected now, to any server. Players not recorded so are away. */
void history_present(History *history, const char *game, Color color);

/* Adds a watcher of a game from a ply on, and returns its number. */
size_t history_watch(History *history, const char *game, uint32_t from);

/* Records a =MOVE or !MOVE of a watcher, or its own move, in their order. */
void history_saw(History *history, size_t watcher, uint32_t ply, const char *path);

/* Forgets what was recorded as stored or connected, so that another server can be asked. */
void history_forget_stored(History *history);
/* Record the contents of the store at the end, in their order. */
void history_stored_game(History *history, const char *game);
void history_stored(History *history, const char *game, uint32_t ply, const char *path);
void history_stored_end(History *history, const char *game, const char *result, const char *reason);
void history_stored_seat(History *history, const char *game, Color color, const char *player);
void history_stored_presence(History *history, const char *game, Color color, bool present);
/* `terms` is what a rematch has in common with its game: the start position, the clock and so on.
 */
void history_stored_terms(History *history, const char *game, const char *terms);
void history_stored_offer(History *history, const char *game, const char *by);
void history_stored_rematch(History *history, const char *game, const char *rematch);

/* Records the number of games in the store, of which clients know all. */
void history_stored_count(History *history, size_t games);

/* Adds a line for each broken promise. Returns true if there is none. */
bool history_check(const History *history, Buffer *faults);

#endif
