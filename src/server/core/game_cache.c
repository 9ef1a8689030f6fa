#include <config.h>

#include "server/core/game_cache.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "base/random.h"
#include "server/core/command_play.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

enum { MIN_CHAINS = 1024 }; /* a power of two */

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

static void set_listed(GameCache *games, Listing listing, uint32_t slot, bool listed) {
    uint64_t *word = &games->listed[listing][slot / 64], bit = UINT64_C(1) << slot % 64;
    if (((*word & bit) != 0) == listed)
        return;
    *word ^= bit;
    if (listed)
        games->listed_count[listing]++;
    else
        games->listed_count[listing]--;
}

void game_cache_update_lists(Core *core, const CachedGame *game) {
    const GameState *state = &game->state;
    bool shown = game->status == GAME_READY && !state->hidden && !game_state_is_over(state);
    bool full = state->seat[WHITE].taken && state->seat[BLACK].taken;
    bool player_present = game->seated[WHITE] || game->seated[BLACK];
    set_listed(&core->games, LISTING_OPEN, game->slot,
               shown && !full && (player_present || game->creator));
    set_listed(&core->games, LISTING_LIVE, game->slot, shown && full && player_present);
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

static uint32_t take_slot(GameCache *games) {
    if (games->free_count > 0)
        return games->free_slots[--games->free_count];
    if (games->slot_count == games->slot_capacity)
        grow_slots(games);
    return games->slot_count++;
}

CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status) {
    GameCache *games = &core->games;
    CachedGame *game = memory_allocate(sizeof *game);
    game->state.id = id;
    game->state.name = game_id_from_number(id);
    game->status = status;
    game->timer = (Timer){.owner = game, .kind = TIMER_GAME};
    TAILQ_INIT(&game->waiting);
    game->slot = take_slot(games);
    games->slots[game->slot] = NULL;
    if (games->count >= games->chain_count)
        grow_chains(games);
    games->slots[game->slot] = game;
    games->count++;
    LIST_INSERT_HEAD(chain_of(games, id), game, chain);
    return game;
}

void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored) {
    game->status = GAME_DAMAGED;
    if (!game_state_load(&game->state, stored, core->now_ms, &core->error))
        return;
    game->status = GAME_READY;
    game_cache_update(core, game);
}

void game_cache_load(Core *core, CachedGame *game) {
    StoreRequest request = {0};
    pending_submit(core, pending_begin(core, STORE_LOAD, NULL, NULL, game), &request);
}

void game_cache_loaded(Core *core, PendingCall *pending, StoreCompletion *completion) {
    if (completion->result == STORE_OK)
        game_cache_fill(core, pending->game, completion->game);
    else
        pending->game->status = completion->result == STORE_MISSING ? GAME_MISSING : GAME_DAMAGED;
}

/* ---- removing games ---- */

static bool is_in_use(const CachedGame *game) {
    return !LIST_EMPTY(&game->subscribers) || game->stream_count > 0 || game->change_pending ||
           !TAILQ_EMPTY(&game->waiting) || game->status == GAME_LOADING;
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

/* Returns when the flag of the side to move falls, or INT64_MAX. While the disk is full, it falls
 * after the next probe at the earliest. */
static int64_t flag_deadline(const Core *core, const CachedGame *game) {
    if (game->status != GAME_READY || game->change_pending || core->draining || core->failure)
        return INT64_MAX;
    int64_t flag_ms = game_state_flag_time(&game->state);
    if (flag_ms != INT64_MAX && core->readonly && flag_ms < core->now_ms + PROBE_INTERVAL_MS)
        flag_ms = core->now_ms + PROBE_INTERVAL_MS;
    return flag_ms;
}

void game_cache_update(Core *core, CachedGame *game) {
    GameCache *games = &core->games;
    game_cache_update_lists(core, game);
    int64_t flag_ms = flag_deadline(core, game);
    if (flag_ms != INT64_MAX || is_in_use(game)) {
        set_idle(games, game, false);
        if (flag_ms == INT64_MAX)
            timers_cancel(&core->timers, &game->timer);
        else
            timers_set(&core->timers, &game->timer, flag_ms);
        return;
    }
    if (!game->idle) {
        set_idle(games, game, true);
        timers_set(&core->timers, &game->timer, core->now_ms + (int64_t)core->limits.idle_s * 1000);
    }
    if (games->idle_count > (uint32_t)core->limits.idle_games)
        timers_set(&core->timers, &TAILQ_FIRST(&games->idle)->timer, core->now_ms);
}

void game_cache_on_timer(Core *core, CachedGame *game) {
    if (game->idle)
        game_cache_remove(core, game);
    else if (!command_flag_fall(core, game, core->now_ms))
        game_cache_update(core, game);
}

void game_cache_remove(Core *core, CachedGame *game) {
    GameCache *games = &core->games;
    timers_cancel(&core->timers, &game->timer);
    set_idle(games, game, false);
    set_listed(games, LISTING_OPEN, game->slot, false);
    set_listed(games, LISTING_LIVE, game->slot, false);
    LIST_REMOVE(game, chain);
    games->slots[game->slot] = NULL;
    games->free_slots[games->free_count++] = game->slot;
    games->count--;
    game_state_free(&game->state);
    free(game);
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
    }
    if (game->status == GAME_LOADING || (!read_only && game->change_pending)) {
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
