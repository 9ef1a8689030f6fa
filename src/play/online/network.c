#include <config.h>

#include "play/online/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "play/online/network_events.h"
#include "play/online/network_rematch.h"
#include "play/online/network_state.h"

enum { DELAY_MS = 1000, MINUTE_MS = 60000 };

static void on_timer_closed(uv_handle_t *handle) {
    free(handle);
}

void network_free(Network *network) {
    if (!network)
        return;
    connection_free(network->connection);
    uv_close((uv_handle_t *)network->timer, on_timer_closed);
    saved_seat_close(network->file, false);
    for (SentRequest *sent; (sent = TAILQ_FIRST(&network->sent));) {
        TAILQ_REMOVE(&network->sent, sent, entry);
        free(sent);
    }
    for (int i = 0; i < TALK_KEPT; i++)
        free(network->talk[i]);
    seat_key_clear(&network->options.key);
    seat_key_clear(&network->options.invitation);
    free(network);
}

const ServerAddress *network_server(const Network *network) {
    return &network->options.servers.servers[0];
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
    network->kept = fields_has(fields, FIELD_KEPT);
}

/* Returns when the oldest request that is not answered counts as delayed, or INT64_MAX. */
static int64_t delayed_from_ms(const Network *network) {
    const SentRequest *oldest = TAILQ_FIRST(&network->sent);
    return oldest ? oldest->sent_ms + DELAY_MS : INT64_MAX;
}

/* Returns when the player here may claim the game, or INT64_MAX. */
static int64_t claim_from_ms(const Session *session) {
    const Network *network = session->network;
    const Record *record = session->record;
    if (network->claim_minutes == 0 || network->seat > SEAT_BLACK || !network->online ||
        !session_is_in_progress(session, NULL))
        return INT64_MAX;
    Color opponent = color_other((Color)network->seat);
    if (!network->taken[opponent] || network->present[opponent] ||
        position_side(record_position_at(record, record->count)) != opponent)
        return INT64_MAX;
    return network->away_since_ms + (int64_t)network->claim_minutes * MINUTE_MS;
}

static void on_timer(uv_timer_t *timer) {
    Network *network = timer->data;
    network_changed(network);
}

void network_changed(Network *network) {
    int64_t now_ms = monotonic_ms(), next_ms = INT64_MAX;
    int64_t changes_ms[] = {delayed_from_ms(network), claim_from_ms(network->session)};
    session_notify(network->session, SESSION_NETWORK);
    for (size_t i = 0; i < sizeof changes_ms / sizeof *changes_ms; i++)
        if (changes_ms[i] > now_ms && changes_ms[i] < next_ms)
            next_ms = changes_ms[i];
    if (next_ms == INT64_MAX)
        uv_timer_stop(network->timer);
    else
        uv_timer_start(network->timer, on_timer, (uint64_t)(next_ms - now_ms), 0);
}

/* Returns the seconds until a time, rounded up and at least 0, or -1 for never. */
static int seconds_until(int64_t time_ms, int64_t now_ms) {
    if (time_ms == INT64_MAX)
        return -1;
    return time_ms > now_ms ? (int)((time_ms - now_ms + 999) / 1000) : 0;
}

const ServerList *network_servers(const Session *session) {
    return session->network ? &session->network->options.servers : NULL;
}

/* Writes the server that is tried instead of the one that was reached last. */
static void write_tried(const Network *network, char text[SERVER_ADDRESS_SIZE]) {
    const ServerAddress *tried = connection_server(network->connection);
    if (!network->online && !server_address_is_same(tried, network_server(network)))
        server_address_write(tried, text);
}

bool network_view(const Session *session, NetworkView *view) {
    const Network *network = session->network;
    int64_t now_ms = monotonic_ms();
    if (!network)
        return false;
    *view = (NetworkView){.id = network->options.id,
                          .seat = network->seat,
                          .online = network->online,
                          .key_saved = network->file != NULL && network->seat != SEAT_NONE,
                          .encrypted = network_server(network)->tls == SERVER_TLS_ON,
                          .game_lost = network->game_lost,
                          .unreachable = network->unreachable,
                          .retry_s = connection_retry_s(network->connection),
                          .waiting = network_is_waiting(network),
                          .delayed = delayed_from_ms(network) <= now_ms,
                          .read_only = network->read_only,
                          .kept = network->kept,
                          .can_rematch = network_rematch_is_possible(session, NULL),
                          .rematch = network_rematch_state(network),
                          .rematch_id = network->rematch_id,
                          .can_mute = connection_has_feature(network->connection, FEATURE_MUTE),
                          .muted = {network->muted[WHITE], network->muted[BLACK]},
                          .spectators_muted = network->muted[SEAT_NONE],
                          .claim_minutes = (int)network->claim_minutes,
                          .claim_s = seconds_until(claim_from_ms(session), now_ms),
                          .talk_count = network->talk_count};
    server_address_write(network_server(network), view->server);
    write_tried(network, view->tried);
    if (network->kept && network->options.invitation.text[0])
        snprintf(view->invitation, sizeof view->invitation, "%s-%s", network->options.id.text,
                 network->options.invitation.text);
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

bool talk_line_has_name(const TalkLine *line) {
    return line->name[0] != '\0' &&
           (line->seat != SEAT_NONE || strcmp(line->name, "spectator") != 0);
}

const TalkLine *network_talk(const Session *session, size_t number) {
    const Network *network = session->network;
    if (!network || number >= network->talk_count || network->talk_count - number > TALK_KEPT)
        return NULL;
    return network->talk[number % TALK_KEPT];
}

/* ---- requests ----------------------------------------------------------------------------- */

void network_send(Network *network, const Request *request) {
    const Fields *fields = &request->fields;
    SentRequest *sent = memory_allocate(sizeof *sent);
    sent->verb = request->verb;
    sent->sent_ms = monotonic_ms();
    sent->seat = fields_has(fields, FIELD_SIDE_ARG) ? fields->seat : SEAT_ANY;
    sent->action = fields->action;
    strcpy(sent->text, fields->text);
    TAILQ_INSERT_TAIL(&network->sent, sent, entry);
    sent->request_id = connection_request(network->connection, request);
    network_changed(network);
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
    if (network->unreachable)
        return error_set(error, ERROR_STATE, "the connection to the server has ended");
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
    network_send(session->network, &request);
}

bool network_resign(Session *session, Error *error) {
    if (!network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_RESIGN);
    network_send(session->network, &request);
    return true;
}

bool network_abort(Session *session, Error *error) {
    if (!session->network)
        return error_set(error, ERROR_STATE, "only a network game can be aborted");
    if (!session_is_in_progress(session, error) || !network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_ABORT);
    network_send(session->network, &request);
    return true;
}

bool network_claim(Session *session, Error *error) {
    Network *network = session->network;
    NetworkView view;
    if (!network_view(session, &view))
        return error_set(error, ERROR_STATE, "only a network game can be claimed");
    if (!session_is_in_progress(session, error) || !network_check_can_play(session, error))
        return false;
    if (network->claim_minutes == 0)
        return error_set(error, ERROR_STATE, "this game was not made so that it could be claimed");
    if (view.claim_s < 0)
        return error_set(error, ERROR_STATE,
                         "a game can be claimed while the opponent is away and has to move");
    if (view.claim_s > 0)
        return error_set(error, ERROR_STATE,
                         "the opponent has to be away for %d:%02d more before you can claim the "
                         "game",
                         view.claim_s / 60, view.claim_s % 60);
    Request request = game_request(session, VERB_CLAIM);
    network_send(network, &request);
    return true;
}

bool network_draw(Session *session, DrawAction action, Error *error) {
    if (!network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_DRAW);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    network_send(session->network, &request);
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
    network_send(session->network, &request);
    return true;
}

bool network_mute(Session *session, Seat speaker, bool mute, Error *error) {
    Network *network = session->network;
    if (!network)
        return error_set(error, ERROR_STATE, "there is nobody to mute except in network games");
    if (!connection_has_feature(network->connection, FEATURE_MUTE))
        return error_set(error, ERROR_STATE, "this server cannot mute anybody");
    if (speaker != SEAT_ANY && speaker == network->seat)
        return error_set(error, ERROR_STATE, "you cannot mute yourself");
    Request request = request_for_game(mute ? VERB_MUTE : VERB_UNMUTE, &network->options.id);
    request.fields.seat = speaker;
    if (speaker != SEAT_ANY)
        fields_set(&request.fields, FIELD_SIDE_ARG);
    network_send(network, &request);
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

static void on_muted(Network *network, const SentRequest *sent) {
    for (int seat = 0; seat < MUTED_COUNT; seat++)
        if (sent->seat == SEAT_ANY || sent->seat == (Seat)seat)
            network->muted[seat] = sent->verb == VERB_MUTE;
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
    else if (sent->verb == VERB_MUTE || sent->verb == VERB_UNMUTE)
        on_muted(network, sent);
    else if (sent->verb == VERB_REMATCH)
        network_rematch_on_reply(network, sent->action, &event->message->fields);
    network_changed(network);
    free(sent);
}
