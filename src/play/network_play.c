/* What the player here does in a network game, and the server's answers to it. */

#include <config.h>

#include "play/network_parts.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"
#include "play/sentence.h"
#include "rules/memory.h"

/* ---- asking ------------------------------------------------------------------------------- */

/* Asks the server; the answer is told to network_answered. */
static void ask(Network *network, const Request *request) {
    Asked *asked = memory_allocate(sizeof *asked);
    Asked **end = &network->asked;
    while (*end)
        end = &(*end)->next;
    asked->verb = request->verb;
    strcpy(asked->text, request->field.text);
    *end = asked;
    asked->ticket = connection_request(network->connection, request);
    session_tell(network->session, SESSION_NETWORK);
}

bool network_is_waiting(const Network *network) {
    return network->asked != NULL;
}

/* A request about the game; those that change it say at which ply. */
static void about_game(const Session *session, Verb verb, Request *request) {
    *request = (Request){.verb = verb};
    request->field.id = session->network->wish.id;
    fields_set(&request->field, FIELD_ID);
    if (verb == VERB_SAY)
        return;
    request->field.ply = (uint32_t)session->record->count;
    fields_set(&request->field, FIELD_PLY_AT);
}

bool network_may_play(const Session *session, Error *error) {
    const Network *network = session->network;
    if (network->gone)
        return error_set(error, ERROR_STATE, "the server no longer has this game");
    return network->seat != SEAT_NONE ||
           error_set(error, ERROR_STATE, "this game is only watched here");
}

void network_played(Session *session) {
    const Record *record = session->record;
    Request request;
    about_game(session, VERB_MOVE, &request);
    request.field.ply = (uint32_t)record->count - 1;
    coordinate_write(record->plies[record->count - 1].move, request.field.move);
    request.field.hash = fen_hash_of(record_position(record));
    fields_set(&request.field, FIELD_MOVE);
    fields_set(&request.field, FIELD_HASH);
    ask(session->network, &request);
}

bool network_resign(Session *session, Error *error) {
    Request request;
    if (!network_may_play(session, error))
        return false;
    about_game(session, VERB_RESIGN, &request);
    ask(session->network, &request);
    return true;
}

bool network_abort(Session *session, Error *error) {
    Request request;
    if (!session->network)
        return error_set(error, ERROR_STATE, "only a network game can be aborted");
    if (!session_goes_on(session, error) || !network_may_play(session, error))
        return false;
    about_game(session, VERB_ABORT, &request);
    ask(session->network, &request);
    return true;
}

bool network_draw(Session *session, DrawAction action, Error *error) {
    Request request;
    if (!network_may_play(session, error))
        return false;
    about_game(session, VERB_DRAW, &request);
    request.field.action = action;
    fields_set(&request.field, FIELD_ACTION);
    ask(session->network, &request);
    return true;
}

bool network_say(Session *session, const char *text, Error *error) {
    Request request;
    if (!session->network)
        return error_set(error, ERROR_STATE, "there is nobody to talk to except in a network game");
    if (session->network->gone)
        return network_may_play(session, error);
    about_game(session, VERB_SAY, &request);
    text_sanitize_into(text, strlen(text), request.field.text, sizeof request.field.text);
    if (strspn(request.field.text, " ") == strlen(request.field.text))
        return error_set(error, ERROR_SYNTAX, "expected something to say");
    fields_set(&request.field, FIELD_TEXT);
    ask(session->network, &request);
    return true;
}

/* ---- answers ------------------------------------------------------------------------------ */

/* A move that the server does not take is taken back; a computer does not try again at once. */
static void take_back(Session *session) {
    if (network_cut_unconfirmed(session))
        session->stuck = true;
}

static void tell_refusal(Session *session, const Message *message) {
    char text[SENTENCE_SIZE];
    Error error = {0};
    error_set(&error, ERROR_STATE, "%s", message->field.text);
    sentence_write(&error, text);
    error_set(&error, ERROR_STATE, SERVER_ERROR_PREFIX "%s", text);
    session_tell_trouble(session, error.text);
}

static void refused(Session *session, const Asked *asked, const Message *message) {
    if (asked->verb == VERB_MOVE)
        take_back(session);
    if (asked->verb == VERB_DRAW)
        session->draw_offered = false;
    session_tell(session, SESSION_STATE);
    tell_refusal(session, message);
}

static void said(Session *session, const Asked *asked) {
    Network *network = session->network;
    TalkLine line = {.seat = network->seat, .own = true};
    strcpy(line.text, asked->text);
    strcpy(line.name,
           network->seat == SEAT_NONE ? network->wish.name : network->name[network->seat]);
    network_add_talk(network, &line);
}

static Asked *take_asked(Network *network, unsigned ticket) {
    Asked **place = &network->asked;
    while (*place && (*place)->ticket != ticket)
        place = &(*place)->next;
    Asked *asked = *place;
    if (asked)
        *place = asked->next;
    return asked;
}

void network_answered(Network *network, const News *news) {
    Session *session = network->session;
    Asked *asked = take_asked(network, news->ticket);
    if (!asked)
        return;
    if (news->kind == NEWS_DROPPED)
        network->unheard = true;
    else if (news->message->type == REFUSAL)
        refused(session, asked, news->message);
    else if (asked->verb == VERB_SAY)
        said(session, asked);
    free(asked);
    session_tell(session, SESSION_NETWORK);
}
