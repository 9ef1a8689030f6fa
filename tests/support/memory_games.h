/* The games of a store in memory: what each request does to them. For the stores of tests, those of
 * one server and those that several share. */
#ifndef TESTS_SUPPORT_MEMORY_GAMES_H
#define TESTS_SUPPORT_MEMORY_GAMES_H

#include "server/store/store.h"

typedef struct MemoryGames {
    StoreGame **games; /* owned */
    size_t count;
    int64_t service_ms;
    bool is_shared; /* changes depend on versions, and clients are in roles */
} MemoryGames;

/* Frees what *games owns. */
void memory_games_free(MemoryGames *games);

/* Returns a game, or NULL. */
StoreGame *memory_games_find(const MemoryGames *games, uint64_t id);

/* Runs a request of a server and fills in the completion. `server` is its number in a shared store,
 * else 0. */
StoreResult memory_games_run(MemoryGames *games, uint32_t server, const StoreRequest *request,
                             StoreCompletion *completion);

/* Ends the presence of a client in a role, which a server's death does too. */
void memory_games_leave(const MemoryGames *games, StoreGame *game, Role role);

/* Returns whether other servers list the game: see StoreNews. */
bool memory_games_is_listed(const StoreGame *game);

/* Returns whether the game is over. */
static inline bool memory_games_is_over(const StoreGame *game) {
    return game->end.outcome.reason != REASON_NONE;
}

#endif
