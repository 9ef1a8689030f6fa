#include <config.h>

#include "server/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

Watch *watch_find(const Client *client, const Game *game) {
    Watch *watch = client->watches;
    while (watch && watch->game != game)
        watch = watch->next_of_client;
    return watch;
}

bool watch_is_possible(Core *core, Client *client, const char *tag, const Game *game) {
    if (client->watch_count < core->limits.watched || watch_find(client, game))
        return true;
    command_refuse(core, client, tag, PROTO_ERR_FULL,
                   "a connection watches at most %d games; UNWATCH one", core->limits.watched);
    return false;
}

Watch *watch_add(Core *core, Client *client, Game *game) {
    Watch *watch = watch_find(client, game);
    if (watch)
        return watch;
    watch = memory_allocate(sizeof *watch);
    *watch = (Watch){.client = client,
                     .game = game,
                     .next_of_client = client->watches,
                     .next_of_game = game->watches,
                     .link_of_game = &game->watches,
                     .seat = SEAT_NONE};
    if (game->watches)
        game->watches->link_of_game = &watch->next_of_game;
    game->watches = watch;
    client->watches = watch;
    client->watch_count++;
    core->watch_count++;
    game_update(core, game);
    return watch;
}

void game_tell(Core *core, const Game *game, const Message *event, const Client *except) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = 0;
    for (Watch *watch = game->watches; watch; watch = watch->next_of_game) {
        if (!watch->listens || watch->client == except)
            continue;
        if (length == 0)
            length = message_write(event, line);
        client_send_line(core, watch->client, line, length, true);
        core->figures.events++;
    }
}

Seat game_seat_of(const Game *game, const Client *client) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->holder[color] && game->holder[color]->client == client)
            return (Seat)color;
    return SEAT_NONE;
}

static Message *about_seat(Core *core, MessageType type, const Game *game, Seat seat) {
    Message *message = message_about(core, type, NULL, game);
    message->field.seat = seat;
    fields_set(&message->field, FIELD_SIDE_ARG);
    return message;
}

static void announce(Core *core, const Watch *watch) {
    const char *name = watch->game->state.seat[watch->seat].name;
    Message *message = about_seat(core, EVENT_JOIN, watch->game, (Seat)watch->seat);
    if (name) {
        strncpy(message->field.name, name, NAME_MAX_BYTES);
        fields_set(&message->field, FIELD_NAME);
    }
    game_tell(core, watch->game, message, watch->client);
}

void watch_sit(Core *core, Watch *watch, Color color, bool news) {
    Game *game = watch->game;
    Watch *before = game->holder[color];
    watch->listens = true;
    game->holder[color] = watch;
    watch->seat = (uint8_t)color;
    if (before && before != watch) {
        before->seat = SEAT_NONE;
        client_send(core, before->client, message_about(core, EVENT_REPLACED, NULL, game));
    }
    game_relist(core, game);
    if (news || !before)
        announce(core, watch);
}

/* Takes the watch out of everything, and frees it. */
static void unlink_watch(Core *core, Watch *watch) {
    Watch **link = &watch->client->watches;
    while (*link != watch)
        link = &(*link)->next_of_client;
    *link = watch->next_of_client;
    *watch->link_of_game = watch->next_of_game;
    if (watch->next_of_game)
        watch->next_of_game->link_of_game = watch->link_of_game;
    watch->client->watch_count--;
    core->watch_count--;
    free(watch);
}

void watch_remove(Core *core, Watch *watch) {
    Game *game = watch->game;
    Seat seat = (Seat)watch->seat;
    if (game->maker == watch)
        game->maker = NULL;
    if (seat != SEAT_NONE)
        game->holder[seat] = NULL;
    unlink_watch(core, watch);
    if (seat != SEAT_NONE)
        game_tell(core, game, about_seat(core, EVENT_LEAVE, game, seat), NULL);
    game_update(core, game);
}

void watch_remove_all(Core *core, Client *client) {
    while (client->watches) {
        Watch *watch = client->watches;
        watch_remove(core, watch);
        assert(client->watches != watch);
    }
}
