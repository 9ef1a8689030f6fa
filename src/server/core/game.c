#include <config.h>

#include "server/core/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/fnv.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "server/core/commands.h"
#include "server/core/administration.h"
#include "server/core/core_parts.h"
#include "server/core/messages.h"

static void game_state_free(GameState *state);

/* ---- the state of a game ---- */

enum {
    FREE_PLIES = COLOR_COUNT, /* the first turn of each side */
    MOVES_EXAMINED = 16384    /* a monkey can have far more */
};

/* Computes the position at the start, which takes longer than a move. */
static void start_position(const GameState *state, Position *position) {
    if (!state->start || !fen_parse(state->start, state->variant, position, NULL))
        position_start(position, state->variant);
}

/* ---- repetition ---- */

/* A client can construct two positions with the same key, so equal keys are not enough: the earlier
 * position is replayed and compared. That is rare. */
static int count_occurrences(const void *game, const Position *position, int limit) {
    const GameState *state = game;
    int times = 0;
    for (uint32_t ply = 0; ply <= state->count && times < limit; ply++) {
        Position earlier;
        if ((ply == 0 ? state->start_key : state->plies[ply - 1].key) != position->key)
            continue;
        game_state_position_at(state, ply, &earlier);
        times += position_same(&earlier, position);
    }
    return times;
}

static GameHistory history_of(const GameState *state) {
    return (GameHistory){count_occurrences, state};
}

bool game_state_forbids(const GameState *state, Move move) {
    return outcome_forbids(&state->position, move, history_of(state));
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

static void charge_clock(const GameState *state, int64_t left_ms[COLOR_COUNT], uint32_t ply,
                         Color mover, uint32_t ms) {
    if (state->clock.base_ms > 0)
        left_ms[mover] = game_replay_charge_clock(&state->clock, left_ms[mover], ply, ms);
}

void game_state_make_move(GameState *state, Move move, const Position *after, uint32_t ms,
                          StoreEnd end, int64_t now_ms) {
    charge_clock(state, state->left_ms, state->count, game_state_side_to_move(state), ms);
    state->position = *after;
    if (state->count == state->capacity) {
        state->capacity = state->capacity ? state->capacity + state->capacity / 2 : 16;
        state->plies = memory_resize(state->plies, state->capacity, sizeof *state->plies);
    }
    state->plies[state->count++] = (GamePly){state->position.key, move, ms};
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

/* Returns whether the clock of the side to move runs. */
static bool clock_runs(const GameState *state) {
    return state->clock.base_ms > 0 && state->count >= FREE_PLIES && !game_state_is_over(state);
}

int64_t game_state_time_left(const GameState *state, Color color, int64_t now_ms) {
    int64_t left = state->left_ms[color];
    if (color == game_state_side_to_move(state) && clock_runs(state))
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
    return clock_runs(state)
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
    state->start_key = state->position.key;
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
        Position after = state->position;
        position_make(&after, move);
        game_state_make_move(state, move, &after, turn->ms, (StoreEnd){0}, 0);
    }
    return true;
}

/* Loads a stored game, whose current turn began at `turn_started_ms`. Returns false with an error
 * and leaves *state unchanged if the game is invalid. Moves are not checked for repetition. */
static bool game_state_load(GameState *state, const StoreGame *stored, int64_t turn_started_ms,
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
    loaded.moves_hash = stored->count == 0 ? move_hash_start(loaded.id) : stored->moves_hash;
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

/* Frees what the state owns. */
static void game_state_free(GameState *state) {
    free(state->start);
    free(state->plies);
    free(state->seat[WHITE].name);
    free(state->seat[BLACK].name);
    *state = (GameState){0};
}

/* ---- presence ---- */

static const Subscriber *client_here(const CachedGame *game, Role role) {
    return role == ROLE_CREATOR ? game->creator : game->seated[role];
}

bool presence_is_present(const Core *core, const CachedGame *game, Role role) {
    uint32_t server = game->state.presence[role].server;
    /* The subscribers are more recent than the stored presence of clients of this server. */
    return client_here(game, role) || (server != 0 && server != core->cluster.server);
}

static bool presence_is_anybody_present(const Core *core, const CachedGame *game) {
    for (int role = 0; role < ROLE_COUNT; role++)
        if (presence_is_present(core, game, (Role)role))
            return true;
    return false;
}

void presence_set_here(Core *core, CachedGame *game, Role role, uint64_t generation) {
    StorePresence *presence = &game->state.presence[role];
    presence->server = core->cluster.server;
    presence->generation = generation;
}

/* Called when the game was loaded. */
static void presence_loaded(Core *core, CachedGame *game) {
    if (!core->store->is_shared)
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        game->absent_since_ms[color] = game->state.presence[color].left_ms;
}

static bool is_told(const Core *core, const CachedGame *game, Role role) {
    bool is_stored = game->state.presence[role].server == core->cluster.server;
    return (client_here(game, role) != NULL) == is_stored;
}

/* Returns whether the store knows of the clients of this server. Until then the game stays in
 * memory.
 */
static bool presence_is_told(const Core *core, const CachedGame *game) {
    if (!core->store->is_shared || core->cluster.server == 0 || game->status != GAME_READY)
        return true;
    for (int role = 0; role < ROLE_COUNT; role++)
        if (!is_told(core, game, (Role)role))
            return false;
    return true;
}

/* A server that shuts down tells the store about all its clients at once. */
void presence_settle(Core *core, CachedGame *game) {
    if (!core->store->is_shared || core->cluster.server == 0 || game->status != GAME_READY ||
        game->change_pending || game->is_refused || game_sync_is_stale(game) || core->readonly ||
        core->draining || core->failure)
        return;
    Role role = 0;
    while (role < ROLE_COUNT && is_told(core, game, role))
        role++;
    if (role == ROLE_COUNT)
        return;
    StoreKind kind = client_here(game, role) ? STORE_ARRIVE : STORE_LEAVE;
    PendingCall *pending = pending_begin(core, kind, NULL, NULL, game);
    pending->seat = role == ROLE_CREATOR ? SEAT_NONE : (Seat)role;
    pending->request.role = role;
    if (kind == STORE_LEAVE)
        pending->request.leave.generation = game->state.presence[role].generation;
    pending_submit(core, pending);
}

void presence_settle_all(Core *core) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot])
            presence_settle(core, core->games.slots[slot]);
}

/* Records a version that the game has in the store; UINT64_MAX: perhaps a newer one. */
static void note_version(CachedGame *game, uint64_t version) {
    if (version > game->known_version)
        game->known_version = version;
}

/* It depends on no version, so other servers may have changed the game before; and it has changed
 * nothing if another client has the role by now. */
void presence_left(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)core;
    CachedGame *game = pending->game;
    game->state.presence[presence_role(pending->seat)].server = 0;
    if (completion->version > game->state.version)
        note_version(game, completion->version);
}

/* ---- other servers: stale games ---- */

enum { REFRESHES_AT_ONCE = 100 }; /* after missed news */

bool game_sync_is_stale(const CachedGame *game) {
    return game->refreshing || game->known_version > game->state.version;
}

/* Starts to refresh a stale game, unless a change of it or a refresh is pending. The answer
 * contains what is known before the request is submitted. */
static void game_sync_refresh(Core *core, CachedGame *game) {
    if (game->status != GAME_READY || game->change_pending || game->refreshing || core->draining ||
        core->failure)
        return;
    game->refreshing = true;
    game->known_version = 0;
    core->cluster.refreshes++;
    if (game->idle)
        game_cache_update(core, game);
    PendingCall *pending = pending_begin(core, STORE_LOAD, NULL, NULL, game);
    pending->request.load.first = game->state.count;
    pending_submit(core, pending);
}

void game_sync_adopt_load(Core *core, CachedGame *game) {
    game->refreshing = true;
    core->cluster.refreshes++;
}

void game_sync_update(Core *core, CachedGame *game) {
    if (game->status != GAME_READY || game->refreshing || !game_sync_is_stale(game))
        return;
    if (game->idle && !game->listed_elsewhere)
        game_cache_remove(core, game);
    else
        game_sync_refresh(core, game);
}

/* ---- other servers: conflicts ---- */

static bool contradicts(const PendingCall *pending, StoreResult result) {
    return result == STORE_CONFLICT || result == STORE_MISSING ||
           (result == STORE_DUPLICATE && pending->request.kind == STORE_CREATE);
}

/* If the game was refreshed after a conflict with the same version, the store contradicts itself.
 */
bool game_sync_is_overtaken(Core *core, PendingCall *pending, const StoreCompletion *completion) {
    CachedGame *game = pending->game;
    if (pending->request.kind == STORE_TELL)
        game = game_cache_find(core, completion->id);
    if (!core->store->is_shared || !game || !store_is_change(pending->request.kind) ||
        !contradicts(pending, completion->result) ||
        (game->has_conflict && game->conflict_version == game->state.version))
        return false;
    game->has_conflict = true;
    game->conflict_version = game->state.version;
    note_version(game, UINT64_MAX);
    core->counters.overtaken++;
    pending->run_again = true;
    return true;
}

/* ---- other servers: moves ---- */

/* The next turn begins when the move has arrived, on all servers alike. */
static void make_move(Core *core, CachedGame *game, Move move, const StoreMove *stored,
                      StoreEnd end) {
    int64_t at_ms = stored->at_ms >= 0 ? stored->at_ms : core->now_ms;
    Position after = game->state.position;
    char fen[FEN_SIZE];
    position_make(&after, move);
    fen_write(&after, fen);
    game_state_make_move(&game->state, move, &after, stored->ms, end, at_ms);
    announce_move(core, game, fen, NULL, NULL);
    if (game_state_is_over(&game->state))
        announce_end(core, game);
}

static bool make_told_move(Core *core, CachedGame *game, const StoreNews *news) {
    GameState *state = &game->state;
    Move move;
    if (news->kind != NEWS_MOVE || news->version != state->version + 1 || game->change_pending ||
        news->move.ply != state->count ||
        !coordinate_parse(&state->position, news->move.move.path, &move, &core->error))
        return false;
    state->version = news->version;
    make_move(core, game, move, &news->move.move, news->move.end);
    return true;
}

/* ---- other servers: comparing ---- */

/* The game in memory and in the store. */
typedef struct Comparison {
    Core *core;
    CachedGame *game;
    GameState *state; /* of the game */
    const StoreGame *stored;
    bool shown[COLOR_COUNT]; /* subscribers believe that the player is present */
} Comparison;

/* A client that took a seat later, on another server, has replaced the one here. */
static void update_presence(Comparison *comparison) {
    CachedGame *game = comparison->game;
    GameState *state = comparison->state;
    const StorePresence *presence = comparison->stored->presence;
    for (int color = 0; color < COLOR_COUNT; color++) {
        comparison->shown[color] = presence_is_present(comparison->core, game, (Role)color);
        if (game->seated[color] && presence[color].generation > state->presence[color].generation)
            subscriber_lose_seat(comparison->core, game, (Color)color);
    }
    if (presence[ROLE_CREATOR].generation > state->presence[ROLE_CREATOR].generation)
        game->creator = NULL;
    memcpy(state->presence, presence, sizeof state->presence);
    presence_loaded(comparison->core, game);
}

/* Players have come before they moved. */
static void update_seat(Comparison *comparison, Color color) {
    Core *core = comparison->core;
    CachedGame *game = comparison->game;
    GameSeat *seat = &comparison->state->seat[color];
    const StoreSeat *stored = &comparison->stored->header.seat[color];
    bool renamed = strcmp(seat->name ? seat->name : "", stored->name) != 0;
    bool taken = stored->taken && !seat->taken;
    if (taken) /* the players have not waited for each other before */
        game_state_restart_turn(comparison->state, core->now_ms);
    seat->taken = stored->taken;
    seat->hash = stored->hash;
    if (renamed) {
        free(seat->name);
        seat->name = stored->name[0] ? memory_strdup(stored->name) : NULL;
    }
    if (taken || renamed ||
        (!comparison->shown[color] && presence_is_present(core, game, (Role)color))) {
        comparison->shown[color] = true;
        game_cache_update_lists(core, game);
        announce_join(core, game, color, NULL);
    }
}

static void offer_draw(const Comparison *comparison, StoreDraw draw) {
    comparison->state->draw = draw;
    announce_draw(comparison->core, comparison->game, NULL);
}

/* Tells what was offered and declined before the next move. */
static void update_draw(const Comparison *comparison) {
    const StoreDraw *draw = &comparison->stored->draw, *known = &comparison->state->draw;
    bool is_known =
        draw->state == STORE_OFFER_NONE ||
        (known->state != STORE_OFFER_NONE && known->by == draw->by && known->ply == draw->ply);
    if (!is_known && draw->ply <= comparison->state->count)
        offer_draw(comparison, (StoreDraw){STORE_OFFER_OPEN, draw->by, draw->ply, 0});
    else if (!is_known)
        return;
    if (draw->state == STORE_OFFER_DECLINED && known->state == STORE_OFFER_OPEN &&
        draw->decline_ply <= comparison->state->count)
        offer_draw(comparison, *draw);
}

/* The game has ended with its last move, or after it. */
static StoreEnd end_of_move(const Comparison *comparison, Move move, bool is_last) {
    Position after;
    if (is_last && comparison->stored->end.outcome.reason != REASON_NONE &&
        game_state_outcome_after(comparison->state, move, &after).reason != REASON_NONE)
        return comparison->stored->end;
    return (StoreEnd){0};
}

static bool update_moves(const Comparison *comparison) {
    const StoreGame *stored = comparison->stored;
    GameState *state = comparison->state;
    update_draw(comparison);
    for (size_t i = state->count - stored->first; i < stored->count; i++) {
        Move move;
        if (!coordinate_parse(&state->position, stored->moves[i].path, &move,
                              &comparison->core->error))
            return false;
        make_move(comparison->core, comparison->game, move, &stored->moves[i],
                  end_of_move(comparison, move, i + 1 == stored->count));
        update_draw(comparison);
    }
    return true;
}

static void offer_rematch(const Comparison *comparison, StoreRematch rematch) {
    bool declined = rematch.state == STORE_OFFER_DECLINED;
    comparison->state->rematch = rematch;
    announce_rematch(comparison->core, comparison->game,
                     declined ? color_other(rematch.by) : rematch.by,
                     rematch.state == STORE_OFFER_OPEN ? DRAW_OFFER : DRAW_DECLINE, NULL);
}

/* Announces an offer before its acceptance, refusal or withdrawal. */
static void update_rematch(const Comparison *comparison) {
    const StoreGame *stored = comparison->stored;
    GameState *state = comparison->state;
    StoreRematch rematch = stored->rematch;
    bool created = stored->rematch_game != 0 && state->rematch_game == 0;
    bool changed = rematch.state != state->rematch.state || rematch.by != state->rematch.by;
    bool is_open = state->rematch.state == STORE_OFFER_OPEN && state->rematch.by == rematch.by;
    if (rematch.state != STORE_OFFER_NONE && changed && !is_open)
        offer_rematch(comparison, (StoreRematch){STORE_OFFER_OPEN, rematch.by});
    if (rematch.state != STORE_OFFER_NONE && changed && rematch.state != STORE_OFFER_OPEN)
        offer_rematch(comparison, rematch);
    state->rematch_game = stored->rematch_game;
    if (created)
        announce_rematch(comparison->core, comparison->game, color_other(rematch.by), DRAW_ACCEPT,
                         NULL);
}

static bool update_game(Core *core, CachedGame *game, const StoreGame *stored) {
    Comparison comparison = {core, game, &game->state, stored, {false}};
    if (stored->version <= game->state.version)
        return true;
    if (stored->first > game->state.count)
        return false;
    game->state.hidden = stored->header.hidden;
    update_presence(&comparison);
    update_seat(&comparison, WHITE);
    update_seat(&comparison, BLACK);
    if (!update_moves(&comparison))
        return false;
    /* Players have left after they moved. */
    for (int color = 0; color < COLOR_COUNT; color++)
        if (comparison.shown[color] && !presence_is_present(core, game, (Role)color))
            announce_leave(core, game, (Color)color);
    if (!game_state_is_over(&game->state) && stored->end.outcome.reason != REASON_NONE) {
        game->state.end = stored->end;
        announce_end(core, game);
    }
    update_rematch(&comparison);
    game->state.version = stored->version;
    game->is_refused = false;
    return true;
}

/* Called when a pending refresh is complete. */
static void game_sync_refreshed(Core *core, CachedGame *game, const StoreCompletion *completion) {
    game->refreshing = false;
    core->cluster.refreshes--;
    if (completion->result == STORE_MISSING)
        game->status = GAME_MISSING;
    else if (completion->result != STORE_OK || !update_game(core, game, completion->game))
        game->status = GAME_DAMAGED;
}

/* ---- the games in memory ---- */

enum {
    MIN_CHAINS = 1024,     /* a power of two */
    PLIES_PER_CHANGE = 10, /* subscribers of the lists are told every tenth ply */
    /* A move that has arrived at another server in time is known here within this time. A congod
     * that cannot store it and is slower than that is as slow as a player. */
    REMOTE_FLAG_MS = 1000
};

/* Ids are hashed, because a client may choose those that it asks for. */
static struct GameChain *chain_of(const GameCache *games, uint64_t id) {
    return &games->chains[random_next(&id) & (games->chain_count - 1)];
}

CachedGame *game_cache_find(const Core *core, uint64_t id) {
    if (core->games.chain_count == 0)
        return NULL;
    CachedGame *game;
    LIST_FOREACH(game, chain_of(&core->games, id), chain)
        if (game->state.id == id)
            break;
    return game;
}

static void grow_chains(GameCache *games) {
    free(games->chains);
    games->chain_count = games->chain_count ? games->chain_count * 2 : MIN_CHAINS;
    games->chains = memory_allocate(games->chain_count * sizeof *games->chains);
    for (uint32_t slot = 0; slot < games->slot_count; slot++) {
        CachedGame *game = games->slots[slot];
        if (game)
            LIST_INSERT_HEAD(chain_of(games, game->state.id), game, chain);
    }
}

/* ---- lists of games ---- */

/* A hash of what subscribers of the lists are told about a game. */
static uint64_t list_digest(const GameState *state) {
    uint64_t hash = fnv_number(FNV_START, state->count / PLIES_PER_CHANGE);
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = state->seat[color].name;
        hash = fnv_number(hash, state->seat[color].taken);
        hash = fnv_bytes(hash, name, name ? strlen(name) : 0);
    }
    return hash;
}

static void set_listed(Core *core, CachedGame *game, Listing listing, bool listed, bool changed) {
    GameCache *games = &core->games;
    uint64_t *word = &games->listed[listing][game->slot / 64];
    uint64_t bit = UINT64_C(1) << game->slot % 64;
    bool was_listed = (*word & bit) != 0;
    if (was_listed != listed)
        *word ^= bit;
    if (listed && !was_listed)
        games->listed_count[listing]++;
    else if (was_listed && !listed)
        games->listed_count[listing]--;
    if (was_listed != listed || (listed && changed))
        list_feed_add(core, listing, game);
}

void game_cache_update_lists(Core *core, CachedGame *game) {
    const GameState *state = &game->state;
    bool shown = game->status == GAME_READY && !state->hidden && !game_state_is_over(state);
    bool full = game_state_has_both_players(state);
    bool player_present =
        presence_is_present(core, game, ROLE_WHITE) || presence_is_present(core, game, ROLE_BLACK);
    uint64_t digest = shown ? list_digest(state) : 0;
    bool changed = digest != game->list_digest;
    game->list_digest = digest;
    set_listed(core, game, LISTING_OPEN,
               shown && !full && !state->kept &&
                   (player_present || presence_is_present(core, game, ROLE_CREATOR)),
               changed);
    set_listed(core, game, LISTING_LIVE, shown && full && player_present, changed);
}

uint32_t game_cache_next_listed(const Core *core, bool open, bool live, uint32_t slot) {
    const GameCache *games = &core->games;
    while (slot < games->slot_count) {
        uint64_t bits = (open ? games->listed[LISTING_OPEN][slot / 64] : 0) |
                        (live ? games->listed[LISTING_LIVE][slot / 64] : 0);
        bits &= UINT64_MAX << slot % 64;
        if (bits)
            return slot / 64 * 64 + (uint32_t)lowest_bit(bits);
        slot = slot / 64 * 64 + 64;
    }
    return games->slot_count;
}

/* ---- adding games ---- */

/* The capacity is a multiple of 64, the bits of a word. */
static void grow_slots(GameCache *games) {
    uint32_t words_before = games->slot_capacity / 64;
    games->slot_capacity = games->slot_capacity ? games->slot_capacity * 2 : MIN_CHAINS;
    uint32_t words = games->slot_capacity / 64;
    games->slots = memory_resize(games->slots, games->slot_capacity, sizeof *games->slots);
    games->free_slots =
        memory_resize(games->free_slots, games->slot_capacity, sizeof *games->free_slots);
    for (int listing = 0; listing < LISTING_COUNT; listing++) {
        games->listed[listing] = memory_resize(games->listed[listing], words, sizeof(uint64_t));
        for (uint32_t word = words_before; word < words; word++)
            games->listed[listing][word] = 0;
    }
}

CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status) {
    GameCache *games = &core->games;
    CachedGame *game = memory_allocate(sizeof *game);
    game->state.id = id;
    game->state.name = game_id_from_number(id);
    game->status = status;
    game->timer = (Timer){.owner = game, .kind = TIMER_GAME};
    game->absent_since_ms[WHITE] = game->absent_since_ms[BLACK] = core->started_ms;
    TAILQ_INIT(&game->waiting);
    if (games->free_count == 0 && games->slot_count == games->slot_capacity)
        grow_slots(games);
    game->slot =
        games->free_count > 0 ? games->free_slots[--games->free_count] : games->slot_count++;
    games->slots[game->slot] = NULL;
    if (games->count >= games->chain_count)
        grow_chains(games);
    games->slots[game->slot] = game;
    games->count++;
    LIST_INSERT_HEAD(chain_of(games, id), game, chain);
    return game;
}

void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored,
                     int64_t turn_started_ms) {
    game->status = GAME_DAMAGED;
    if (!game_state_load(&game->state, stored, turn_started_ms, &core->error))
        return;
    game->status = GAME_READY;
    presence_loaded(core, game);
    game_cache_update(core, game);
}

void game_cache_load(Core *core, CachedGame *game) {
    pending_submit(core, pending_begin(core, STORE_LOAD, NULL, NULL, game));
}

/* Returns when the current turn of a stored game began. Its time is that of the servers that have
 * run since. Before the first move that is no longer known: at the latest with this server, or now
 * if there are others. */
static int64_t turn_start(const Core *core, const StoreGame *stored) {
    if (stored->count == 0)
        return core->store->is_shared ? core->now_ms : core->started_ms;
    int64_t at_ms = stored->moves[stored->count - 1].at_ms;
    if (core->store->is_shared && at_ms >= 0)
        return at_ms; /* later than now if this server's time has stood still */
    int64_t service_ms = core_service_ms(core, core->now_ms);
    return core->now_ms - (at_ms >= 0 && at_ms < service_ms ? service_ms - at_ms : 0);
}

/* A client's question only tells whether the game in memory is older. */
static void on_asked(Core *core, const StoreCompletion *completion) {
    CachedGame *game = game_cache_find(core, completion->id);
    if (!core->store->is_shared || !game || game->status != GAME_READY ||
        (completion->game && completion->game->version <= game->state.version))
        return;
    note_version(game, completion->game ? completion->game->version : UINT64_MAX);
    game_cache_update(core, game);
    game_sync_update(core, game);
}

void game_cache_loaded(Core *core, PendingCall *pending, StoreCompletion *completion) {
    if (!pending->game)
        on_asked(core, completion);
    else if (pending->game->refreshing)
        game_sync_refreshed(core, pending->game, completion);
    else if (completion->result == STORE_OK)
        game_cache_fill(core, pending->game, completion->game, turn_start(core, completion->game));
    else
        pending->game->status = completion->result == STORE_MISSING ? GAME_MISSING : GAME_DAMAGED;
}

/* ---- absence ---- */

int64_t game_cache_absence(const Core *core, const CachedGame *game) {
    const GameState *state = &game->state;
    Color turn = game_state_side_to_move(state);
    if (state->claim_minutes == 0 || !game_state_has_both_players(state) ||
        game_state_is_over(state) || presence_is_present(core, game, (Role)turn))
        return -1;
    int64_t since_ms = game->absent_since_ms[turn];
    if (since_ms < state->turn_started_ms)
        since_ms = state->turn_started_ms;
    return core->now_ms - since_ms;
}

/* Returns when the player who is to move will have been away long enough for a claim, or INT64_MAX
 * if that time does not run or is stored. */
static int64_t claim_deadline(const Core *core, const CachedGame *game) {
    bool is_stored = core->store->is_shared && game->state.count > 0;
    int64_t away_ms =
        game->status == GAME_READY && !is_stored ? game_cache_absence(core, game) : -1;
    int64_t needed_ms = (int64_t)game->state.claim_minutes * 60 * 1000;
    return away_ms < 0 ? INT64_MAX : core->now_ms + needed_ms - away_ms;
}

/* ---- removing games ---- */

/* Every server shows the games of all players that are present in its lists. */
static bool is_listed_by_all(const Core *core, const CachedGame *game) {
    return core->store->is_shared && game->status == GAME_READY && !game->state.hidden &&
           !game_state_is_over(&game->state) && presence_is_anybody_present(core, game);
}

bool game_cache_is_in_use(const Core *core, const CachedGame *game) {
    return !LIST_EMPTY(&game->subscribers) || game->stream_count > 0 || game->change_pending ||
           !TAILQ_EMPTY(&game->waiting) || game->status == GAME_LOADING || game->refreshing ||
           (game->clock_runs && game_sync_is_stale(game)) || !presence_is_told(core, game) ||
           is_listed_by_all(core, game);
}

static void set_idle(GameCache *games, CachedGame *game, bool idle) {
    if (game->idle == idle)
        return;
    game->idle = idle;
    if (idle) {
        TAILQ_INSERT_TAIL(&games->idle, game, idle_entry);
        games->idle_count++;
    } else {
        TAILQ_REMOVE(&games->idle, game, idle_entry);
        games->idle_count--;
    }
}

int64_t game_cache_flag_due(const Core *core, const CachedGame *game) {
    int64_t flag_ms = game_state_flag_time(&game->state);
    bool is_here = game->seated[game_state_side_to_move(&game->state)] != NULL;
    return flag_ms == INT64_MAX || is_here || !core->store->is_shared ? flag_ms
                                                                      : flag_ms + REMOTE_FLAG_MS;
}

/* Returns when a flag is to be noticed, or INT64_MAX. While the disk is full, it falls after the
 * next probe at the earliest. */
static int64_t flag_deadline(const Core *core, const CachedGame *game) {
    if (game->status != GAME_READY || game->change_pending || game->is_refused ||
        game_sync_is_stale(game) || core->draining || core->failure)
        return INT64_MAX;
    int64_t flag_ms = game_cache_flag_due(core, game);
    if (flag_ms != INT64_MAX && core->readonly && flag_ms < core->now_ms + PROBE_INTERVAL_MS)
        flag_ms = core->now_ms + PROBE_INTERVAL_MS;
    return flag_ms;
}

static void set_clock_runs(Core *core, CachedGame *game, bool runs) {
    if (game->clock_runs == runs)
        return;
    core->games.running_clocks += (uint32_t)runs - (uint32_t)game->clock_runs;
    game->clock_runs = runs;
    core_schedule_periodic(core);
}

void game_cache_update(Core *core, CachedGame *game) {
    GameCache *games = &core->games;
    game_cache_update_lists(core, game);
    set_clock_runs(core, game,
                   game->status == GAME_READY && !game->is_refused && clock_runs(&game->state));
    int64_t due = flag_deadline(core, game), claim_ms = claim_deadline(core, game);
    /* Until then, only memory knows for how long the player has been away. */
    if (claim_ms > core->now_ms && claim_ms < due)
        due = claim_ms;
    if (due != INT64_MAX || game_cache_is_in_use(core, game)) {
        set_idle(games, game, false);
        if (due == INT64_MAX)
            timers_cancel(&core->timers, &game->timer);
        else
            timers_set(&core->timers, &game->timer, due);
        return;
    }
    if (!game->idle) {
        set_idle(games, game, true);
        timers_set(&core->timers, &game->timer, core->now_ms + (int64_t)core->limits.idle_s * 1000);
    }
    if (games->idle_count > (uint32_t)core->limits.idle_games)
        timers_set(&core->timers, &TAILQ_FIRST(&games->idle)->timer, core->now_ms);
}

void game_cache_update_flags(Core *core) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot] && core->games.slots[slot]->clock_runs)
            game_cache_update(core, core->games.slots[slot]);
}

void game_cache_on_timer(Core *core, CachedGame *game) {
    if (game->idle)
        game_cache_remove(core, game);
    else if (!command_flag_fall(core, game))
        game_cache_update(core, game);
}

void game_cache_remove(Core *core, CachedGame *game) {
    GameCache *games = &core->games;
    set_clock_runs(core, game, false);
    timers_cancel(&core->timers, &game->timer);
    set_idle(games, game, false);
    set_listed(core, game, LISTING_OPEN, false, false);
    set_listed(core, game, LISTING_LIVE, false, false);
    delivery_cancel(core, &game->events);
    LIST_REMOVE(game, chain);
    games->slots[game->slot] = NULL;
    games->free_slots[games->free_count++] = game->slot;
    games->count--;
    game_state_free(&game->state);
    free(game);
}

void game_cache_forget_rematch(Core *core, uint64_t id) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot] && core->games.slots[slot]->state.rematch_game == id)
            core->games.slots[slot]->state.rematch_game = 0;
}

void game_cache_init(GameCache *games) {
    *games = (GameCache){0};
    TAILQ_INIT(&games->idle);
}

void game_cache_free(GameCache *games) {
    for (uint32_t slot = 0; slot < games->slot_count; slot++)
        if (games->slots[slot]) {
            game_state_free(&games->slots[slot]->state);
            free(games->slots[slot]);
        }
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        free(games->listed[listing]);
    free(games->slots);
    free(games->free_slots);
    free(games->chains);
    game_cache_init(games);
}

/* ---- commands that need a game ---- */

void game_cache_cancel_wait(Client *client) {
    TAILQ_REMOVE(&client->waiting_for->waiting, client, waiting_entry);
    client->waiting_for = NULL;
}

/* Stops at the last client that waits now: a resumed client may begin to wait again. */
void game_cache_wake_waiting(Core *core, CachedGame *game) {
    const Client *last = TAILQ_LAST(&game->waiting, WaitingClients);
    for (Client *client = NULL; client != last;) {
        client = TAILQ_FIRST(&game->waiting);
        game_cache_cancel_wait(client);
        client_resume(core, client);
    }
}

CachedGame *game_cache_get(Core *core, Client *client, const char *tag, uint64_t id, bool read_only,
                           HandlerStatus *status) {
    CachedGame *game = game_cache_find(core, id);
    if (!game) {
        game = game_cache_add(core, id, GAME_LOADING);
        game_cache_load(core, game);
        client->has_asked = true;
    }
    bool is_stale = game->status == GAME_READY && game_sync_is_stale(game);
    if (is_stale && !game->refreshing) {
        game_sync_refresh(core, game);
        client->has_asked = client->has_asked || game->refreshing;
    }
    if (game->status == GAME_LOADING || is_stale || (!read_only && game->change_pending)) {
        client->waiting_for = game;
        TAILQ_INSERT_TAIL(&game->waiting, client, waiting_entry);
        if (game->idle)
            game_cache_update(core, game);
        *status = HANDLER_RETRY;
        return NULL;
    }
    *status = HANDLER_DONE;
    if (game->status == GAME_READY)
        return game;
    if (game->status == GAME_MISSING)
        reply_error(core, client, tag, PROTO_ERR_NOGAME, "there is no game %s",
                    game->state.name.text);
    else
        reply_error(core, client, tag, PROTO_ERR_INTERNAL, "game %s is damaged and cannot be read",
                    game->state.name.text);
    return NULL;
}

/* ---- other servers: news ---- */

void game_sync_on_news(Core *core, const StoreNews *news) {
    CachedGame *game = game_cache_find(core, news->id);
    if (news->kind == NEWS_TALK) {
        if (news->id == 0)
            administration_on_told(core, news->talk.text);
        if (game && game->status == GAME_READY)
            announce_talk(core, game, &news->talk, 0);
        return;
    }
    if (news->kind == NEWS_DELETE)
        game_cache_forget_rematch(core, news->id);
    if (!game && news->listed)
        game_cache_load(core, game_cache_add(core, news->id, GAME_LOADING));
    uint64_t version = news->kind == NEWS_DELETE ? UINT64_MAX : news->version;
    if (!game || version <= game->state.version)
        return;
    game->listed_elsewhere = news->listed;
    if (game->status != GAME_READY || !make_told_move(core, game, news))
        note_version(game, version);
    game_cache_update(core, game);
    game_sync_update(core, game);
}

void game_sync_on_hidden(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *game = game_cache_find(core, completion->id);
    if (!game || game->status != GAME_READY)
        return;
    if (core->store->is_shared)
        note_version(game, completion->version);
    else
        game->state.hidden = pending->request.hidden;
    game_cache_update(core, game);
    game_sync_update(core, game);
}

void game_sync_on_missed(Core *core) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot])
            note_version(core->games.slots[slot], UINT64_MAX);
    core->cluster.refresh_slot = 0;
}

void game_sync_continue(Core *core) {
    Cluster *cluster = &core->cluster;
    while (cluster->refreshes < REFRESHES_AT_ONCE &&
           cluster->refresh_slot < core->games.slot_count) {
        CachedGame *game = core->games.slots[cluster->refresh_slot++];
        if (game)
            game_sync_update(core, game);
    }
}
