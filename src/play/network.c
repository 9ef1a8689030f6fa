#include <config.h>

#include "play/network.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/network_events.h"
#include "play/network_state.h"

void network_free(Network *network) {
    if (!network)
        return;
    connection_free(network->connection);
    saved_seat_close(network->file, false);
    for (SentRequest *sent; (sent = TAILQ_FIRST(&network->sent));) {
        TAILQ_REMOVE(&network->sent, sent, entry);
        free(sent);
    }
    for (int i = 0; i < TALK_KEPT; i++)
        free(network->talk[i]);
    seat_key_clear(&network->options.key);
    free(network);
}

/* ---- players and state -------------------------------------------------------------------- */

void network_set_players(Network *network, const Fields *fields) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK},
                       present[] = {FIELD_WHITE_ONLINE, FIELD_BLACK_ONLINE};
    for (int color = 0; color < COLOR_COUNT; color++) {
        network->taken[color] = fields_has(fields, names[color]);
        network->present[color] = fields_has(fields, present[color]);
        strcpy(network->name[color], fields->player[color]);
    }
}

bool network_view(const Session *session, NetworkView *view) {
    const Network *network = session->network;
    if (!network)
        return false;
    *view = (NetworkView){.id = network->options.id,
                          .seat = network->seat,
                          .online = network->online,
                          .key_saved = network->file != NULL && network->seat != SEAT_NONE,
                          .game_lost = network->game_lost,
                          .retry_s = connection_retry_s(network->connection),
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
    TalkLine **slot = &network->talk[network->talk_count % TALK_KEPT];
    if (!*slot)
        *slot = memory_allocate(sizeof **slot);
    **slot = *line;
    network->talk_count++;
    session_notify(network->session, SESSION_TALK);
}

const TalkLine *network_talk(const Session *session, size_t number) {
    const Network *network = session->network;
    if (!network || number >= network->talk_count || network->talk_count - number > TALK_KEPT)
        return NULL;
    return network->talk[number % TALK_KEPT];
}

/* ---- requests ----------------------------------------------------------------------------- */

/* The reply goes to network_on_reply. */
static void send_request(Network *network, const Request *request) {
    SentRequest *sent = memory_allocate(sizeof *sent);
    sent->verb = request->verb;
    strcpy(sent->text, request->fields.text);
    TAILQ_INSERT_TAIL(&network->sent, sent, entry);
    sent->request_id = connection_request(network->connection, request);
    session_notify(network->session, SESSION_NETWORK);
}

bool network_is_waiting(const Network *network) {
    return !TAILQ_EMPTY(&network->sent);
}

/* Requests that change the game name its ply. */
static Request game_request(const Session *session, Verb verb) {
    Request request = request_for_game(verb, &session->network->options.id);
    if (verb != VERB_SAY) {
        request.fields.ply = (uint32_t)session->record->count;
        fields_set(&request.fields, FIELD_PLY_ARG);
    }
    return request;
}

bool network_check_can_play(const Session *session, Error *error) {
    const Network *network = session->network;
    if (network->game_lost)
        return error_set(error, ERROR_STATE, "the server no longer has this game");
    return network->seat != SEAT_NONE ||
           error_set(error, ERROR_STATE, "you are only watching this game");
}

void network_send_move(Session *session) {
    const Record *record = session->record;
    Request request = game_request(session, VERB_MOVE);
    request.fields.ply = (uint32_t)record->count - 1;
    coordinate_write(record->plies[record->count - 1].move, request.fields.move);
    request.fields.hash = fen_hash_position(record_position(record));
    fields_set(&request.fields, FIELD_MOVE);
    fields_set(&request.fields, FIELD_HASH);
    send_request(session->network, &request);
}

bool network_resign(Session *session, Error *error) {
    if (!network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_RESIGN);
    send_request(session->network, &request);
    return true;
}

bool network_abort(Session *session, Error *error) {
    if (!session->network)
        return error_set(error, ERROR_STATE, "only a network game can be aborted");
    if (!session_is_in_progress(session, error) || !network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_ABORT);
    send_request(session->network, &request);
    return true;
}

bool network_draw(Session *session, DrawAction action, Error *error) {
    if (!network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_DRAW);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    send_request(session->network, &request);
    return true;
}

bool network_say(Session *session, const char *text, Error *error) {
    if (!session->network)
        return error_set(error, ERROR_STATE, "talk is possible in network games only");
    if (session->network->game_lost)
        return network_check_can_play(session, error);
    Request request = game_request(session, VERB_SAY);
    Fields *fields = &request.fields;
    text_sanitize_into(text, strlen(text), fields->text, sizeof fields->text);
    if (strspn(fields->text, " ") == strlen(fields->text))
        return error_set(error, ERROR_SYNTAX, "expected something to say");
    fields_set(fields, FIELD_TEXT);
    send_request(session->network, &request);
    return true;
}

/* ---- replies ------------------------------------------------------------------------------ */

static void on_rejected(Session *session, const SentRequest *sent, const Message *message) {
    char sentence[ERROR_SENTENCE_SIZE];
    Error error = {0};
    /* A computer does not try again at once after its move was taken back. */
    if (sent->verb == VERB_MOVE && network_undo_unconfirmed(session))
        session->computer_failed = true;
    if (sent->verb == VERB_DRAW)
        session->draw_offered = false;
    session_notify(session, SESSION_STATE);
    error_set(&error, ERROR_STATE, "%s", message->fields.text);
    error_sentence(&error, sentence);
    error_set(&error, ERROR_STATE, SERVER_ERROR_PREFIX "%s", sentence);
    session_post_notice(session, error.text);
}

static void on_talk_accepted(Network *network, const SentRequest *sent) {
    TalkLine line = {.seat = network->seat, .mine = true};
    strcpy(line.text, sent->text);
    strcpy(line.name,
           network->seat == SEAT_NONE ? network->options.name : network->name[network->seat]);
    network_add_talk(network, &line);
}

void network_on_reply(Network *network, const LinkEvent *event) {
    Session *session = network->session;
    SentRequest *sent;
    TAILQ_FOREACH(sent, &network->sent, entry)
        if (sent->request_id == event->request_id)
            break;
    if (!sent)
        return;
    TAILQ_REMOVE(&network->sent, sent, entry);
    if (event->kind == LINK_EVENT_REQUEST_LOST)
        network->talk_unconfirmed = true;
    else if (event->message->type == MESSAGE_REJECTED)
        on_rejected(session, sent, event->message);
    else if (sent->verb == VERB_SAY)
        on_talk_accepted(network, sent);
    free(sent);
    session_notify(session, SESSION_NETWORK);
}
