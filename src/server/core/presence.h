/*
 * Where the players of a game are, and its creator without a seat. Those whose clients are
 * connected here are known by their subscribers; in a shared store, the game's state says where the
 * others are. The store is told when a client of this server takes a role or leaves it.
 */
#ifndef SERVER_CORE_PRESENCE_H
#define SERVER_CORE_PRESENCE_H

#include <stdbool.h>

#include "server/core/pending.h"
#include "server/store/store.h"

typedef struct Core Core;
typedef struct CachedGame CachedGame;

/* Returns the role of a seat; SEAT_NONE: that of the creator. */
static inline Role presence_role(Seat seat) {
    return seat == SEAT_NONE ? ROLE_CREATOR : (Role)seat;
}

/* Returns whether a client has the role, of this server or of another. */
bool presence_is_present(const Core *core, const CachedGame *game, Role role);
bool presence_is_anybody_present(const Core *core, const CachedGame *game);

/* Called when the store has given a role to a client of this server: sets where it is. */
void presence_set_here(Core *core, CachedGame *game, Role role, uint64_t generation);

/* Called when the game was loaded. */
void presence_loaded(Core *core, CachedGame *game);

/* Returns whether the store knows of the clients of this server. Until then the game stays in
 * memory.
 */
bool presence_is_told(const Core *core, const CachedGame *game);

/* Tells a shared store about the clients of this server where it does not know that they have come
 * or left. Waits for a pending change of the game: this is called after each. */
void presence_settle(Core *core, CachedGame *game);
void presence_settle_all(Core *core);

CompletionHandler presence_left;

#endif
