/*
 * A game in the server's memory: the rules' side of it. Who watches it is the business of games.h.
 * It is small, because there are thousands: of former positions only the keys are kept.
 */
#ifndef SERVER_CORE_GAME_STATE_H
#define SERVER_CORE_GAME_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/identity.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "server/store/store.h"

/* A turn that was completed. */
typedef struct GamePly {
    uint64_t key; /* of the position after it */
    Move move;
    uint32_t ms; /* time used */
} GamePly;

typedef struct GameSeat {
    bool taken;
    KeyHash hash;
    char *name; /* owned; NULL: none */
} GameSeat;

typedef struct GameState {
    uint64_t id; /* 50 bits */
    GameId name; /* the same in text */
    int64_t created_ms;
    const Variant *variant;
    char *start; /* owned; NULL: the variant's own start position */
    Position position;
    GamePly *plies; /* owned */
    uint32_t count, capacity;
    bool hidden;
    bool has_creator;
    KeyHash creator;
    GameSeat seat[COLOR_COUNT];
    StoreDraw draw;
    StoreEnd end;
    int64_t base_ms, increment_ms; /* base 0: no clocks */
    int64_t left_ms[COLOR_COUNT];  /* as the turn began */
    int64_t turn_started_ms;       /* when the turn began, on the server's clock */
} GameState;

/*
 * A game as the store has it, with its clocks running from `now`. False, with *state untouched and
 * a sentence, when it makes no sense; that its moves are legal is taken from replaying them.
 */
bool game_state_load(GameState *state, const StoreGame *stored, int64_t now_ms, Error *error);
/* The game as the store would give it; the caller frees it. */
StoreGame *game_state_save(const GameState *state);
void game_state_free(GameState *state); /* what it owns */

static inline bool game_state_is_over(const GameState *state) {
    return state->end.outcome.reason != REASON_NONE;
}

static inline Color game_state_side_to_move(const GameState *state) {
    return position_side(&state->position);
}

/* Who made that ply. */
Color game_state_mover(const GameState *state, uint32_t ply);

/* The position before that ply, 0..count: at once for the last, else by replaying. */
void game_state_position_at(const GameState *state, uint32_t ply, Position *position);

/* Whether the move is legal now, repetition included. The game is not over. */
bool game_state_is_legal(const GameState *state, Move move);
/* Legal moves of the present position, at most `limit`, of those from `from` only unless it is
 * SQUARE_NONE; false when there are more. */
bool game_state_legal_moves(const GameState *state, Square from, size_t limit, MoveList *list);

/* How the game would stand after the move. */
Outcome game_state_outcome_after(const GameState *state, Move move, Position *after);

/* Makes a legal move, whose turn took `ms`, and the next turn begins at `now`; `end` (reason
 * REASON_NONE: none) comes with it. */
void game_state_make_move(GameState *state, Move move, uint32_t ms, StoreEnd end, int64_t now_ms);

/* The clocks. `now` is the server's clock, which stands while the server is down. */
uint32_t game_state_time_used(const GameState *state, int64_t now_ms); /* of this turn */
/* What a side's clock shows, at least 0. Without clocks, 0. */
int64_t game_state_time_left(const GameState *state, Color color, int64_t now_ms);
/* What both showed before that ply, in a game with clocks. */
void game_state_time_left_at(const GameState *state, uint32_t ply, int64_t left_ms[COLOR_COUNT]);
/* When the side to move will have used up its time; INT64_MAX while no clock runs. */
int64_t game_state_flag_time(const GameState *state);

/* The side that offers a draw that can be accepted now; false: none. */
bool game_state_draw_offer(const GameState *state, Color *by);

#endif
