/* The games in memory: a hash table by id. Games without clients and without running clocks are
 * removed after a time. */
#ifndef SERVER_CORE_GAME_CACHE_H
#define SERVER_CORE_GAME_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/core/command.h"
#include "server/core/game_state.h"
#include "server/core/pending.h"
#include "server/core/subscriber.h"
#include "server/core/timers.h"
#include "server/store/store.h"

typedef enum GameStatus { GAME_LOADING, GAME_READY, GAME_MISSING, GAME_DAMAGED } GameStatus;

struct CachedGame {
    GameState state; /* only `id` and `name` until the status is GAME_READY */
    LIST_ENTRY(CachedGame) chain;
    TAILQ_ENTRY(CachedGame) idle_entry; /* if `idle` */
    struct SubscriberList subscribers;
    Subscriber *seated[COLOR_COUNT];
    Subscriber *creator;                        /* present, without a seat */
    TAILQ_HEAD(WaitingClients, Client) waiting; /* for a load or a change, in order */
    Timer timer;                                /* a flag falls, or an idle game is removed */
    uint32_t stream_count;                      /* streams that read the game */
    uint32_t slot;
    GameStatus status;
    bool change_pending; /* a change is on its way to the store */
    bool idle;
};

/* The lists of public games that LIST shows. */
typedef enum Listing {
    LISTING_OPEN, /* a seat is free, and the creator or a player is present */
    LISTING_LIVE, /* both seats are taken, and a player is present */
    LISTING_COUNT
} Listing;

LIST_HEAD(GameChain, CachedGame);

typedef struct GameCache {
    struct GameChain *chains; /* owned */
    size_t chain_count;
    /* A game keeps its slot, so that a LIST can continue while games come and go. */
    CachedGame **slots; /* owned; NULL: free */
    uint32_t slot_count, slot_capacity;
    uint32_t *free_slots; /* owned */
    uint32_t free_count;
    uint32_t count;
    uint64_t *listed[LISTING_COUNT]; /* owned; a bit for each slot */
    uint32_t listed_count[LISTING_COUNT];
    TAILQ_HEAD(IdleGames, CachedGame) idle; /* the longest idle first */
    uint32_t idle_count;
} GameCache;

void game_cache_init(GameCache *games);
void game_cache_free(GameCache *games);

/* Returns NULL if the game is not in memory. */
CachedGame *game_cache_find(const Core *core, uint64_t id);

/* Adds a game that is not in memory. */
CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status);

/* Removes and frees a game that is not in use. */
void game_cache_remove(Core *core, CachedGame *game);

/* Loads a stored game and sets GAME_READY, or GAME_DAMAGED if it is invalid. */
void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored);

/* Requests a game with the status GAME_LOADING from the store. */
void game_cache_load(Core *core, CachedGame *game);
CompletionHandler game_cache_loaded;

/*
 * Returns the game of a command, loaded if needed. Unless `read_only`, the command waits for a
 * pending change. Returns NULL if the command has to wait (*status is HANDLER_RETRY) or was
 * rejected (HANDLER_DONE).
 */
CachedGame *game_cache_get(Core *core, Client *client, const char *tag, uint64_t id, bool read_only,
                           HandlerStatus *status);

/* Resumes the clients that wait for the game. */
void game_cache_wake_waiting(Core *core, CachedGame *game);

/* Removes a client from the game that it waits for. */
void game_cache_cancel_wait(Client *client);

/* Updates the lists after a change of the game or of the clients present. */
void game_cache_update_lists(Core *core, const CachedGame *game);

/* Updates the lists and the game's timer. */
void game_cache_update(Core *core, CachedGame *game);

/* Called when the game's timer expires. */
void game_cache_on_timer(Core *core, CachedGame *game);

/* Returns the first slot, from `slot` on, of a game in the selected lists, or slot_count. */
uint32_t game_cache_next_listed(const Core *core, bool open, bool live, uint32_t slot);

#endif
