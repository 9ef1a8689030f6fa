/*
 * Games that other servers change, in a shared store. A move whose version is the next is made in
 * memory at once. After any other change the game is refreshed: its stored form is compared with
 * the one in memory, and the differences are told in an order in which they can have happened.
 * Until then the game is stale, and commands wait. A stale game that nobody needs is removed.
 *
 * A client's change that another server has overtaken is a conflict. The game is refreshed and the
 * command runs again, on the game as it is now.
 */
#ifndef SERVER_CORE_GAME_SYNC_H
#define SERVER_CORE_GAME_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "server/core/pending.h"
#include "server/store/store.h"

typedef struct Core Core;
typedef struct CachedGame CachedGame;

/* What the core knows of the servers that share its store. */
typedef struct Cluster {
    uint32_t server;       /* the number of this one; 0: not known yet, or the store is its own */
    uint32_t rank, count;  /* its place among all, and their number */
    uint32_t refreshes;    /* pending */
    uint32_t refresh_slot; /* the next game to be refreshed after news were missed */
} Cluster;

/* Returns whether the game in memory may be older than the stored one. */
bool game_sync_is_stale(const CachedGame *game);

/* Records a version that the game has in the store; UINT64_MAX: perhaps a newer one. */
void game_sync_note_version(CachedGame *game, uint64_t version);

/* Starts to refresh a stale game, unless a change of it or a refresh is pending. */
void game_sync_refresh(Core *core, CachedGame *game);

/* Makes the pending load of a game that is known meanwhile a refresh. */
void game_sync_adopt_load(Core *core, CachedGame *game);

/* Called when a pending refresh is complete. */
void game_sync_refreshed(Core *core, CachedGame *game, const StoreCompletion *completion);

/* Called after each completion for a game: refreshes or removes it if it is stale. */
void game_sync_update(Core *core, CachedGame *game);

/* Returns whether a change was overtaken by another server. If so, the game becomes stale, and the
 * client's command is to be run again. */
bool game_sync_is_overtaken(Core *core, PendingCall *pending, const StoreCompletion *completion);

void game_sync_on_news(Core *core, const StoreNews *news);

/* Every game in memory becomes stale. Those that are needed are refreshed, few at a time. */
void game_sync_on_missed(Core *core);

/* Called after each completion: continues with the games after missed news. */
void game_sync_continue(Core *core);

#endif
