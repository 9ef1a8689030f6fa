#include <config.h>

#include "server/core/game_sync.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "server/core/messages.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"

enum { REFRESHES_AT_ONCE = 100 }; /* after missed news */

/* ---- stale games ---- */

bool game_sync_is_stale(const CachedGame *game) {
    return game->refreshing || game->known_version > game->state.version;
}

void game_sync_note_version(CachedGame *game, uint64_t version) {
    if (version > game->known_version)
        game->known_version = version;
}

/* What is known before the request is submitted, its answer contains. */
void game_sync_refresh(Core *core, CachedGame *game) {
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

/* ---- conflicts ---- */

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
    game_sync_note_version(game, UINT64_MAX);
    core->counters.overtaken++;
    pending->run_again = true;
    return true;
}

/* ---- moves ---- */

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

/* ---- comparing ---- */

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

/* Players have left after they moved. */
static void tell_leaving(const Comparison *comparison) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (comparison->shown[color] &&
            !presence_is_present(comparison->core, comparison->game, (Role)color))
            announce_leave(comparison->core, comparison->game, (Color)color);
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

static void update_end(const Comparison *comparison) {
    if (game_state_is_over(comparison->state) ||
        comparison->stored->end.outcome.reason == REASON_NONE)
        return;
    comparison->state->end = comparison->stored->end;
    announce_end(comparison->core, comparison->game);
}

static void offer_rematch(const Comparison *comparison, StoreRematch rematch) {
    bool declined = rematch.state == STORE_OFFER_DECLINED;
    comparison->state->rematch = rematch;
    announce_rematch(comparison->core, comparison->game,
                     declined ? color_other(rematch.by) : rematch.by,
                     rematch.state == STORE_OFFER_OPEN ? DRAW_OFFER : DRAW_DECLINE, NULL);
}

/* What was accepted, declined or withdrawn was offered before. */
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
    update_presence(&comparison);
    update_seat(&comparison, WHITE);
    update_seat(&comparison, BLACK);
    if (!update_moves(&comparison))
        return false;
    tell_leaving(&comparison);
    update_end(&comparison);
    update_rematch(&comparison);
    game->state.version = stored->version;
    game->is_refused = false;
    return true;
}

void game_sync_refreshed(Core *core, CachedGame *game, const StoreCompletion *completion) {
    game->refreshing = false;
    core->cluster.refreshes--;
    if (completion->result == STORE_MISSING)
        game->status = GAME_MISSING;
    else if (completion->result != STORE_OK || !update_game(core, game, completion->game))
        game->status = GAME_DAMAGED;
}

/* ---- news ---- */

void game_sync_on_news(Core *core, const StoreNews *news) {
    CachedGame *game = game_cache_find(core, news->id);
    if (news->kind == NEWS_TALK) {
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
        game_sync_note_version(game, version);
    game_cache_update(core, game);
    game_sync_update(core, game);
}

void game_sync_on_missed(Core *core) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot])
            game_sync_note_version(core->games.slots[slot], UINT64_MAX);
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
