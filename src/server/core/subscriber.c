#include <config.h>

#include "server/core/subscriber.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/announce.h"
#include "server/core/core_parts.h"
#include "server/core/presence.h"
#include "server/core/reply.h"

Subscriber *subscriber_find(const Client *client, const CachedGame *game) {
    Subscriber *subscriber;
    LIST_FOREACH(subscriber, &client->subscribers, of_client)
        if (subscriber->game == game)
            break;
    return subscriber;
}

/* Returns the client's oldest subscription to a game that is over, or NULL. */
static Subscriber *find_oldest_over(const Client *client) {
    Subscriber *subscriber, *oldest = NULL;
    LIST_FOREACH(subscriber, &client->subscribers, of_client)
        if (game_state_is_over(&subscriber->game->state))
            oldest = subscriber;
    return oldest;
}

bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game) {
    if (client->subscriber_count < core->limits.watched || subscriber_find(client, game) ||
        find_oldest_over(client))
        return true;
    reply_error(core, client, tag, PROTO_ERR_FULL,
                "a connection watches at most %d game%s; UNWATCH one", core->limits.watched,
                text_plural((uint64_t)core->limits.watched));
    return false;
}

Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game) {
    Subscriber *subscriber = subscriber_find(client, game);
    if (subscriber)
        return subscriber;
    Subscriber *over = find_oldest_over(client);
    if (over && client->subscriber_count >= core->limits.watched)
        subscriber_remove(core, over);
    subscriber = memory_allocate(sizeof *subscriber);
    *subscriber = (Subscriber){.client = client, .game = game, .seat = SEAT_NONE};
    LIST_INSERT_HEAD(&client->subscribers, subscriber, of_client);
    LIST_INSERT_HEAD(&game->subscribers, subscriber, of_game);
    client->subscriber_count++;
    core->subscriber_count++;
    game_cache_update(core, game);
    return subscriber;
}

void subscriber_start_events(Subscriber *subscriber) {
    delivery_start(subscriber->client, &subscriber->events, &subscriber->game->events);
}

void subscriber_notify(Core *core, CachedGame *game, const Message *event, EventAudience audience) {
    delivery_add(core, &game->events, event, audience);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->seated[color])
            delivery_take(core, game->seated[color]->client);
    delivery_spread(core, &game->events);
}

void subscriber_notify_all(Core *core, CachedGame *game, const Message *event,
                           const Client *except) {
    subscriber_notify(core, game, event, (EventAudience){.except = except ? except->serial : 0});
}

void subscriber_set_name(Subscriber *subscriber, const char *name) {
    free(subscriber->name);
    subscriber->name = name[0] ? memory_strdup(name) : NULL;
}

Seat subscriber_seat(const CachedGame *game, const Client *client) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->seated[color] && game->seated[color]->client == client)
            return (Seat)color;
    return SEAT_NONE;
}

static void replace(Core *core, Subscriber *subscriber) {
    subscriber->seat = SEAT_NONE;
    subscriber->events.is_player = false;
    announce_replaced(core, subscriber->game, subscriber->client);
}

void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced) {
    CachedGame *game = subscriber->game;
    Subscriber *before = game->seated[color];
    bool was_present = presence_is_present(core, game, (Role)color);
    delivery_take_all(core, subscriber->client); /* while it is a spectator */
    subscriber_start_events(subscriber);
    game->seated[color] = subscriber;
    subscriber->seat = (uint8_t)color;
    subscriber->events.is_player = true;
    if (before && before != subscriber)
        replace(core, before);
    game_cache_update_lists(core, game);
    if (is_announced || !was_present)
        announce_join(core, game, color, subscriber->client);
}

void subscriber_lose_seat(Core *core, CachedGame *game, Color color) {
    Subscriber *holder = game->seated[color];
    game->seated[color] = NULL;
    replace(core, holder);
}

void subscriber_remove(Core *core, Subscriber *subscriber) {
    CachedGame *game = subscriber->game;
    Seat seat = (Seat)subscriber->seat;
    if (game->creator == subscriber)
        game->creator = NULL;
    if (seat != SEAT_NONE) {
        game->seated[seat] = NULL;
        game->absent_since_ms[seat] = core->now_ms;
    }
    delivery_stop(core, &subscriber->events);
    LIST_REMOVE(subscriber, of_client);
    LIST_REMOVE(subscriber, of_game);
    subscriber->client->subscriber_count--;
    core->subscriber_count--;
    free(subscriber->name);
    free(subscriber);
    if (seat != SEAT_NONE && !presence_is_present(core, game, (Role)seat))
        announce_leave(core, game, (Color)seat);
    presence_settle(core, game);
    game_cache_update(core, game);
}

void subscriber_remove_all(Core *core, Client *client) {
    Subscriber *next;
    for (Subscriber *subscriber = LIST_FIRST(&client->subscribers); subscriber; subscriber = next) {
        next = LIST_NEXT(subscriber, of_client);
        subscriber_remove(core, subscriber);
    }
}
