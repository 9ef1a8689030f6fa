#include <config.h>

#include "server/core/core_parts.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST_CHAINS = 1024 }; /* a power of two */

/* Ids are random bits, but clients may ask for any. */
static CachedGame **chain_of(const GameCache *games, uint64_t id) {
    uint64_t mix = id * UINT64_C(0x9e3779b97f4a7c15);
    return &games->chains[(mix ^ mix >> 32) & (games->chain_count - 1)];
}

CachedGame *game_cache_find(const Core *core, uint64_t id) {
    if (core->games.chain_count == 0)
        return NULL;
    CachedGame *game = *chain_of(&core->games, id);
    while (game && game->state.id != id)
        game = game->chain;
    return game;
}

static void grow_chains(GameCache *games) {
    GameCache old = *games;
    games->chain_count = old.chain_count ? old.chain_count * 2 : FIRST_CHAINS;
    games->chains = memory_allocate(games->chain_count * sizeof(CachedGame *));
    for (uint32_t slot = 0; slot < games->slot_count; slot++) {
        CachedGame *game = games->slots[slot];
        if (!game)
            continue;
        CachedGame **chain = chain_of(games, game->state.id);
        game->chain = *chain;
        *chain = game;
    }
    free(old.chains);
}

/* The capacity is a multiple of the bits in a word. */
static void grow_listings(GameCache *games) {
    uint32_t words = games->slot_capacity / 64, before = games->slot_count / 64;
    for (int listing = 0; listing < LISTING_COUNT; listing++) {
        games->listed[listing] = memory_resize(games->listed[listing], words, sizeof(uint64_t));
        for (uint32_t word = before; word < words; word++)
            games->listed[listing][word] = 0;
    }
}

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

static bool is_open(const CachedGame *game) {
    const GameState *state = &game->state;
    bool free_seat = !state->seat[WHITE].taken || !state->seat[BLACK].taken;
    return free_seat && (game->seated[WHITE] || game->seated[BLACK] || game->creator);
}

static bool is_live(const CachedGame *game) {
    const GameState *state = &game->state;
    return state->seat[WHITE].taken && state->seat[BLACK].taken &&
           (game->seated[WHITE] || game->seated[BLACK]);
}

void game_cache_update_lists(Core *core, const CachedGame *game) {
    bool shown =
        game->status == GAME_READY && !game->state.hidden && !game_state_is_over(&game->state);
    set_listed(&core->games, LISTING_OPEN, game->slot, shown && is_open(game));
    set_listed(&core->games, LISTING_LIVE, game->slot, shown && is_live(game));
}

uint32_t game_cache_next_listed(const Core *core, bool open, bool live, uint32_t at) {
    const GameCache *games = &core->games;
    while (at < games->slot_count) {
        uint64_t bits = (open ? games->listed[LISTING_OPEN][at / 64] : 0) |
                        (live ? games->listed[LISTING_LIVE][at / 64] : 0);
        bits &= UINT64_MAX << at % 64;
        if (bits)
            return at / 64 * 64 + (uint32_t)lowest_bit(bits);
        at = at / 64 * 64 + 64;
    }
    return games->slot_count;
}

/* Slots stay where they are while games come and go, so that a list can be read in pieces. */
static uint32_t take_slot(GameCache *games) {
    if (games->free_count > 0)
        return games->free_slots[--games->free_count];
    if (games->slot_count == games->slot_capacity) {
        games->slot_capacity = games->slot_capacity ? games->slot_capacity * 2 : FIRST_CHAINS;
        games->slots = memory_resize(games->slots, games->slot_capacity, sizeof(CachedGame *));
        grow_listings(games);
        games->free_slots =
            memory_resize(games->free_slots, games->slot_capacity, sizeof(uint32_t));
    }
    return games->slot_count++;
}

CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status) {
    GameCache *games = &core->games;
    CachedGame *game = memory_allocate(sizeof *game);
    game->state.id = id;
    game->state.name = game_id_from_number(id);
    game->status = status;
    game->timer = (Timer){.owner = game, .kind = TIMER_GAME};
    game->waiting_end = &game->waiting;
    game->slot = take_slot(games);
    games->slots[game->slot] = NULL;
    if (games->count >= games->chain_count)
        grow_chains(games);
    games->slots[game->slot] = game;
    games->count++;
    CachedGame **chain = chain_of(games, id);
    game->chain = *chain;
    *chain = game;
    return game;
}

void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored) {
    if (game_state_load(&game->state, stored, core->now_ms, &core->error)) {
        game->status = GAME_READY;
        game_cache_update(core, game);
    } else {
        game->status = GAME_DAMAGED;
    }
}

/* ---- games that nobody uses ---- */

static bool is_in_use(const CachedGame *game) {
    return game->subscribers || game->stream_count > 0 || game->change_pending || game->waiting ||
           game->status == GAME_LOADING;
}

static void idle_list_remove(Core *core, CachedGame *game) {
    if (!game->idle)
        return;
    GameCache *games = &core->games;
    *(game->idle_previous ? &game->idle_previous->idle_next : &games->idle_first) = game->idle_next;
    *(game->idle_next ? &game->idle_next->idle_previous : &games->idle_last) = game->idle_previous;
    game->idle_next = game->idle_previous = NULL;
    game->idle = false;
    games->idle_count--;
}

static void idle_list_append(Core *core, CachedGame *game) {
    if (game->idle)
        return;
    GameCache *games = &core->games;
    game->idle = true;
    game->idle_previous = games->idle_last;
    *(games->idle_last ? &games->idle_last->idle_next : &games->idle_first) = game;
    games->idle_last = game;
    games->idle_count++;
}

/* Of too many, the longest idle is forgotten at the next tick. */
static void evict_oldest(Core *core) {
    GameCache *games = &core->games;
    if (games->idle_count > (uint32_t)core->limits.idle_games)
        timers_set(&core->timers, &games->idle_first->timer, core->now_ms);
}

/* When the flag of the side to move is to be looked at. */
static int64_t flag_deadline(const Core *core, const CachedGame *game) {
    if (game->status != GAME_READY || game->change_pending || core->draining || core->failure)
        return INT64_MAX;
    int64_t flag_ms = game_state_flag_time(&game->state);
    if (flag_ms != INT64_MAX && core->readonly && flag_ms < core->now_ms + PROBE_INTERVAL_MS)
        flag_ms = core->now_ms + PROBE_INTERVAL_MS;
    return flag_ms;
}

void game_cache_update(Core *core, CachedGame *game) {
    game_cache_update_lists(core, game);
    int64_t flag_ms = flag_deadline(core, game);
    if (flag_ms != INT64_MAX || is_in_use(game)) {
        idle_list_remove(core, game);
        if (flag_ms == INT64_MAX)
            timers_cancel(&core->timers, &game->timer);
        else
            timers_set(&core->timers, &game->timer, flag_ms);
        return;
    }
    if (!game->idle) {
        idle_list_append(core, game);
        timers_set(&core->timers, &game->timer, core->now_ms + (int64_t)core->limits.idle_s * 1000);
    }
    evict_oldest(core);
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
    idle_list_remove(core, game);
    set_listed(games, LISTING_OPEN, game->slot, false);
    set_listed(games, LISTING_LIVE, game->slot, false);
    CachedGame **link = chain_of(games, game->state.id);
    while (*link != game)
        link = &(*link)->chain;
    *link = game->chain;
    games->slots[game->slot] = NULL;
    games->free_slots[games->free_count++] = game->slot;
    games->count--;
    game_state_free(&game->state);
    free(game);
}

void game_cache_free(Core *core) {
    GameCache *games = &core->games;
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
    *games = (GameCache){0};
}

/* ---- commands that need a game ---- */

static void park_client(Core *core, Client *client, CachedGame *game) {
    client->waiting_for = game;
    client->next_waiting = NULL;
    *game->waiting_end = client;
    game->waiting_end = &client->next_waiting;
    if (game->idle)
        game_cache_update(core, game);
}

void game_cache_cancel_wait(Client *client) {
    CachedGame *game = client->waiting_for;
    Client **link = &game->waiting;
    while (*link != client)
        link = &(*link)->next_waiting;
    *link = client->next_waiting;
    if (!*link)
        game->waiting_end = link;
    client->waiting_for = NULL;
    client->next_waiting = NULL;
}

void game_cache_wake_waiting(Core *core, CachedGame *game) {
    Client *first = game->waiting;
    game->waiting = NULL;
    game->waiting_end = &game->waiting;
    for (Client *client = first; client; client = client->next_waiting)
        client->waiting_for = NULL;
    while (first) {
        Client *client = first;
        first = client->next_waiting;
        client->next_waiting = NULL;
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
    *status = HANDLER_RETRY;
    if (game->status == GAME_LOADING || (!read_only && game->change_pending)) {
        park_client(core, client, game);
        return NULL;
    }
    *status = HANDLER_DONE;
    if (game->status == GAME_READY)
        return game;
    if (game->status == GAME_MISSING)
        reply_error(core, client, tag, PROTO_ERR_NOGAME, "there is no game %s",
                    game->state.name.text);
    else
        reply_error(core, client, tag, PROTO_ERR_INTERNAL, "game %s cannot be read",
                    game->state.name.text);
    return NULL;
}
