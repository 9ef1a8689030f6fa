#include <config.h>

#include "server/game.h"

#include <stdlib.h>
#include <string.h>

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/memory.h"

/* A side's first turn is free, and sides take turns. */
enum { FREE_PLIES = COLOR_COUNT };
/* Of the paths of monkeys there can be very many. */
enum { MOVES_LOOKED_AT = 16384 };

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

/* Two positions may share a key, and keys can be computed by whoever wants to find two; so what is
 * equal by its key is replayed and compared. It is rare. */
static bool was_before(const GameState *state, uint32_t ply, const Position *position) {
    if (key_before(state, ply) != position->key)
        return false;
    Position earlier;
    gamestate_position(state, ply, &earlier);
    return position_same(&earlier, position);
}

/* How often a position, not yet counted itself, occurred in the game, up to `enough`. */
static int times_before(const GameState *state, const Position *position, int enough) {
    int times = was_before(state, 0, position) ? 1 : 0;
    for (uint32_t ply = 1; ply <= state->count && times < enough; ply++)
        if (state->plies[ply - 1].key == position->key && was_before(state, ply, position))
            times++;
    return times;
}

static bool repeats(const GameState *state, const Position *before, Move move) {
    Position after = *before;
    position_make(&after, move);
    return times_before(state, &after, 1) > 0;
}

/* Every legal move of `position`, which comes after the game's present one, repeats. Moves that
 * take something cannot, and of the others there are fewer than the list holds. */
static bool every_move_repeats(const GameState *state, const Position *position) {
    MoveList list;
    movelist_init(&list);
    movegen_some(position, MOVELIST_INLINE, &list);
    bool only = list.count > 0;
    for (size_t i = 0; i < list.count && only; i++) {
        Position after = *position;
        position_make(&after, list.moves[i]);
        only = times_before(state, &after, 1) > 0;
    }
    movelist_free(&list);
    return only;
}

bool gamestate_is_legal(const GameState *state, Move move) {
    return move_is_legal(&state->position, move) &&
           (state->variant->repetition != REPETITION_ILLEGAL ||
            !repeats(state, &state->position, move));
}

Outcome gamestate_outcome_after(const GameState *state, Move move, Position *after) {
    *after = state->position;
    position_make(after, move);
    Outcome outcome = position_outcome(after);
    if (outcome.result != RESULT_OPEN && outcome.reason != REASON_QUIET)
        return outcome;
    Repetition repetition = state->variant->repetition;
    if (repetition == REPETITION_ILLEGAL && every_move_repeats(state, after))
        return (Outcome){position_side(after) == WHITE ? RESULT_BLACK : RESULT_WHITE,
                         REASON_NO_MOVES};
    if (outcome.result == RESULT_OPEN && repetition == REPETITION_DRAW &&
        times_before(state, after, 2) >= 2)
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    return outcome;
}

bool gamestate_moves(const GameState *state, Square from, size_t limit, MoveList *list) {
    if (gamestate_is_over(state))
        return true;
    MoveList all;
    movelist_init(&all);
    bool complete = movegen_some(&state->position, MOVES_LOOKED_AT, &all);
    for (size_t i = 0; i < all.count; i++) {
        Move move = all.moves[i];
        if ((from != SQUARE_NONE && move_from(move) != from) ||
            (state->variant->repetition == REPETITION_ILLEGAL && move_jumps(move) == 0 &&
             repeats(state, &state->position, move)))
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

Color gamestate_mover(const GameState *state, uint32_t ply) {
    Color turn = gamestate_turn(state);
    return (state->count - ply) % 2 == 0 ? turn : color_other(turn);
}

void gamestate_position(const GameState *state, uint32_t ply, Position *position) {
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

static void charge(const GameState *state, int64_t left_ms[COLOR_COUNT], uint32_t ply, Color mover,
                   uint32_t ms) {
    if (state->base_ms == 0 || ply < FREE_PLIES)
        return;
    left_ms[mover] -= ms;
    left_ms[mover] = (left_ms[mover] > 0 ? left_ms[mover] : 0) + state->increment_ms;
}

void gamestate_play(GameState *state, Move move, uint32_t ms, StoreEnd end, int64_t now_ms) {
    charge(state, state->left_ms, state->count, gamestate_turn(state), ms);
    position_make(&state->position, move);
    add_ply(state, (GamePly){state->position.key, move, ms});
    state->end = end;
    state->turn_ms = now_ms;
}

/* ---- clocks ---- */

uint32_t gamestate_used(const GameState *state, int64_t now_ms) {
    int64_t used = now_ms - state->turn_ms;
    if (used < 0)
        used = 0;
    return used < UINT32_MAX ? (uint32_t)used : UINT32_MAX;
}

static bool clock_runs(const GameState *state) {
    return state->base_ms > 0 && state->count >= FREE_PLIES && !gamestate_is_over(state);
}

int64_t gamestate_left(const GameState *state, Color color, int64_t now_ms) {
    int64_t left = state->left_ms[color];
    if (color == gamestate_turn(state) && clock_runs(state))
        left -= gamestate_used(state, now_ms);
    else if (color == gamestate_turn(state) && state->count >= FREE_PLIES)
        left -= state->end.ms;
    return left > 0 ? left : 0;
}

void gamestate_left_at(const GameState *state, uint32_t ply, int64_t left_ms[COLOR_COUNT]) {
    left_ms[WHITE] = left_ms[BLACK] = state->base_ms;
    for (uint32_t i = 0; i < ply; i++)
        charge(state, left_ms, i, gamestate_mover(state, i), state->plies[i].ms);
}

int64_t gamestate_falls(const GameState *state) {
    return clock_runs(state) ? state->turn_ms + state->left_ms[gamestate_turn(state)] : INT64_MAX;
}

/* ---- offers ---- */

bool gamestate_offer(const GameState *state, Color *by) {
    *by = state->draw.by;
    if (state->draw.state != STORE_OFFER_OPEN || gamestate_is_over(state))
        return false;
    for (uint32_t ply = state->draw.ply; ply < state->count; ply++)
        if (gamestate_mover(state, ply) != state->draw.by)
            return false;
    return true;
}

/* ---- to and from the store ---- */

static void load_seat(GameSeat *seat, const StoreSeat *stored) {
    seat->taken = stored->taken;
    memcpy(seat->hash.bytes, stored->hash, sizeof seat->hash.bytes);
    seat->name = stored->name[0] ? memory_strdup(stored->name) : NULL;
}

static void load_head(GameState *state, const StoreHead *head) {
    state->id = head->id;
    state->name = game_id_from_number(head->id);
    state->created_ms = head->created_ms;
    state->variant = variant_find(head->variant);
    state->hidden = head->hidden;
    state->has_maker = head->has_maker;
    memcpy(state->maker.bytes, head->maker, sizeof state->maker.bytes);
    state->base_ms = state->left_ms[WHITE] = state->left_ms[BLACK] = head->base_ms;
    state->increment_ms = head->increment_ms;
    for (int color = 0; color < COLOR_COUNT; color++)
        load_seat(&state->seat[color], &head->seat[color]);
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
        gamestate_play(state, move, turn->ms, (StoreEnd){0}, 0);
    }
    return true;
}

bool gamestate_load(GameState *state, const StoreGame *stored, int64_t now_ms, Error *error) {
    GameState loaded = {0};
    load_head(&loaded, &stored->head);
    if (!load_start(&loaded, stored->head.start, error) || !load_moves(&loaded, stored, error)) {
        gamestate_free(&loaded);
        return false;
    }
    loaded.draw = stored->draw;
    loaded.end = stored->end;
    loaded.turn_ms = now_ms;
    *state = loaded;
    return true;
}

static void save_head(const GameState *state, StoreHead *head) {
    Position start;
    start_position(state, &start);
    *head = (StoreHead){.id = state->id,
                        .created_ms = state->created_ms,
                        .base_ms = state->base_ms,
                        .increment_ms = state->increment_ms,
                        .hidden = state->hidden,
                        .has_maker = state->has_maker};
    strcpy(head->variant, state->variant->name);
    fen_write(&start, head->start);
    memcpy(head->maker, state->maker.bytes, sizeof head->maker);
    for (int color = 0; color < COLOR_COUNT; color++) {
        const GameSeat *seat = &state->seat[color];
        head->seat[color].taken = seat->taken;
        memcpy(head->seat[color].hash, seat->hash.bytes, STORE_HASH_SIZE);
        if (seat->name)
            strncpy(head->seat[color].name, seat->name, STORE_NAME_SIZE - 1);
    }
}

StoreGame *gamestate_save(const GameState *state) {
    StoreGame *stored = memory_allocate(sizeof *stored);
    save_head(state, &stored->head);
    stored->draw = state->draw;
    stored->end = state->end;
    stored->count = state->count;
    stored->moves = memory_allocate(state->count * sizeof *stored->moves);
    for (uint32_t ply = 0; ply < state->count; ply++) {
        stored->moves[ply].ms = state->plies[ply].ms;
        coordinate_write(state->plies[ply].move, stored->moves[ply].path);
    }
    return stored;
}

void gamestate_free(GameState *state) {
    free(state->start);
    free(state->plies);
    free(state->seat[WHITE].name);
    free(state->seat[BLACK].name);
    *state = (GameState){0};
}
