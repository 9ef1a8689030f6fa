#include <config.h>

#include "server/core/subscriber.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

Subscriber *subscriber_find(const Client *client, const CachedGame *game) {
    Subscriber *subscriber;
    LIST_FOREACH(subscriber, &client->subscribers, of_client)
        if (subscriber->game == game)
            break;
    return subscriber;
}

bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game) {
    if (client->subscriber_count < core->limits.watched || subscriber_find(client, game))
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
    subscriber = memory_allocate(sizeof *subscriber);
    *subscriber = (Subscriber){.client = client, .game = game, .seat = SEAT_NONE};
    LIST_INSERT_HEAD(&client->subscribers, subscriber, of_client);
    LIST_INSERT_HEAD(&game->subscribers, subscriber, of_game);
    client->subscriber_count++;
    core->subscriber_count++;
    game_cache_update(core, game);
    return subscriber;
}

void subscriber_notify_all(Core *core, const CachedGame *game, const Message *event,
                           const Client *except) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = 0;
    const Subscriber *subscriber;
    LIST_FOREACH(subscriber, &game->subscribers, of_game) {
        if (!subscriber->notified || subscriber->client == except)
            continue;
        if (length == 0)
            length = message_write(event, line);
        client_send_line(core, subscriber->client, line, length, true);
        core->counters.events++;
    }
}

Seat subscriber_seat(const CachedGame *game, const Client *client) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->seated[color] && game->seated[color]->client == client)
            return (Seat)color;
    return SEAT_NONE;
}

static Message *begin_seat_event(Core *core, MessageType type, const CachedGame *game, Seat seat) {
    Message *message = reply_begin_game(core, type, NULL, game);
    message->fields.seat = seat;
    fields_set(&message->fields, FIELD_SIDE_ARG);
    return message;
}

static void announce_join(Core *core, const Subscriber *subscriber) {
    const char *name = subscriber->game->state.seat[subscriber->seat].name;
    Message *message = begin_seat_event(core, EVENT_JOIN, subscriber->game, (Seat)subscriber->seat);
    if (name) {
        text_copy(message->fields.name, sizeof message->fields.name, name);
        fields_set(&message->fields, FIELD_NAME);
    }
    subscriber_notify_all(core, subscriber->game, message, subscriber->client);
}

void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced) {
    CachedGame *game = subscriber->game;
    Subscriber *before = game->seated[color];
    subscriber->notified = true;
    game->seated[color] = subscriber;
    subscriber->seat = (uint8_t)color;
    if (before && before != subscriber) {
        before->seat = SEAT_NONE;
        client_send(core, before->client, reply_begin_game(core, EVENT_REPLACED, NULL, game));
    }
    game_cache_update_lists(core, game);
    if (is_announced || !before)
        announce_join(core, subscriber);
}

void subscriber_remove(Core *core, Subscriber *subscriber) {
    CachedGame *game = subscriber->game;
    Seat seat = (Seat)subscriber->seat;
    if (game->creator == subscriber)
        game->creator = NULL;
    if (seat != SEAT_NONE)
        game->seated[seat] = NULL;
    LIST_REMOVE(subscriber, of_client);
    LIST_REMOVE(subscriber, of_game);
    subscriber->client->subscriber_count--;
    core->subscriber_count--;
    free(subscriber);
    if (seat != SEAT_NONE)
        subscriber_notify_all(core, game, begin_seat_event(core, EVENT_LEAVE, game, seat), NULL);
    game_cache_update(core, game);
}

void subscriber_remove_all(Core *core, Client *client) {
    Subscriber *next;
    for (Subscriber *subscriber = LIST_FIRST(&client->subscribers); subscriber; subscriber = next) {
        next = LIST_NEXT(subscriber, of_client);
        subscriber_remove(core, subscriber);
    }
}
