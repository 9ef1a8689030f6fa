#include <config.h>

#include "server/core/presence.h"

#include "server/core/core_parts.h"
#include "server/core/game_sync.h"

static const Subscriber *client_here(const CachedGame *game, Role role) {
    return role == ROLE_CREATOR ? game->creator : game->seated[role];
}

/* What is stored about clients of this server is older than what its subscribers say. */
static bool is_elsewhere(const Core *core, const StorePresence *presence) {
    return presence->server != 0 && presence->server != core->cluster.server;
}

bool presence_is_present(const Core *core, const CachedGame *game, Role role) {
    return client_here(game, role) || is_elsewhere(core, &game->state.presence[role]);
}

bool presence_is_anybody_present(const Core *core, const CachedGame *game) {
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

void presence_loaded(Core *core, CachedGame *game) {
    if (!core->store->is_shared)
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        game->absent_since_ms[color] = game->state.presence[color].left_ms;
}

static void submit(Core *core, CachedGame *game, StoreKind kind, Role role) {
    PendingCall *pending = pending_begin(core, kind, NULL, NULL, game);
    pending->seat = role == ROLE_CREATOR ? SEAT_NONE : (Seat)role;
    StoreRequest request = {.role = role};
    if (kind == STORE_LEAVE)
        request.leave.generation = game->state.presence[role].generation;
    pending_submit(core, pending, &request);
}

static bool is_told(const Core *core, const CachedGame *game, Role role) {
    bool is_stored = game->state.presence[role].server == core->cluster.server;
    return (client_here(game, role) != NULL) == is_stored;
}

bool presence_is_told(const Core *core, const CachedGame *game) {
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
    for (int role = 0; role < ROLE_COUNT; role++) {
        if (is_told(core, game, (Role)role))
            continue;
        submit(core, game, client_here(game, (Role)role) ? STORE_ARRIVE : STORE_LEAVE, (Role)role);
        return;
    }
}

void presence_settle_all(Core *core) {
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (core->games.slots[slot])
            presence_settle(core, core->games.slots[slot]);
}

/* It depends on no version, so other servers may have changed the game before; and it has changed
 * nothing if another client has the role by now. */
void presence_left(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)core;
    CachedGame *game = pending->game;
    game->state.presence[presence_role(pending->seat)].server = 0;
    if (completion->version > game->state.version)
        game_sync_note_version(game, completion->version);
}
