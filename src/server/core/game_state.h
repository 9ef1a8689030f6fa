/* The state of a game: seats, position, history, clocks and offers. It is small, because thousands
 * of games are in memory: it keeps only the keys of earlier positions. */
#ifndef SERVER_CORE_GAME_STATE_H
#define SERVER_CORE_GAME_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/identity.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "server/store/game_replay.h"
#include "server/store/store.h"

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
    StorePresence presence[ROLE_COUNT];
    ClockRule clock;
    uint32_t claim_minutes;       /* 0: absence never loses the game */
    int64_t left_ms[COLOR_COUNT]; /* when the turn began */
    int64_t turn_started_ms;      /* on the monotonic clock */
} GameState;

/* Loads a stored game, whose current turn began at `turn_started_ms`. Returns false with an error
 * and leaves *state unchanged if the game is invalid. Moves are not checked for repetition. */
bool game_state_load(GameState *state, const StoreGame *stored, int64_t turn_started_ms,
                     Error *error);
/* Returns the game in its stored form, owned by the caller. */
StoreGame *game_state_save(const GameState *state);

/* Fills in the header of the rematch: the same game with colors swapped, without its id. */
void game_state_begin_rematch(const GameState *state, int64_t created_ms, StoreHeader *header);

/* Frees what the state owns. */
void game_state_free(GameState *state);

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

/* Returns whether a move is legal, repetition included, in a game that is not over. */
bool game_state_is_legal(const GameState *state, Move move);
/* Adds at most `limit` legal moves from a square, or from all for SQUARE_NONE. Returns false if
 * there are more. */
bool game_state_legal_moves(const GameState *state, Square from, size_t limit, MoveList *list);

/* Computes the position after a move, and the outcome of the game. */
Outcome game_state_outcome_after(const GameState *state, Move move, Position *after);

/* Makes a legal move, which took `ms` and may end the game. The next turn begins at `now_ms`. */
void game_state_make_move(GameState *state, Move move, uint32_t ms, StoreEnd end, int64_t now_ms);

/* Begins the current turn again, not earlier than it began: the last move may have arrived at a
 * server whose clock is ahead. */
static inline void game_state_restart_turn(GameState *state, int64_t now_ms) {
    if (now_ms > state->turn_started_ms)
        state->turn_started_ms = now_ms;
}

/* Returns whether the clock of the side to move runs. */
bool game_state_clock_runs(const GameState *state);

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

#endif
