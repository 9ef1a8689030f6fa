#include <config.h>

#include "load_parts.h"

#include <stdio.h>
#include <string.h>

#include "rules/movegen.h"

static const char former_tag[] = "f"; /* of its move */

void load_take_over(Load *load, Client *client) {
    unsigned server = (unsigned)load_chance(load, load->setup.server_count);
    Connection *spare = client->former;
    if (load_has_former(client))
        return;
    if (!spare)
        spare = load_create_connection(client, server);
    spare->server = server;
    client->former = client->connection;
    client->connection = spare;
    client->former_is_replaced = client->former_has_moved = client->former_is_answered = false;
    load->seated -= client->seated;
    client->seated = false;
    load->connected--;
    load_open_connection(load, client);
}

/* A legal move if it is the player's turn. Nobody has sent it, as far as the history knows. */
void load_former_move(Load *load, Client *client) {
    const Game *game = client->game;
    char line[120], path[COORDINATE_SIZE];
    MoveList moves;
    if (client->former_has_moved)
        return;
    client->former_has_moved = true;
    movelist_init(&moves);
    movegen_some(&game->position, 1, &moves);
    coordinate_write(moves.moves[0], path);
    movelist_free(&moves);
    snprintf(line, sizeof line, "@%s MOVE %s %u %s\n", former_tag, game->id, game->ply, path);
    load_send_line(load, client->former, line);
}

/* One server knows at once who has the seat. Of several, the former one may find another reason to
 * refuse the move first. */
static void on_answer(Load *load, Client *client, const Message *message, const char *line) {
    bool not_seated = message->type == MESSAGE_REJECTED && message->error == PROTO_ERR_NOTSEATED;
    client->former_is_answered = true;
    if (message->type != MESSAGE_REJECTED || (not_seated && !client->former_is_replaced) ||
        (load->setup.server_count == 1 && !not_seated))
        load_on_unexpected(load, line);
}

void load_former_on_line(Load *load, Client *client, const char *line, size_t length) {
    static Message message;
    if (!message_parse(line, length, &message, NULL) || message.type == EVENT_BYE)
        load_on_unexpected(load, line);
    else if (message.type == EVENT_REPLACED)
        client->former_is_replaced = true;
    else if (strcmp(message.tag, former_tag) == 0)
        on_answer(load, client, &message, line);
    if (client->former_is_replaced && client->former_is_answered) {
        load->replaced++;
        load_close_connection(load, client->former);
    }
}
