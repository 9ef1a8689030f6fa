#include <config.h>

#include "play/network_parts.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"
#include "rules/memory.h"

void network_free(Network *network) {
    if (!network)
        return;
    connection_free(network->connection);
    saved_seat_close(network->file, false);
    while (network->sent) {
        SentRequest *sent = network->sent;
        network->sent = sent->next;
        free(sent);
    }
    for (int i = 0; i < TALK_KEPT; i++)
        free(network->talk[i]);
    free(network);
}

void network_address_text(const ServerAddress *place, char text[SERVER_ADDRESS_SIZE]) {
    server_address_write(place, text);
}

/* ---- questions ---------------------------------------------------------------------------- */

void network_player_name(const Network *network, Color color, SessionPlayer *player) {
    if (network->name[color][0])
        memcpy(player->name, network->name[color], sizeof network->name[color]);
    else
        player_kind_label(player, player->name);
}

static int seconds_to_retry(const Session *session) {
    const Network *network = session->network;
    uint64_t now_ms = uv_now(session->loop);
    return network->retry_at_ms > now_ms ? (int)((network->retry_at_ms - now_ms + 999) / 1000) : 0;
}

bool network_view(const Session *session, NetworkView *view) {
    const Network *network = session->network;
    if (!network)
        return false;
    *view = (NetworkView){.id = network->options.id,
                          .seat = network->seat,
                          .online = network->online,
                          .gone = network->gone,
                          .retry_s = seconds_to_retry(session),
                          .waiting = network_is_waiting(network),
                          .talk_count = network->talk_count};
    server_address_write(&network->options.place, view->server);
    memcpy(view->taken, network->taken, sizeof view->taken);
    memcpy(view->present, network->present, sizeof view->present);
    return true;
}

void network_retry_now(Session *session) {
    if (session->network)
        connection_retry_now(session->network->connection);
}

/* ---- talk --------------------------------------------------------------------------------- */

void network_add_talk(Network *network, const TalkLine *line) {
    TalkLine **place = &network->talk[network->talk_count % TALK_KEPT];
    free(*place);
    *place = memory_allocate(sizeof **place);
    **place = *line;
    network->talk_count++;
    session_notify(network->session, SESSION_TALK);
}

const TalkLine *network_talk(const Session *session, size_t number) {
    const Network *network = session->network;
    if (!network || number >= network->talk_count || network->talk_count - number > TALK_KEPT)
        return NULL;
    return network->talk[number % TALK_KEPT];
}
