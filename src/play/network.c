#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/network_state.h"

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

void network_address_text(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]) {
    server_address_write(address, text);
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
                          .game_lost = network->game_lost,
                          .retry_s = seconds_to_retry(session),
                          .waiting = network_is_waiting(network),
                          .talk_count = network->talk_count};
    server_address_write(&network->options.address, view->server);
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

/* What the player here does in a network game, and the server's answers to it. */

/* ---- asking ------------------------------------------------------------------------------- */

/* Asks the server; the answer is told to network_on_answer. */
static void send_request(Network *network, const Request *request) {
    SentRequest *sent = memory_allocate(sizeof *sent);
    SentRequest **end = &network->sent;
    while (*end)
        end = &(*end)->next;
    sent->verb = request->verb;
    strcpy(sent->text, request->fields.text);
    *end = sent;
    sent->request_id = connection_request(network->connection, request);
    session_notify(network->session, SESSION_NETWORK);
}

bool network_is_waiting(const Network *network) {
    return network->sent != NULL;
}

/* A request about the game; those that change it say at which ply. */
static void init_game_request(const Session *session, Verb verb, Request *request) {
    *request = (Request){.verb = verb};
    request->fields.id = session->network->options.id;
    fields_set(&request->fields, FIELD_ID);
    if (verb == VERB_SAY)
        return;
    request->fields.ply = (uint32_t)session->record->count;
    fields_set(&request->fields, FIELD_PLY_ARG);
}

bool network_check_can_play(const Session *session, Error *error) {
    const Network *network = session->network;
    if (network->game_lost)
        return error_set(error, ERROR_STATE, "the server no longer has this game");
    return network->seat != SEAT_NONE ||
           error_set(error, ERROR_STATE, "this game is only watched here");
}

void network_send_move(Session *session) {
    const Record *record = session->record;
    Request request;
    init_game_request(session, VERB_MOVE, &request);
    request.fields.ply = (uint32_t)record->count - 1;
    coordinate_write(record->plies[record->count - 1].move, request.fields.move);
    request.fields.hash = fen_hash_position(record_position(record));
    fields_set(&request.fields, FIELD_MOVE);
    fields_set(&request.fields, FIELD_HASH);
    send_request(session->network, &request);
}

bool network_resign(Session *session, Error *error) {
    Request request;
    if (!network_check_can_play(session, error))
        return false;
    init_game_request(session, VERB_RESIGN, &request);
    send_request(session->network, &request);
    return true;
}

bool network_abort(Session *session, Error *error) {
    Request request;
    if (!session->network)
        return error_set(error, ERROR_STATE, "only a network game can be aborted");
    if (!session_is_in_progress(session, error) || !network_check_can_play(session, error))
        return false;
    init_game_request(session, VERB_ABORT, &request);
    send_request(session->network, &request);
    return true;
}

bool network_draw(Session *session, DrawAction action, Error *error) {
    Request request;
    if (!network_check_can_play(session, error))
        return false;
    init_game_request(session, VERB_DRAW, &request);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    send_request(session->network, &request);
    return true;
}

bool network_say(Session *session, const char *text, Error *error) {
    Request request;
    if (!session->network)
        return error_set(error, ERROR_STATE, "there is nobody to talk to except in a network game");
    if (session->network->game_lost)
        return network_check_can_play(session, error);
    init_game_request(session, VERB_SAY, &request);
    text_sanitize_into(text, strlen(text), request.fields.text, sizeof request.fields.text);
    if (strspn(request.fields.text, " ") == strlen(request.fields.text))
        return error_set(error, ERROR_SYNTAX, "expected something to say");
    fields_set(&request.fields, FIELD_TEXT);
    send_request(session->network, &request);
    return true;
}

/* ---- answers ------------------------------------------------------------------------------ */

/* A move that the server does not take is taken back; a computer does not try again at once. */
static void take_back_move(Session *session) {
    if (network_cut_unconfirmed(session))
        session->computer_failed = true;
}

static void post_refusal(Session *session, const Message *message) {
    char text[ERROR_SENTENCE_SIZE];
    Error error = {0};
    error_set(&error, ERROR_STATE, "%s", message->fields.text);
    error_sentence(&error, text);
    error_set(&error, ERROR_STATE, SERVER_ERROR_PREFIX "%s", text);
    session_post_notice(session, error.text);
}

static void on_refused(Session *session, const SentRequest *sent, const Message *message) {
    if (sent->verb == VERB_MOVE)
        take_back_move(session);
    if (sent->verb == VERB_DRAW)
        session->draw_offered = false;
    session_notify(session, SESSION_STATE);
    post_refusal(session, message);
}

static void on_talk_accepted(Session *session, const SentRequest *sent) {
    Network *network = session->network;
    TalkLine line = {.seat = network->seat, .mine = true};
    strcpy(line.text, sent->text);
    strcpy(line.name,
           network->seat == SEAT_NONE ? network->options.name : network->name[network->seat]);
    network_add_talk(network, &line);
}

static SentRequest *take_sent_request(Network *network, unsigned request_id) {
    SentRequest **place = &network->sent;
    while (*place && (*place)->request_id != request_id)
        place = &(*place)->next;
    SentRequest *sent = *place;
    if (sent)
        *place = sent->next;
    return sent;
}

void network_on_answer(Network *network, const LinkEvent *event) {
    Session *session = network->session;
    SentRequest *sent = take_sent_request(network, event->request_id);
    if (!sent)
        return;
    if (event->kind == LINK_EVENT_REQUEST_LOST)
        network->talk_unconfirmed = true;
    else if (event->message->type == MESSAGE_REFUSED)
        on_refused(session, sent, event->message);
    else if (sent->verb == VERB_SAY)
        on_talk_accepted(session, sent);
    free(sent);
    session_notify(session, SESSION_NETWORK);
}
