#include <config.h>

#include "server/core/game_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

enum {
    FREE_PLIES = COLOR_COUNT, /* the first turn of each side */
    MOVES_EXAMINED = 16384    /* a monkey can have far more */
};

static void start_position(const GameState *state, Position *position) {
    if (!state->start || !fen_parse(state->start, state->variant, position, NULL))
        position_start(position, state->variant);
}

static uint64_t key_before(const GameState *state, uint32_t ply) {
    if (ply > 0)
        return state->plies[ply - 1].key;
    Position start;
    start_position(state, &start);
    return start.key;
}

/* ---- repetition ---- */

/* A client can construct two positions with the same key, so equal keys are not enough: the earlier
 * position is replayed and compared. That is rare. */
static bool occurred_at(const GameState *state, uint32_t ply, const Position *position) {
    if (key_before(state, ply) != position->key)
        return false;
    Position earlier;
    game_state_position_at(state, ply, &earlier);
    return position_same(&earlier, position);
}

static int count_occurrences(const void *game, const Position *position, int limit) {
    const GameState *state = game;
    int times = occurred_at(state, 0, position) ? 1 : 0;
    for (uint32_t ply = 1; ply <= state->count && times < limit; ply++)
        if (state->plies[ply - 1].key == position->key && occurred_at(state, ply, position))
            times++;
    return times;
}

static GameHistory history_of(const GameState *state) {
    return (GameHistory){count_occurrences, state};
}

bool game_state_is_legal(const GameState *state, Move move) {
    return move_is_legal(&state->position, move) &&
           !outcome_forbids(&state->position, move, history_of(state));
}

Outcome game_state_outcome_after(const GameState *state, Move move, Position *after) {
    *after = state->position;
    position_make(after, move);
    return outcome_compute(after, history_of(state));
}

bool game_state_legal_moves(const GameState *state, Square from, size_t limit, MoveList *list) {
    if (game_state_is_over(state))
        return true;
    MoveList all;
    movelist_init(&all);
    bool complete = movegen_some(&state->position, MOVES_EXAMINED, &all);
    for (size_t i = 0; i < all.count; i++) {
        Move move = all.moves[i];
        if ((from != SQUARE_NONE && move_from(move) != from) ||
            (move_jumps(move) == 0 && outcome_forbids(&state->position, move, history_of(state))))
            continue;
        if (list->count == limit) {
            complete = false;
            break;
        }
        movelist_add(list, move);
    }
    movelist_free(&all);
    return complete;
}

/* ---- plies ---- */

Color game_state_mover(const GameState *state, uint32_t ply) {
    Color turn = game_state_side_to_move(state);
    return (state->count - ply) % 2 == 0 ? turn : color_other(turn);
}

void game_state_position_at(const GameState *state, uint32_t ply, Position *position) {
    if (ply == state->count) {
        *position = state->position;
        return;
    }
    start_position(state, position);
    for (uint32_t i = 0; i < ply; i++)
        position_make(position, state->plies[i].move);
}

static void add_ply(GameState *state, GamePly ply) {
    if (state->count == state->capacity) {
        state->capacity = state->capacity ? state->capacity + state->capacity / 2 : 16;
        state->plies = memory_resize(state->plies, state->capacity, sizeof *state->plies);
    }
    state->plies[state->count++] = ply;
}

static void charge_clock(const GameState *state, int64_t left_ms[COLOR_COUNT], uint32_t ply,
                         Color mover, uint32_t ms) {
    if (state->clock.base_ms > 0)
        left_ms[mover] = game_replay_charge_clock(&state->clock, left_ms[mover], ply, ms);
}

void game_state_make_move(GameState *state, Move move, uint32_t ms, StoreEnd end, int64_t now_ms) {
    charge_clock(state, state->left_ms, state->count, game_state_side_to_move(state), ms);
    position_make(&state->position, move);
    add_ply(state, (GamePly){state->position.key, move, ms});
    state->end = end;
    state->turn_started_ms = now_ms;
}

/* ---- clocks ---- */

uint32_t game_state_time_used(const GameState *state, int64_t now_ms) {
    int64_t used = now_ms - state->turn_started_ms;
    if (used < 0)
        used = 0;
    return used < UINT32_MAX ? (uint32_t)used : UINT32_MAX;
}

bool game_state_clock_runs(const GameState *state) {
    return state->clock.base_ms > 0 && state->count >= FREE_PLIES && !game_state_is_over(state);
}

int64_t game_state_time_left(const GameState *state, Color color, int64_t now_ms) {
    int64_t left = state->left_ms[color];
    if (color == game_state_side_to_move(state) && game_state_clock_runs(state))
        left -= game_state_time_used(state, now_ms);
    else if (color == game_state_side_to_move(state) && state->count >= FREE_PLIES)
        left -= state->end.ms;
    return left > 0 ? left : 0;
}

void game_state_time_left_at(const GameState *state, uint32_t ply, int64_t left_ms[COLOR_COUNT]) {
    left_ms[WHITE] = left_ms[BLACK] = state->clock.base_ms;
    for (uint32_t i = 0; i < ply; i++)
        charge_clock(state, left_ms, i, game_state_mover(state, i), state->plies[i].ms);
}

int64_t game_state_flag_time(const GameState *state) {
    return game_state_clock_runs(state)
               ? state->turn_started_ms + state->left_ms[game_state_side_to_move(state)]
               : INT64_MAX;
}

/* ---- offers ---- */

bool game_state_draw_offer(const GameState *state, Color *by) {
    *by = state->draw.by;
    if (state->draw.state != STORE_OFFER_OPEN || game_state_is_over(state))
        return false;
    for (uint32_t ply = state->draw.ply; ply < state->count; ply++)
        if (game_state_mover(state, ply) != state->draw.by)
            return false;
    return true;
}

/* ---- to and from the store ---- */

static void load_header(GameState *state, const StoreHeader *header) {
    state->id = header->id;
    state->name = game_id_from_number(header->id);
    state->created_ms = header->created_ms;
    state->variant = variant_find(header->variant);
    state->hidden = header->hidden;
    state->has_creator = header->has_creator;
    state->creator = header->creator;
    state->kept = header->kept;
    state->invite = header->invite;
    state->rematch_of = header->rematch_of;
    state->clock = (ClockRule){header->base_ms, header->increment_ms, header->per_move};
    state->claim_minutes = header->claim_minutes;
    state->left_ms[WHITE] = state->left_ms[BLACK] = header->base_ms;
    for (int color = 0; color < COLOR_COUNT; color++) {
        const StoreSeat *seat = &header->seat[color];
        state->seat[color] =
            (GameSeat){seat->taken, seat->hash, seat->name[0] ? memory_strdup(seat->name) : NULL};
    }
}

static bool load_start(GameState *state, const char *start, Error *error) {
    char standard[FEN_SIZE];
    if (!state->variant)
        return error_set(error, ERROR_RANGE, "the game's variant is unknown");
    if (!fen_parse(start, state->variant, &state->position, error))
        return false;
    Position usual;
    position_start(&usual, state->variant);
    fen_write(&usual, standard);
    state->start = strcmp(start, standard) == 0 ? NULL : memory_strdup(start);
    return true;
}

static bool load_moves(GameState *state, const StoreGame *stored, Error *error) {
    for (size_t ply = 0; ply < stored->count; ply++) {
        Move move;
        const StoreMove *turn = &stored->moves[ply];
        if (!coordinate_parse(&state->position, turn->path, &move, error))
            return error_prefix(error, "ply %zu: ", ply);
        game_state_make_move(state, move, turn->ms, (StoreEnd){0}, 0);
    }
    return true;
}

bool game_state_load(GameState *state, const StoreGame *stored, int64_t turn_started_ms,
                     Error *error) {
    GameState loaded = {0};
    load_header(&loaded, &stored->header);
    if (!load_start(&loaded, stored->header.start, error) || !load_moves(&loaded, stored, error)) {
        game_state_free(&loaded);
        return false;
    }
    loaded.draw = stored->draw;
    loaded.end = stored->end;
    loaded.rematch = stored->rematch;
    loaded.rematch_game = stored->rematch_game;
    loaded.version = stored->version;
    memcpy(loaded.presence, stored->presence, sizeof loaded.presence);
    loaded.turn_started_ms = turn_started_ms;
    *state = loaded;
    return true;
}

static void save_header(const GameState *state, StoreHeader *header) {
    Position start;
    start_position(state, &start);
    *header = (StoreHeader){.id = state->id,
                            .created_ms = state->created_ms,
                            .base_ms = state->clock.base_ms,
                            .increment_ms = state->clock.increment_ms,
                            .per_move = state->clock.per_move,
                            .claim_minutes = state->claim_minutes,
                            .hidden = state->hidden,
                            .kept = state->kept,
                            .invite = state->invite,
                            .rematch_of = state->rematch_of,
                            .has_creator = state->has_creator};
    strcpy(header->variant, state->variant->name);
    fen_write(&start, header->start);
    header->creator = state->creator;
    for (int color = 0; color < COLOR_COUNT; color++) {
        const GameSeat *seat = &state->seat[color];
        header->seat[color].taken = seat->taken;
        header->seat[color].hash = seat->hash;
        if (seat->name)
            text_copy(header->seat[color].name, sizeof header->seat[color].name, seat->name);
    }
}

StoreGame *game_state_save(const GameState *state) {
    StoreGame *stored = memory_allocate(sizeof *stored);
    save_header(state, &stored->header);
    stored->draw = state->draw;
    stored->end = state->end;
    stored->rematch = state->rematch;
    stored->rematch_game = state->rematch_game;
    stored->count = state->count;
    stored->moves = memory_allocate(state->count * sizeof *stored->moves);
    for (uint32_t ply = 0; ply < state->count; ply++) {
        stored->moves[ply].ms = state->plies[ply].ms;
        stored->moves[ply].at_ms = -1; /* not kept in memory */
        coordinate_write(state->plies[ply].move, stored->moves[ply].path);
    }
    return stored;
}

void game_state_begin_rematch(const GameState *state, int64_t created_ms, StoreHeader *header) {
    save_header(state, header);
    header->id = 0;
    header->created_ms = created_ms;
    header->rematch_of = state->id;
    header->has_creator = header->kept = false;
    header->creator = header->invite = (KeyHash){{0}};
    StoreSeat white = header->seat[WHITE];
    header->seat[WHITE] = header->seat[BLACK];
    header->seat[BLACK] = white;
}

void game_state_free(GameState *state) {
    free(state->start);
    free(state->plies);
    free(state->seat[WHITE].name);
    free(state->seat[BLACK].name);
    *state = (GameState){0};
}
