#include <config.h>

#include "server/parts.h"

#include <stdlib.h>

#include "rules/memory.h"

enum { FIRST_CHAINS = 1024 }; /* a power of two */

/* Ids are random bits, but clients may ask for any. */
static Game **chain_of(const Games *games, uint64_t id) {
    uint64_t mix = id * UINT64_C(0x9e3779b97f4a7c15);
    return &games->chains[(mix ^ mix >> 32) & (games->chain_count - 1)];
}

Game *games_find(const Core *core, uint64_t id) {
    if (core->games.chain_count == 0)
        return NULL;
    Game *game = *chain_of(&core->games, id);
    while (game && game->state.id != id)
        game = game->chain;
    return game;
}

static void grow_chains(Games *games) {
    Games old = *games;
    games->chain_count = old.chain_count ? old.chain_count * 2 : FIRST_CHAINS;
    games->chains = memory_allocate(games->chain_count * sizeof(Game *));
    for (uint32_t slot = 0; slot < games->slot_count; slot++) {
        Game *game = games->slots[slot];
        if (!game)
            continue;
        Game **chain = chain_of(games, game->state.id);
        game->chain = *chain;
        *chain = game;
    }
    free(old.chains);
}

/* The capacity is a multiple of the bits in a word. */
static void grow_listings(Games *games) {
    uint32_t words = games->slot_capacity / 64, before = games->slot_count / 64;
    for (int listing = 0; listing < LISTING_COUNT; listing++) {
        games->listed[listing] = memory_resize(games->listed[listing], words, sizeof(uint64_t));
        for (uint32_t word = before; word < words; word++)
            games->listed[listing][word] = 0;
    }
}

static void set_listed(Games *games, Listing listing, uint32_t slot, bool listed) {
    uint64_t *word = &games->listed[listing][slot / 64], bit = UINT64_C(1) << slot % 64;
    if (((*word & bit) != 0) == listed)
        return;
    *word ^= bit;
    if (listed)
        games->listed_count[listing]++;
    else
        games->listed_count[listing]--;
}

static bool is_open(const Game *game) {
    const GameState *state = &game->state;
    bool free_seat = !state->seat[WHITE].taken || !state->seat[BLACK].taken;
    return free_seat && (game->holder[WHITE] || game->holder[BLACK] || game->maker);
}

static bool is_live(const Game *game) {
    const GameState *state = &game->state;
    return state->seat[WHITE].taken && state->seat[BLACK].taken &&
           (game->holder[WHITE] || game->holder[BLACK]);
}

void game_relist(Core *core, const Game *game) {
    bool shown =
        game->status == GAME_READY && !game->state.hidden && !gamestate_is_over(&game->state);
    set_listed(&core->games, LISTING_OPEN, game->slot, shown && is_open(game));
    set_listed(&core->games, LISTING_LIVE, game->slot, shown && is_live(game));
}

uint32_t games_next_listed(const Core *core, bool open, bool live, uint32_t at) {
    const Games *games = &core->games;
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
static uint32_t take_slot(Games *games) {
    if (games->free_count > 0)
        return games->free_slots[--games->free_count];
    if (games->slot_count == games->slot_capacity) {
        games->slot_capacity = games->slot_capacity ? games->slot_capacity * 2 : FIRST_CHAINS;
        games->slots = memory_resize(games->slots, games->slot_capacity, sizeof(Game *));
        grow_listings(games);
        games->free_slots =
            memory_resize(games->free_slots, games->slot_capacity, sizeof(uint32_t));
    }
    return games->slot_count++;
}

Game *games_add(Core *core, uint64_t id, GameStatus status) {
    Games *games = &core->games;
    Game *game = memory_allocate(sizeof *game);
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
    Game **chain = chain_of(games, id);
    game->chain = *chain;
    *chain = game;
    return game;
}

void games_fill(Core *core, Game *game, const StoreGame *stored) {
    if (gamestate_load(&game->state, stored, core->now_ms, &core->error)) {
        game->status = GAME_READY;
        game_update(core, game);
    } else {
        game->status = GAME_DAMAGED;
    }
}

/* ---- games that nobody uses ---- */

static bool is_used(const Game *game) {
    return game->watches || game->uses > 0 || game->changing || game->waiting ||
           game->status == GAME_LOADING;
}

static void leave_idle(Core *core, Game *game) {
    if (!game->idle)
        return;
    Games *games = &core->games;
    *(game->idle_previous ? &game->idle_previous->idle_next : &games->idle_first) = game->idle_next;
    *(game->idle_next ? &game->idle_next->idle_previous : &games->idle_last) = game->idle_previous;
    game->idle_next = game->idle_previous = NULL;
    game->idle = false;
    games->idle_count--;
}

static void enter_idle(Core *core, Game *game) {
    if (game->idle)
        return;
    Games *games = &core->games;
    game->idle = true;
    game->idle_previous = games->idle_last;
    *(games->idle_last ? &games->idle_last->idle_next : &games->idle_first) = game;
    games->idle_last = game;
    games->idle_count++;
}

/* Of too many, the longest idle is forgotten at the next tick. */
static void hurry_oldest(Core *core) {
    Games *games = &core->games;
    if (games->idle_count > (uint32_t)core->limits.idle_games)
        timers_set(&core->timers, &games->idle_first->timer, core->now_ms);
}

/* When the flag of the side to move is to be looked at. */
static int64_t flag_due(const Core *core, const Game *game) {
    if (game->status != GAME_READY || game->changing || core->draining || core->failure)
        return INT64_MAX;
    int64_t falls = gamestate_falls(&game->state);
    if (falls != INT64_MAX && core->readonly && falls < core->now_ms + PROBE_MS)
        falls = core->now_ms + PROBE_MS;
    return falls;
}

void game_update(Core *core, Game *game) {
    game_relist(core, game);
    int64_t falls = flag_due(core, game);
    if (falls != INT64_MAX || is_used(game)) {
        leave_idle(core, game);
        if (falls == INT64_MAX)
            timers_stop(&core->timers, &game->timer);
        else
            timers_set(&core->timers, &game->timer, falls);
        return;
    }
    if (!game->idle) {
        enter_idle(core, game);
        timers_set(&core->timers, &game->timer, core->now_ms + (int64_t)core->limits.idle_s * 1000);
    }
    hurry_oldest(core);
}

void game_tick(Core *core, Game *game) {
    if (game->idle)
        games_remove(core, game);
    else if (!game_flag(core, game, core->now_ms))
        game_update(core, game);
}

void games_remove(Core *core, Game *game) {
    Games *games = &core->games;
    timers_stop(&core->timers, &game->timer);
    leave_idle(core, game);
    set_listed(games, LISTING_OPEN, game->slot, false);
    set_listed(games, LISTING_LIVE, game->slot, false);
    Game **link = chain_of(games, game->state.id);
    while (*link != game)
        link = &(*link)->chain;
    *link = game->chain;
    games->slots[game->slot] = NULL;
    games->free_slots[games->free_count++] = game->slot;
    games->count--;
    gamestate_free(&game->state);
    free(game);
}

void games_free(Core *core) {
    Games *games = &core->games;
    for (uint32_t slot = 0; slot < games->slot_count; slot++)
        if (games->slots[slot]) {
            gamestate_free(&games->slots[slot]->state);
            free(games->slots[slot]);
        }
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        free(games->listed[listing]);
    free(games->slots);
    free(games->free_slots);
    free(games->chains);
    *games = (Games){0};
}

/* ---- commands that need a game ---- */

static void wait_for(Core *core, Client *client, Game *game) {
    client->waits_for = game;
    client->next_waiting = NULL;
    *game->waiting_end = client;
    game->waiting_end = &client->next_waiting;
    if (game->idle)
        game_update(core, game);
}

void game_forget_waiting(Client *client) {
    Game *game = client->waits_for;
    Client **link = &game->waiting;
    while (*link != client)
        link = &(*link)->next_waiting;
    *link = client->next_waiting;
    if (!*link)
        game->waiting_end = link;
    client->waits_for = NULL;
    client->next_waiting = NULL;
}

void game_wake(Core *core, Game *game) {
    Client *first = game->waiting;
    game->waiting = NULL;
    game->waiting_end = &game->waiting;
    for (Client *client = first; client; client = client->next_waiting)
        client->waits_for = NULL;
    while (first) {
        Client *client = first;
        first = client->next_waiting;
        client->next_waiting = NULL;
        client_resume(core, client);
    }
}

Game *game_wanted(Core *core, Client *client, const char *tag, uint64_t id, bool reading,
                  Step *step) {
    Game *game = games_find(core, id);
    if (!game) {
        game = games_add(core, id, GAME_LOADING);
        games_load(core, game);
    }
    *step = STEP_AGAIN;
    if (game->status == GAME_LOADING || (!reading && game->changing)) {
        wait_for(core, client, game);
        return NULL;
    }
    *step = STEP_DONE;
    if (game->status == GAME_READY)
        return game;
    if (game->status == GAME_MISSING)
        command_refuse(core, client, tag, PROTO_ERR_NOGAME, "there is no game %s",
                       game->state.name.text);
    else
        command_refuse(core, client, tag, PROTO_ERR_INTERNAL, "game %s cannot be read",
                       game->state.name.text);
    return NULL;
}
