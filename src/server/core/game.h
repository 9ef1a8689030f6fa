/* The games in memory: a hash table by id. Games without clients and without running clocks are
 * removed after a time. */
#ifndef SERVER_CORE_GAME_H
#define SERVER_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/core/command.h"
#include "server/base/event_log.h"
#include "server/core/game_state.h"
#include "server/core/listing.h"
#include "server/core/pending.h"
#include "server/core/subscriber.h"
#include "server/base/timers.h"
#include "server/base/token_bucket.h"
#include "server/store/store.h"

typedef enum GameStatus { GAME_LOADING, GAME_READY, GAME_MISSING, GAME_DAMAGED } GameStatus;

struct CachedGame {
    GameState state; /* only `id` and `name` until the status is GAME_READY */
    LIST_ENTRY(CachedGame) chain;
    TAILQ_ENTRY(CachedGame) idle_entry; /* if `idle` */
    struct SubscriberList subscribers;
    EventLog events;
    TokenBucket talk;                    /* lines heard */
    uint64_t list_change[LISTING_COUNT]; /* the number of its last change in the feed, or 0 */
    uint32_t list_digest;                /* of what a list shows of it */
    Subscriber *seated[COLOR_COUNT];
    Subscriber *creator;                        /* present, without a seat */
    TAILQ_HEAD(WaitingClients, Client) waiting; /* for a load or a change, in order */
    Timer timer;                                /* a flag falls, or the game can be removed */
    uint32_t stream_count;                      /* streams that read the game */
    uint32_t slot;
    GameStatus status;
    /* In a shared store (game_sync.h): */
    uint64_t known_version;    /* the newest one that was heard of since the last refresh */
    uint64_t conflict_version; /* of the last conflict, if `has_conflict` */
    bool has_conflict;
    bool refreshing;                      /* a STORE_LOAD is pending, though the game is ready */
    bool listed_elsewhere;                /* according to the last news */
    int64_t absent_since_ms[COLOR_COUNT]; /* when a player left; the server's start before that, or
                                           * as a shared store knows it */
    bool change_pending;                  /* a change is on its way to the store */
    bool is_refused; /* the store has refused a change: the flag does not fall */
    bool idle;
    bool clock_runs; /* counted in `running_clocks` */
};

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
    uint32_t running_clocks;
} GameCache;

void game_cache_init(GameCache *games);
void game_cache_free(GameCache *games);

/* Returns NULL if the game is not in memory. */
CachedGame *game_cache_find(const Core *core, uint64_t id);

/* Adds a game that is not in memory. */
CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status);

/* Removes and frees a game that is not in use. */
void game_cache_remove(Core *core, CachedGame *game);

/* Loads a stored game, whose current turn began at `turn_started_ms`, and sets GAME_READY, or
 * GAME_DAMAGED if it is invalid. */
void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored,
                     int64_t turn_started_ms);

/* Requests a game with the status GAME_LOADING from the store. */
void game_cache_load(Core *core, CachedGame *game);
CompletionHandler game_cache_loaded;

/*
 * Returns the game of a command, loaded if needed. The command waits for a refresh of the game and,
 * unless it is `read_only`, for a pending change. Returns NULL if the command has to wait (*status
 * is HANDLER_RETRY) or was rejected (HANDLER_DONE).
 */
CachedGame *game_cache_get(Core *core, Client *client, const char *tag, uint64_t id, bool read_only,
                           HandlerStatus *status);

/* Called when a game was deleted: the one that it was the rematch of can have another. */
void game_cache_forget_rematch(Core *core, uint64_t id);

/* Resumes the clients that wait for the game. */
void game_cache_wake_waiting(Core *core, CachedGame *game);

/* Removes a client from the game that it waits for. */
void game_cache_cancel_wait(Client *client);

/* Returns whether clients need the game. */
bool game_cache_is_in_use(const Core *core, const CachedGame *game);

/* Returns when the flag of the side to move is to fall; INT64_MAX if no clock runs. In a shared
 * store that is later than the clock shows if the player is on another server. */
int64_t game_cache_flag_due(const Core *core, const CachedGame *game);

/* Returns for how many milliseconds of the current turn the player who is to move has been away, or
 * -1 if that player is present or absence never loses the game. */
int64_t game_cache_absence(const Core *core, const CachedGame *game);

/* Updates the lists after a change of the game or of the clients present. */
void game_cache_update_lists(Core *core, CachedGame *game);

/* Updates the lists and the game's timer. */
void game_cache_update(Core *core, CachedGame *game);

/* Sets the timers of the games whose clocks run, after the disk was full. */
void game_cache_update_flags(Core *core);

/* Called when the game's timer expires. */
void game_cache_on_timer(Core *core, CachedGame *game);

/* Returns the first slot, from `slot` on, of a game in the selected lists, or slot_count. */
uint32_t game_cache_next_listed(const Core *core, bool open, bool live, uint32_t slot);

#endif
