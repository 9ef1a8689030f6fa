#include <config.h>

#include "play/online/network.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "play/online/network_internal.h"
#include "rules/player_names.h"
#include "rules/coordinate.h"

static void network_changed(Network *network);
static bool network_undo_unconfirmed(Session *session);

enum { DELAY_MS = 1000, MINUTE_MS = 60000 };

static void on_timer_closed(uv_handle_t *handle) {
    free(handle);
}

void network_free(SessionNetwork *base) {
    Network *network = (Network *)base;
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

/* Returns NULL for a local game. */
static Network *network_of(const Session *session) {
    return (Network *)session_network(session);
}

const ServerAddress *network_server(const Network *network) {
    return &network->options.servers.servers[0];
}

static bool network_is_waiting(const Session *session) {
    return !TAILQ_EMPTY(&network_of(session)->sent);
}

/* Returns whether this program may play: it has a seat, and the game is not lost. */
static bool network_check_can_play(const Session *session, Error *error) {
    const Network *network = network_of(session);
    if (network->unreachable)
        return error_set(error, ERROR_STATE, "the connection to the server has ended");
    if (network->game_lost)
        return error_set(error, ERROR_STATE, "the server no longer has this game");
    return network->seat != SEAT_NONE ||
           error_set(error, ERROR_STATE, "you are only watching this game");
}

static void PRINTF_LIKE(2, 3) post_notice(Session *session, const char *format, ...) {
    Error notice;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice.text, sizeof notice.text, format, arguments);
    va_end(arguments);
    session_post_notice(session, notice.text);
}

bool network_save_seat(Network *network, Error *error) {
    SavedSeat seat = {.servers = network->options.servers,
                      .id = network->options.id,
                      .key = network->options.key,
                      .seat = network->seat == SEAT_NONE ? network->options.seat : network->seat,
                      .invitation = network->options.invitation,
                      .unconfirmed = network->options.unconfirmed};
    bool saved;
    strcpy(seat.name, network->options.name);
    if (!network->file)
        saved = (network->file = saved_seat_create(&seat, error)) != NULL;
    else
        saved = saved_seat_write(network->file, &seat, error);
    seat_key_clear(&seat.key);
    seat_key_clear(&seat.invitation);
    return saved;
}

/* ---- rematches ---- */

/* Returns whether the player here may offer, accept or decline one; `error`, which may be NULL,
 * says why not. */
static bool network_rematch_is_possible(const Session *session, Error *error) {
    const Network *network = network_of(session);
    if (!network)
        return error_set(error, ERROR_STATE, "a rematch is possible after a network game only");
    if (!network_check_can_play(session, error))
        return false;
    if (session_is_in_progress(session, NULL))
        return error_set(error, ERROR_STATE, "a rematch is possible when the game is over");
    if (!network->taken[WHITE] || !network->taken[BLACK])
        return error_set(error, ERROR_STATE, "there is nobody to play a rematch with");
    if (!connection_has_feature(network->connection, FEATURE_REMATCH))
        return error_set(error, ERROR_STATE, "this server has no rematches");
    return true;
}

static RematchState network_rematch_state(const Network *network) {
    if (network->rematch_id.text[0])
        return REMATCH_MADE;
    if (network->seat > SEAT_BLACK)
        return REMATCH_NONE;
    if (network->rematch_by <= SEAT_BLACK)
        return network->rematch_by == network->seat ? REMATCH_OFFERED : REMATCH_ASKED;
    return network->rematch_declined ? REMATCH_DECLINED : REMATCH_NONE;
}

/* ---- rematches: what the server says ---- */

/* Saves the seat of the rematch at once: the program may end before it is opened. */
static void save_seat(const Network *network) {
    SavedSeat seat = {.servers = network->options.servers,
                      .id = network->options.id,
                      .key = network->options.key,
                      .seat = network->seat,
                      .in_use = true};
    strcpy(seat.name, network->options.name);
    saved_seat_move_to_rematch(&seat, &network->rematch_id);
    seat_key_clear(&seat.key);
}

static void on_made(Network *network, const GameId *id) {
    bool is_new = strcmp(network->rematch_id.text, id->text) != 0;
    network->rematch_id = *id;
    network->rematch_by = SEAT_NONE;
    if (is_new && network->seat <= SEAT_BLACK)
        save_seat(network);
}

/* Each takes over what the server says about rematches: in a =GAME, in a !REMATCH, and in the reply
 * to a REMATCH of this player. */
static void network_rematch_on_game(Network *network, const Fields *fields) {
    bool offered = fields_has(fields, FIELD_REMATCH) && fields->rematch <= SEAT_BLACK;
    network->rematch_by = offered ? fields->rematch : SEAT_NONE;
    if (fields_has(fields, FIELD_GAME))
        on_made(network, &fields->game);
}

static void network_rematch_on_event(Network *network, const Fields *fields) {
    if (fields->action == DRAW_OFFER) {
        network->rematch_by = fields->seat;
    } else if (fields->action == DRAW_DECLINE) {
        network->rematch_declined |= network->rematch_by == network->seat;
        network->rematch_by = SEAT_NONE;
    } else if (fields_has(fields, FIELD_GAME)) {
        on_made(network, &fields->game);
    }
}

static void network_rematch_on_reply(Network *network, DrawAction action, const Fields *fields) {
    if (fields_has(fields, FIELD_GAME))
        on_made(network, &fields->game);
    else if (action == DRAW_DECLINE)
        network->rematch_by = SEAT_NONE;
    else if (!fields_has(fields, FIELD_DUP))
        network->rematch_by = network->seat;
    else if (network->rematch_by != network->seat) /* nothing happens after a decline */
        network->rematch_declined = true;
}

/* ---- players and state ---- */

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
    const Network *network = network_of(session);
    const Record *record = session_record(session);
    if (network->claim_minutes == 0 || network->seat > SEAT_BLACK || !network->online ||
        !session_is_in_progress(session, NULL))
        return INT64_MAX;
    Color opponent = color_other((Color)network->seat);
    if (!network->taken[opponent] || network->present[opponent] ||
        position_side(record_position_at(record, record->count)) != opponent)
        return INT64_MAX;
    return network->away_since_ms + (int64_t)network->claim_minutes * MINUTE_MS;
}

/* Returns whether the server has not confirmed a move that was made here. */
static bool has_unconfirmed(const Session *session) {
    return session_record(session)->count > network_of(session)->confirmed;
}

/* Brings the file of the seat up to date about a move that is not confirmed. While the game goes on
 * online, a move has no need to be in the file. */
static void keep_unconfirmed(Session *session, bool goes_on) {
    Network *network = network_of(session);
    UnconfirmedMove *kept = &network->options.unconfirmed;
    const Record *record = session_record(session);
    Error error = {0};
    bool unconfirmed = has_unconfirmed(session), is_kept = kept->text[0] != '\0';
    bool was_unsaved = network->unsaved;
    if ((unconfirmed == is_kept && !was_unsaved) || (unconfirmed && network->online && goes_on))
        return;
    *kept = (UnconfirmedMove){.ply = (uint32_t)network->confirmed};
    if (unconfirmed) {
        kept->hash = fen_hash_position(record_position_at(record, kept->ply));
        coordinate_write(record->plies[kept->ply].move, kept->text);
    }
    network->unsaved = network->file && !network_save_seat(network, &error);
    if (unconfirmed && network->unsaved && !was_unsaved)
        post_notice(session, "Your move cannot be kept for later: %s.", error.text);
}

/* Returns what a request asks for that is lost with the program, or NULL. */
static const char *describe_decision(const SentRequest *sent) {
    switch (sent->verb) {
    case VERB_RESIGN:
        return "resignation";
    case VERB_DRAW:
        return sent->action == DRAW_OFFER ? "offer of a draw" : "answer to the offer of a draw";
    case VERB_ABORT:
        return "request to abort the game";
    case VERB_CLAIM:
        return "claim of the game";
    default:
        return NULL;
    }
}

/* Returns the last such request that the server has not acknowledged, or NULL. */
static const char *find_undecided(const Network *network) {
    const char *found = network->lost_decision;
    const SentRequest *sent;
    TAILQ_FOREACH(sent, &network->sent, entry)
        if (describe_decision(sent))
            found = describe_decision(sent);
    return found;
}

static void on_timer(uv_timer_t *timer) {
    Network *network = timer->data;
    network_changed(network);
}

/* Posts SESSION_NETWORK, now and when the passing of time changes the view. */
static void network_changed(Network *network) {
    int64_t now_ms = monotonic_ms(), next_ms = INT64_MAX;
    int64_t changes_ms[] = {delayed_from_ms(network), claim_from_ms(network->session)};
    keep_unconfirmed(network->session, true);
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
    return network_of(session) ? &network_of(session)->options.servers : NULL;
}

/* Writes the server that is tried instead of the one that was reached last. */
static void write_tried(const Network *network, char text[SERVER_ADDRESS_SIZE]) {
    const ServerAddress *tried = connection_server(network->connection);
    if (!network->online && !server_address_is_same(tried, network_server(network)))
        server_address_write(tried, text);
}

bool network_view(const Session *session, NetworkView *view) {
    const Network *network = network_of(session);
    int64_t now_ms = monotonic_ms();
    if (!network)
        return false;
    *view = (NetworkView){.id = network->options.id,
                          .seat = network->seat,
                          .online = network->online,
                          .key_saved = network->file != NULL && network->seat != SEAT_NONE,
                          .created = network->options.action == NETWORK_CREATE,
                          .encrypted = network_server(network)->tls == SERVER_TLS_ON,
                          .game_lost = network->game_lost,
                          .unreachable = network->unreachable,
                          .retry_s = connection_retry_s(network->connection),
                          .waiting = network_is_waiting(session),
                          .unconfirmed = has_unconfirmed(session),
                          .unsaved = network->unsaved,
                          .undecided = find_undecided(network),
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
    if (network_of(session))
        connection_retry_now(network_of(session)->connection);
}

/* ---- talk ---- */

/* Adds a line and posts SESSION_TALK. */
static void network_add_talk(Network *network, const TalkLine *line) {
    TalkLine **slot = &network->talk[network->talk_count % TALK_KEPT];
    if (!*slot)
        *slot = memory_allocate(sizeof **slot);
    **slot = *line;
    network->talk_count++;
    session_notify(network->session, SESSION_TALK);
}

bool talk_line_has_name(const TalkLine *line) {
    return line->name[0] != '\0' &&
           (line->seat != SEAT_NONE || strcmp(line->name, SPECTATOR_NAME) != 0);
}

const TalkLine *network_talk(const Session *session, size_t number) {
    const Network *network = network_of(session);
    if (!network || number >= network->talk_count || network->talk_count - number > TALK_KEPT)
        return NULL;
    return network->talk[number % TALK_KEPT];
}

/* ---- requests ---- */

/* The reply goes to network_on_reply. */
static void send_to_server(Network *network, const Request *request) {
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

/* Requests that change the game name its ply. */
static Request game_request(const Session *session, Verb verb) {
    Request request = request_for_game(verb, &network_of(session)->options.id);
    if (verb != VERB_SAY) {
        request.fields.ply = (uint32_t)session_record(session)->count;
        fields_set(&request.fields, FIELD_PLY_ARG);
    }
    return request;
}

static void network_send_move(Session *session) {
    const Record *record = session_record(session);
    Request request = game_request(session, VERB_MOVE);
    request.fields.ply = (uint32_t)record->count - 1;
    coordinate_write(record->plies[record->count - 1].move, request.fields.move);
    request.fields.hash = fen_hash_position(record_position(record));
    fields_set(&request.fields, FIELD_MOVE);
    fields_set(&request.fields, FIELD_HASH);
    send_to_server(network_of(session), &request);
}

static bool network_resign(Session *session, Error *error) {
    if (!network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_RESIGN);
    send_to_server(network_of(session), &request);
    return true;
}

bool network_abort(Session *session, Error *error) {
    if (!network_of(session))
        return error_set(error, ERROR_STATE, "only a network game can be aborted");
    if (!session_is_in_progress(session, error) || !network_check_can_play(session, error))
        return false;
    Request request = game_request(session, VERB_ABORT);
    send_to_server(network_of(session), &request);
    return true;
}

bool network_claim(Session *session, Error *error) {
    Network *network = network_of(session);
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
    send_to_server(network, &request);
    return true;
}

static bool network_draw(Session *session, DrawAction action, Error *error) {
    const Network *network = network_of(session);
    if (!network_check_can_play(session, error))
        return false;
    if (!network->taken[WHITE] || !network->taken[BLACK])
        return error_set(error, ERROR_STATE, "nobody plays %s yet, who could accept a draw",
                         network->taken[WHITE] ? "Black" : "White");
    if (action == DRAW_OFFER && network->draw_declined == session_record(session)->count + 1)
        return error_set(error, ERROR_STATE,
                         "your offer of a draw was declined; offer it after the next move");
    Request request = game_request(session, VERB_DRAW);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    send_to_server(network_of(session), &request);
    return true;
}

bool network_say(Session *session, const char *text, Error *error) {
    if (!network_of(session))
        return error_set(error, ERROR_STATE, "talk is possible in network games only");
    if (network_of(session)->game_lost)
        return network_check_can_play(session, error);
    Request request = game_request(session, VERB_SAY);
    Fields *fields = &request.fields;
    text_sanitize_into(text, strlen(text), fields->text, sizeof fields->text);
    if (strspn(fields->text, " ") == strlen(fields->text))
        return error_set(error, ERROR_SYNTAX, "expected something to say");
    fields_set(fields, FIELD_TEXT);
    send_to_server(network_of(session), &request);
    return true;
}

bool network_mute(Session *session, Seat speaker, bool mute, Error *error) {
    Network *network = network_of(session);
    if (!network)
        return error_set(error, ERROR_STATE, "there is nobody to mute except in network games");
    if (network->game_lost)
        return network_check_can_play(session, error);
    if (!connection_has_feature(network->connection, FEATURE_MUTE))
        return error_set(error, ERROR_STATE, "this server cannot mute anybody");
    if (speaker != SEAT_ANY && speaker == network->seat)
        return error_set(error, ERROR_STATE, "you cannot mute yourself");
    Request request = request_for_game(mute ? VERB_MUTE : VERB_UNMUTE, &network->options.id);
    request.fields.seat = speaker;
    if (speaker != SEAT_ANY)
        fields_set(&request.fields, FIELD_SIDE_ARG);
    send_to_server(network, &request);
    return true;
}

/* ---- replies ---- */

static void on_rejected(Session *session, const SentRequest *sent, const Message *message) {
    char sentence[ERROR_SENTENCE_SIZE];
    Error error = {0};
    /* A computer does not try again at once after its move was taken back. */
    if (sent->verb == VERB_MOVE && network_undo_unconfirmed(session))
        session_stop_computer(session);
    if (sent->verb == VERB_DRAW)
        session_set_draw_offer(session, false, WHITE);
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

/* Handles the reply to a request of network.c, or its loss. */
static void network_on_reply(Network *network, const LinkEvent *event) {
    Session *session = network->session;
    SentRequest *sent;
    TAILQ_FOREACH(sent, &network->sent, entry)
        if (sent->request_id == event->request_id)
            break;
    if (!sent)
        return;
    TAILQ_REMOVE(&network->sent, sent, entry);
    if (event->kind == LINK_EVENT_REQUEST_LOST) {
        network->talk_unconfirmed = true;
        if (describe_decision(sent))
            network->lost_decision = describe_decision(sent);
    } else if (event->message->type == MESSAGE_REJECTED)
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

/* ---- events of the server ---- */

enum { RELOADS_MAX = 3 };

/* ---- following the server's game ---- */

static void subscribe(Session *session) {
    Network *network = network_of(session);
    const Record *record = session_record(session);
    Subscription subscription = {.id = network->options.id,
                                 .seat = network->seat,
                                 .key = network->options.key,
                                 .known_plies = (uint32_t)record->count,
                                 .has_hash = true,
                                 .hash =
                                     fen_hash_position(record_position_at(record, record->count))};
    strcpy(subscription.name, network->options.name);
    network->confirmed = record->count;
    connection_subscribe(network->connection, &subscription);
}

/* Makes the move that the server had not confirmed when the game was left, unless it has it. */
static void resume_unconfirmed(Session *session) {
    const UnconfirmedMove kept = network_of(session)->options.unconfirmed;
    const Record *record = session_record(session);
    const Position *position = record_position(record);
    char played[COORDINATE_SIZE] = "";
    Move move;
    if (record->count > kept.ply)
        coordinate_write(record->plies[kept.ply].move, played);
    if (kept.text[0] == '\0' || strcmp(played, kept.text) == 0)
        return;
    if (record->count == kept.ply && fen_hash_position(position) == kept.hash &&
        session_is_in_progress(session, NULL) &&
        coordinate_parse(position, kept.text, &move, NULL) &&
        session_turn_play(session, move, monotonic_ms(), NULL))
        post_notice(session, "Your move %s, which had not reached the server, is sent now.",
                    kept.text);
    else
        post_notice(session,
                    "Your move %s had not reached the server; the game has gone on without it.",
                    kept.text);
}

static void network_attach_session(Session *session) {
    Network *network = network_of(session);
    network->session = session;
    if (network->notice.code != ERROR_NONE)
        session_post_notice(session, network->notice.text);
    subscribe(session);
    resume_unconfirmed(session);
    network_changed(network);
}

static void network_detach_session(Session *session, bool kept) {
    Network *network = network_of(session);
    bool is_over = !session_is_in_progress(session, NULL);
    bool awaits_rematch = network->rematch_by <= SEAT_BLACK && network->rematch_by == network->seat;
    bool is_lost = network->game_lost && !network->unreachable;
    bool useless = is_lost || (is_over && kept && !awaits_rematch && !has_unconfirmed(session));
    if (!useless)
        keep_unconfirmed(session, false);
    saved_seat_close(network->file, useless);
    network->file = NULL;
    network->session = NULL;
    network_free(&network->base);
}

/* Takes back the moves that the server has not confirmed. Returns false if all are confirmed. */
static bool network_undo_unconfirmed(Session *session) {
    if (!has_unconfirmed(session))
        return false;
    session_truncate(session, network_of(session)->confirmed);
    return true;
}

/* Reads the game again from its start, because it differs from the server's. */
static void reload_game(Session *session, const char *why) {
    Network *network = network_of(session);
    if (network->reloads++ >= RELOADS_MAX) {
        network->game_lost = true;
        session_post_notice(session, why);
        return;
    }
    network->confirmed = 0;
    session_truncate(session, 0);
    session_post_notice(session, "The game differed from the server's and was loaded again.");
    subscribe(session);
}

/* ---- the clocks ---- */

/* Sets the clocks of the game's state once its moves have arrived. */
static void set_pending_clocks(Session *session) {
    Network *network = network_of(session);
    if (!network->has_clocks || session_record(session)->count != network->clocks_ply)
        return;
    network->has_clocks = false;
    session_set_clocks(session, network->left_ms);
}

/* ---- moves ---- */

/* Confirms the move at the first unconfirmed ply, which is on the board. */
static void confirm(Session *session, const Fields *fields) {
    Network *network = network_of(session);
    network->confirmed++;
    if (fields_has(fields, FIELD_WMS))
        session_set_clocks(session, fields->left_ms);
    else
        set_pending_clocks(session);
    if (fields_has(fields, FIELD_HASH)) /* played just now */
        network->away_since_ms = monotonic_ms();
    network_changed(network_of(session));
}

static void set_move_times(Session *session, const Fields *fields) {
    const Record *record = session_record(session);
    size_t ply = network_of(session)->confirmed;
    const RecordPly *played = &record->plies[ply - 1];
    Color mover = position_side(record_position_at(record, ply - 1));
    int64_t used = fields_has(fields, FIELD_USED_MS) ? fields->used_ms : played->time_ms;
    int64_t shown = fields_has(fields, FIELD_WMS) ? fields->left_ms[mover] : played->clock_ms;
    session_set_times(session, ply, used, shown);
}

static void on_move(Session *session, const Fields *fields) {
    Network *network = network_of(session);
    const Record *record = session_record(session);
    Error error = {0};
    Move move;
    if (fields->ply != network->confirmed)
        return;
    const Position *position = record_position_at(record, fields->ply);
    if (!coordinate_parse(position, fields->move, &move, &error)) {
        reload_game(session, error.text);
        return;
    }
    if (record->count > fields->ply && move_equal(record->plies[fields->ply].move, move)) {
        confirm(session, fields);
        set_move_times(session, fields);
        return;
    }
    network_undo_unconfirmed(session);
    if (!record_is_legal(record, move, &error) ||
        !session_turn_make(session, move, monotonic_ms(), &error)) {
        reload_game(session, error.text);
        return;
    }
    confirm(session, fields);
    set_move_times(session, fields);
    if (fields_has(fields, FIELD_HASH) &&
        fields->hash != fen_hash_position(record_position(record)))
        reload_game(session, "The game differs from the server's and cannot be repaired.");
}

/* ---- the end ---- */

static void on_end(Session *session, const Fields *fields) {
    Outcome outcome = {fields->result, fields->reason};
    Error error = {0};
    network_undo_unconfirmed(session);
    if (session_is_in_progress(session, NULL) && !session_declare(session, outcome, &error))
        session_post_notice(session, error.text);
    network_changed(network_of(session));
}

/* ---- players ---- */

/* Takes the server's names for the display and the record. */
static void update_names(Session *session) {
    for (int color = 0; color < COLOR_COUNT; color++)
        session_set_name(session, (Color)color, network_of(session)->name[color]);
    network_changed(network_of(session));
}

static void become_spectator(Session *session) {
    Network *network = network_of(session);
    if (network->seat == SEAT_NONE)
        return;
    session_lose_seat(session, (Color)network->seat);
    network->seat = SEAT_NONE;
    network_undo_unconfirmed(session);
    update_names(session);
}

/* Reports that the game continues, once a server has shown that it has the game. */
static void report_return(Session *session) {
    Network *network = network_of(session);
    char server[SERVER_ADDRESS_SIZE];
    const char *talk = network->talk_unconfirmed ? "; your last words may have been lost" : "";
    if (network->was_online)
        return;
    server_address_write(network_server(network), server);
    if (strcmp(server, network->lost_server) == 0)
        post_notice(session, "Connected to the server again%s.", talk);
    else
        post_notice(session, "The connection to %s was lost. Going on with %s%s.",
                    network->lost_server, server, talk);
    network->was_online = true;
    network->talk_unconfirmed = false;
}

static void on_game(Session *session, const Fields *fields) {
    Network *network = network_of(session);
    report_return(session);
    network_set_players(network, fields);
    network->claim_minutes = fields->claim_minutes;
    network->away_since_ms = monotonic_ms() - fields->away_ms;
    network_rematch_on_game(network, fields);
    update_names(session);
    if (fields_has(fields, FIELD_WMS)) {
        network->has_clocks = true;
        network->clocks_ply = fields->ply;
        memcpy(network->left_ms, fields->left_ms, sizeof network->left_ms);
        set_pending_clocks(session);
    }
    bool offered = fields_has(fields, FIELD_OFFER) && fields->offer <= SEAT_BLACK;
    session_set_draw_offer(session, offered, offered ? (Color)fields->offer : WHITE);
}

static void on_seat(Session *session, const Message *message) {
    if (message->type != MESSAGE_REJECTED)
        return;
    post_notice(session, SERVER_ERROR_PREFIX "%s; you are now only watching.",
                message->fields.text);
    become_spectator(session);
}

/* ---- events ---- */

static void on_talk(Network *network, const Fields *fields) {
    TalkLine line = {.seat = fields->seat};
    strcpy(line.name, fields->name);
    memcpy(line.text, fields->text, sizeof line.text);
    network_add_talk(network, &line);
}

static void on_game_event(Session *session, const Message *message) {
    Network *network = network_of(session);
    const Fields *fields = &message->fields;
    bool of_side = fields_has(fields, FIELD_SIDE_ARG) && fields->seat <= SEAT_BLACK;
    if (message->type == EVENT_SAY)
        on_talk(network, fields);
    if (message->type == EVENT_NOTICE)
        post_notice(session, "The server says: %s", fields->text);
    if (message->type == EVENT_READONLY || message->type == EVENT_WRITABLE)
        network_changed(network);
    if (!of_side)
        return;
    if (message->type == EVENT_JOIN) {
        if (!network->taken[fields->seat])
            session_restart_turn(session); /* nobody's time is that of waiting for an opponent */
        network->taken[fields->seat] = network->present[fields->seat] = true;
        network->kept &= !network->taken[WHITE] || !network->taken[BLACK];
        strcpy(network->name[fields->seat], fields->name);
        update_names(session);
    } else if (message->type == EVENT_LEAVE) {
        network->present[fields->seat] = false;
        network->away_since_ms = monotonic_ms();
        network_changed(network);
    } else if (message->type == EVENT_OFFER) {
        session_set_draw_offer(session, true, (Color)fields->seat);
        if (network->seat == (Seat)color_other((Color)fields->seat))
            session_ask_draw(session, (Color)network->seat);
    } else if (message->type == EVENT_DECLINE) {
        session_set_draw_offer(session, false, (Color)fields->seat);
        if (network->seat == (Seat)color_other((Color)fields->seat))
            network->draw_declined = session_record(session)->count + 1;
        post_notice(session, "%s declines the draw.", color_name((Color)fields->seat));
    } else if (message->type == EVENT_REMATCH) {
        network_rematch_on_event(network, fields);
        network_changed(network);
    }
}

/* ---- the connection ---- */

/* Reports the first loss of the connection. */
static void on_connection_change(Session *session, const LinkEvent *event) {
    Network *network = network_of(session);
    network->online = event->kind == LINK_EVENT_ONLINE;
    if (event->kind == LINK_EVENT_FAILED) {
        network->game_lost = network->unreachable = true;
        post_notice(session, "The connection has ended: %s.", event->sentence);
    } else if (!network->online && network->was_online) {
        post_notice(session, NETWORK_RECONNECTING "%s.", event->sentence);
        server_address_write(network_server(network), network->lost_server);
        network->was_online = false;
    }
    network_changed(network_of(session));
}

static void on_unsubscribed(Session *session, const LinkEvent *event) {
    if (!event->message) {
        reload_game(session, event->sentence);
        return;
    }
    network_of(session)->game_lost = true;
    become_spectator(session);
    post_notice(session, SERVER_ERROR_PREFIX "%s.", event->message->fields.text);
}

void network_on_event(Network *network, const LinkEvent *event) {
    Session *session = network->session;
    switch (event->kind) {
    case LINK_EVENT_ONLINE:
    case LINK_EVENT_OFFLINE:
    case LINK_EVENT_FAILED:
        on_connection_change(session, event);
        break;
    case LINK_EVENT_DATA:
    case LINK_EVENT_RESTARTED:
    case LINK_EVENT_LISTED:
        break; /* replies to the requests of network.c have no data */
    case LINK_EVENT_REPLY:
    case LINK_EVENT_REQUEST_LOST:
        network_on_reply(network, event);
        break;
    case LINK_EVENT_DEFERRED:
        post_notice(session, SERVER_ERROR_PREFIX "%s; trying again.", event->message->fields.text);
        break;
    case LINK_EVENT_GAME:
        on_game(session, &event->message->fields);
        break;
    case LINK_EVENT_MOVE:
        on_move(session, &event->message->fields);
        break;
    case LINK_EVENT_END:
        on_end(session, &event->message->fields);
        break;
    case LINK_EVENT_SEAT:
        on_seat(session, event->message);
        break;
    case LINK_EVENT_REPLACED:
        become_spectator(session);
        post_notice(
            session,
            "Your seat was taken over from another window or computer. You are now only watching.");
        break;
    case LINK_EVENT_UNSUBSCRIBED:
        on_unsubscribed(session, event);
        break;
    case LINK_EVENT_OTHER:
        on_game_event(session, event->message);
        break;
    }
}

/* ---- rematches: requests ---- */

static void send_action(Network *network, DrawAction action) {
    Request request = request_for_game(VERB_REMATCH, &network->options.id);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    send_to_server(network, &request);
}

bool network_rematch(Session *session, Error *error) {
    Network *network = network_of(session);
    if (!network_rematch_is_possible(session, error))
        return false;
    switch (network_rematch_state(network)) {
    case REMATCH_MADE:
        return error_set(error, ERROR_STATE, "the rematch has been made: it is game %s",
                         network->rematch_id.text);
    case REMATCH_OFFERED:
        return error_set(error, ERROR_STATE, "the opponent has not answered your offer yet");
    case REMATCH_DECLINED:
        return error_set(error, ERROR_STATE, "the opponent has declined a rematch");
    case REMATCH_ASKED:
        send_action(network, DRAW_ACCEPT);
        return true;
    default:
        send_action(network, DRAW_OFFER);
        return true;
    }
}

bool network_decline_rematch(Session *session, Error *error) {
    if (!network_rematch_is_possible(session, error))
        return false;
    if (network_of(session)->rematch_by > SEAT_BLACK)
        return error_set(error, ERROR_STATE, "no rematch is offered");
    send_action(network_of(session), DRAW_DECLINE);
    return true;
}

bool network_rematch_options(const Session *session, NetworkOptions *options) {
    const Network *network = network_of(session);
    if (!network || !network->rematch_id.text[0])
        return false;
    *options = network->options;
    options->id = network->rematch_id;
    options->invitation = (SeatKey){0};
    options->action = network->seat == SEAT_NONE ? NETWORK_WATCH : NETWORK_JOIN;
    options->seat = network->seat == SEAT_NONE ? SEAT_ANY : (Seat)color_other((Color)network->seat);
    options->player[WHITE] = network->options.player[BLACK];
    options->player[BLACK] = network->options.player[WHITE];
    return true;
}

const SessionNetworkOps network_ops = {
    .attach = network_attach_session,
    .check_can_play = network_check_can_play,
    .send_move = network_send_move,
    .resign = network_resign,
    .draw = network_draw,
    .is_waiting = network_is_waiting,
    .has_unconfirmed = has_unconfirmed,
    .detach = network_detach_session,
    .free = network_free,
};
