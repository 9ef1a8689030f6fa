/*
 * The games in memory: their state, where their players are, the cache with the lists of games, and
 * what other servers change. Games without clients and without running clocks are removed after a
 * time.
 */
#ifndef SERVER_CORE_GAME_H
#define SERVER_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/identity.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "server/base/event_log.h"
#include "server/base/timers.h"
#include "server/base/token_bucket.h"
#include "server/core/commands.h"
#include "server/core/lists.h"
#include "server/core/pending.h"
#include "server/core/client.h"
#include "server/store/game_replay.h"
#include "server/store/store.h"

/* ---- the state of a game: seats, position, history, clocks and offers ----
 * It is small, because thousands of games are in memory: it keeps only the keys of earlier
 * positions. */

typedef struct GamePly {
    uint64_t key; /* of the position after it */
    Move move;
    uint32_t ms; /* time used */
} GamePly;

typedef struct GameSeat {
    bool taken;
    KeyHash hash;
    char *name; /* owned; NULL if not given */
} GameSeat;

typedef struct GameState {
    uint64_t id;
    GameId name; /* the id as text */
    int64_t created_ms;
    const Variant *variant;
    char *start; /* owned; NULL: the variant's own start position */
    uint64_t start_key;
    Position position;
    GamePly *plies; /* owned */
    uint32_t count, capacity;
    bool hidden;
    bool has_creator;
    bool kept; /* a free seat is for whoever has the key of ... */
    KeyHash creator;
    KeyHash invite; /* ... this hash */
    GameSeat seat[COLOR_COUNT];
    StoreDraw draw;
    StoreEnd end;
    StoreRematch rematch;
    uint64_t rematch_of, rematch_game; /* ids, or 0: see StoreHeader and StoreGame */
    uint64_t version;                  /* of a shared store; else 0 */
    uint64_t moves_hash; /* checksum of the stored moves (move_hash_next()); of a shared store 0 */
    StorePresence presence[ROLE_COUNT];
    ClockRule clock;
    uint32_t claim_minutes;       /* 0: absence never loses the game */
    int64_t left_ms[COLOR_COUNT]; /* when the turn began */
    int64_t turn_started_ms;      /* service time in a shared store, else on the monotonic clock */
} GameState;

/* Returns the game in its stored form, owned by the caller. */
StoreGame *game_state_save(const GameState *state);

/* Fills in the header of the rematch: the same game with colors swapped, without its id. */
void game_state_begin_rematch(const GameState *state, int64_t created_ms, StoreHeader *header);

static inline bool game_state_is_over(const GameState *state) {
    return state->end.outcome.reason != REASON_NONE;
}

static inline bool game_state_has_both_players(const GameState *state) {
    return state->seat[WHITE].taken && state->seat[BLACK].taken;
}

static inline Color game_state_side_to_move(const GameState *state) {
    return position_side(&state->position);
}

/* Returns the side that made a ply. */
Color game_state_mover(const GameState *state, uint32_t ply);

/* Computes the position before a ply, 0..count, by replaying the game unless it is the last. */
void game_state_position_at(const GameState *state, uint32_t ply, Position *position);

/* Returns whether a move, which is legal otherwise, is forbidden because it repeats a position. */
bool game_state_forbids(const GameState *state, Move move);

/* Adds at most `limit` legal moves from a square, or from all for SQUARE_NONE. Returns false if
 * there are more. */
bool game_state_legal_moves(const GameState *state, Square from, size_t limit, MoveList *list);

/* Computes the position after a move, and the outcome of the game. */
Outcome game_state_outcome_after(const GameState *state, Move move, Position *after);

/* Makes a legal move with the position after it. It took `ms`, and may end the game. The next turn
 * begins at `now_ms`. */
void game_state_make_move(GameState *state, Move move, const Position *after, uint32_t ms,
                          StoreEnd end, int64_t now_ms);

/* Begins the current turn again, not earlier than it began: the last move may have arrived at a
 * server whose clock is ahead. */
static inline void game_state_restart_turn(GameState *state, int64_t now_ms) {
    if (now_ms > state->turn_started_ms)
        state->turn_started_ms = now_ms;
}

/* Returns the time used of the current turn in milliseconds. No clock runs while the server is
 * down. */
uint32_t game_state_time_used(const GameState *state, int64_t now_ms);

/* Returns what a side's clock shows, at least 0; 0 without clocks. */
int64_t game_state_time_left(const GameState *state, Color color, int64_t now_ms);

/* Computes what both clocks showed before a ply. */
void game_state_time_left_at(const GameState *state, uint32_t ply, int64_t left_ms[COLOR_COUNT]);

/* Returns when the flag of the side to move falls; INT64_MAX if no clock runs. */
int64_t game_state_flag_time(const GameState *state);

/* Returns whether a draw is offered that can be accepted, and by which side. */
bool game_state_draw_offer(const GameState *state, Color *by);

/* Returns whether a rematch is offered that can be accepted. */
static inline bool game_state_rematch_offered(const GameState *state) {
    return state->rematch.state == STORE_OFFER_OPEN && state->rematch_game == 0;
}

/* ---- presence ---- */

/*
 * Where the players of a game are, and its creator without a seat. Those whose clients are
 * connected here are known by their subscribers; in a shared store, the game's state says where the
 * others are. The store is told when a client of this server takes a role or leaves it.
 */

/* Returns the role of a seat; SEAT_NONE: that of the creator. */
static inline Role presence_role(Seat seat) {
    return seat == SEAT_NONE ? ROLE_CREATOR : (Role)seat;
}

/* Returns whether a client has the role, of this server or of another. */
bool presence_is_present(const Core *core, const CachedGame *game, Role role);

/* Called when the store has given a role to a client of this server: sets where it is. */
void presence_set_here(Core *core, CachedGame *game, Role role, uint64_t generation);

/* Tells a shared store about the clients of this server where it does not know that they have come
 * or left. Waits for a pending change of the game: this is called after each. */
void presence_settle(Core *core, CachedGame *game);

void presence_settle_all(Core *core);

CompletionHandler presence_left;

/* ---- the cache: a hash table by id ---- */

typedef enum GameStatus { GAME_LOADING, GAME_READY, GAME_MISSING, GAME_DAMAGED } GameStatus;

struct CachedGame {
    GameState state; /* only `id` and `name` until the status is GAME_READY */
    LIST_ENTRY(CachedGame) chain;
    TAILQ_ENTRY(CachedGame) idle_entry; /* if `idle` */
    struct SubscriberList subscribers;
    EventLog events;
    TokenBucket talk;                    /* lines heard */
    uint64_t list_change[LISTING_COUNT]; /* the number of its last change in the feed, or 0 */
    uint64_t list_digest;                /* of what a list shows of it */
    Subscriber *seated[COLOR_COUNT];
    Subscriber *creator;                        /* present, without a seat */
    TAILQ_HEAD(WaitingClients, Client) waiting; /* for a load or a change, in order */
    Timer timer;                                /* a flag falls, or the game can be removed */
    uint32_t stream_count;                      /* streams that read the game */
    uint32_t slot;
    GameStatus status;
    int64_t absent_since_ms[COLOR_COUNT]; /* when a player left; the server's start before that, or
                                           * as a shared store knows it */
    bool change_pending;                  /* a change is on its way to the store */
    bool is_refused; /* the store has refused a change: the flag does not fall */
    bool idle;
    bool clock_runs; /* counted in `running_clocks` */
    /* In a shared store: */
    uint64_t known_version;    /* the newest one that was heard of since the last refresh */
    uint64_t conflict_version; /* of the last conflict, if `has_conflict` */
    bool has_conflict;
    bool refreshing;       /* a STORE_LOAD is pending, though the game is ready */
    bool listed_elsewhere; /* according to the last news */
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

/* ---- other servers ---- */

/*
 * Games that other servers change, in a shared store. A move whose version is the next is made in
 * memory at once. After any other change the game is refreshed: its stored form is compared with
 * the one in memory, and the differences are told in an order in which they can have happened.
 * Until then the game is stale, and commands wait. A stale game that nobody needs is removed.
 *
 * A client's change that another server has overtaken is a conflict. The game is refreshed and the
 * command runs again, on the game as it is now.
 */

/* What the core knows of the servers that share its store. */
typedef struct Cluster {
    uint32_t server;       /* the number of this one; 0: not known yet, or the store is its own */
    uint32_t rank, count;  /* its place among all, and their number */
    uint32_t refreshes;    /* pending */
    uint32_t refresh_slot; /* the next game to be refreshed after news were missed */
} Cluster;

/* Returns whether the game in memory may be older than the stored one. */
bool game_sync_is_stale(const CachedGame *game);

/* Makes the pending load of a game that is known meanwhile a refresh. */
void game_sync_adopt_load(Core *core, CachedGame *game);

/* Called after each completion for a game: refreshes or removes it if it is stale. */
void game_sync_update(Core *core, CachedGame *game);

/* Returns whether a change was overtaken by another server. If so, the game becomes stale, and the
 * client's command is to be run again. */
bool game_sync_is_overtaken(Core *core, PendingCall *pending, const StoreCompletion *completion);

/* Called when the administrator has hidden or listed a game, which depends on no version. */
void game_sync_on_hidden(Core *core, PendingCall *pending, StoreCompletion *completion);

void game_sync_on_news(Core *core, const StoreNews *news);

/* Every game in memory becomes stale. Those that are needed are refreshed, few at a time. */
void game_sync_on_missed(Core *core);

/* Called after each completion: continues with the games after missed news. */
void game_sync_continue(Core *core);

#endif
