#include <config.h>

#include "server/core/administration.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/client.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"

/* ---- connections ---- */

static bool is_meant(const ClientFilter *filter, const Client *client) {
    if (!filter)
        return true;
    return filter->number > 0 ? client->serial == filter->number
                              : subnet_contains(&filter->subnet, &client->address);
}

static void add_client(const Core *core, const Client *client, Buffer *text) {
    char address[SUBNET_TEXT_SIZE];
    buffer_add_format(text, "%" PRIu64 " from=%s seconds=%" PRId64 " games=%u%s\n", client->serial,
                      address_write(&client->address, address),
                      (core->now_ms - client->connected_ms) / 1000,
                      (unsigned)client->subscriber_count, client->closing ? " closing=1" : "");
}

size_t administration_list_clients(const Core *core, const ClientFilter *filter, Buffer *text) {
    size_t count = 0;
    const Client *client;
    LIST_FOREACH(client, &core->clients, entry) {
        if (!is_meant(filter, client))
            continue;
        add_client(core, client, text);
        count++;
    }
    return count;
}

size_t administration_kick(Core *core, const ClientFilter *filter, const char *reason) {
    size_t count = 0;
    Client *client;
    LIST_FOREACH(client, &core->clients, entry) {
        if (client->closing || !is_meant(filter, client))
            continue;
        client_disconnect(core, client, reason, 0);
        count++;
    }
    client_disconnect_slow(core);
    return count;
}

void administration_announce(Core *core, const char *text) {
    client_notify_all(core, EVENT_NOTICE, text);
}

bool administration_tell_servers(Core *core, const char *line, CoreJobDone *done, void *context) {
    if (!core->store->is_shared)
        return false;
    PendingCall *pending = pending_begin(core, STORE_TELL, NULL, NULL, NULL);
    pending->done = done;
    pending->done_context = context;
    pending->request.tell.seat = SEAT_NONE;
    text_sanitize_into(line, strlen(line), pending->request.tell.text,
                       sizeof pending->request.tell.text);
    pending_submit(core, pending);
    return true;
}

void administration_on_told(Core *core, const char *line) {
    static const char announce[] = "announce ";
    Restriction restriction;
    size_t closed;
    if (strncmp(line, announce, sizeof announce - 1) == 0)
        administration_announce(core, line + sizeof announce - 1);
    else if (restriction_parse(line, &restriction))
        restrictions_set(core, &restriction, &closed);
}

void administration_refuse_games(Core *core, const char *sentence) {
    free(core->no_games);
    core->no_games = sentence ? memory_strdup(sentence) : NULL;
}

/* ---- games ---- */

static void add_game(const CachedGame *game, Buffer *text) {
    const GameState *state = &game->state;
    buffer_add_format(text, "%s", state->name.text);
    for (int color = 0; color < COLOR_COUNT; color++) {
        const GameSeat *seat = &state->seat[color];
        buffer_add_format(text, " %c=%s", color == WHITE ? 'w' : 'b',
                          !seat->taken ? "-"
                          : seat->name ? seat->name
                                       : "?");
    }
    buffer_add_format(text, " ply=%lu%s%s\n", (unsigned long)state->count,
                      state->hidden ? " private=1" : "",
                      game_state_is_over(state) ? " over=1" : "");
}

void administration_list_games_of(const Core *core, uint64_t number, Buffer *text) {
    const Client *client;
    const Subscriber *subscriber;
    LIST_FOREACH(client, &core->clients, entry)
        if (client->serial == number)
            LIST_FOREACH(subscriber, &client->subscribers, of_client)
                add_game(subscriber->game, text);
}

static bool is_shown(const CachedGame *game) {
    return game && game->status == GAME_READY && !LIST_EMPTY(&game->subscribers);
}

size_t administration_list_games(const Core *core, Buffer *text) {
    size_t count = 0;
    for (uint32_t slot = 0; slot < core->games.slot_count; slot++)
        if (is_shown(core->games.slots[slot])) {
            add_game(core->games.slots[slot], text);
            count++;
        }
    return count;
}

bool administration_show_game(const Core *core, uint64_t id, Buffer *text) {
    static const char *const roles[] = {"white", "black", "watching"};
    const CachedGame *game = game_cache_find(core, id);
    const Subscriber *subscriber;
    if (!is_shown(game))
        return false;
    add_game(game, text);
    LIST_FOREACH(subscriber, &game->subscribers, of_game) {
        buffer_add_format(text, "%s ", roles[subscriber->seat]);
        add_client(core, subscriber->client, text);
    }
    return true;
}
