#include <config.h>

#include "play/online/network_events.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "play/online/network_rematch.h"
#include "play/online/network_state.h"
#include "play/player.h"
#include "play/session_turn.h"
#include "rules/coordinate.h"

enum { RELOADS_MAX = 3 };

static void PRINTF_LIKE(2, 3) post_notice(Session *session, const char *format, ...) {
    char sentence[sizeof session->notice.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    session_post_notice(session, sentence);
}

/* ---- following the server's game ---------------------------------------------------------- */

static void subscribe(Session *session) {
    Network *network = session->network;
    const Record *record = session->record;
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

void network_attach_session(Session *session) {
    Network *network = session->network;
    network->session = session;
    if (network->notice.code != ERROR_NONE)
        session_post_notice(session, network->notice.text);
    network_changed(network);
    subscribe(session);
}

void network_detach_session(Session *session) {
    Network *network = session->network;
    bool is_over = !session_is_in_progress(session, NULL);
    bool awaits_rematch = network->rematch_by <= SEAT_BLACK && network->rematch_by == network->seat;
    bool is_lost = network->game_lost && !network->unreachable;
    bool useless = is_lost || (is_over && !awaits_rematch);
    saved_seat_close(network->file, useless);
    network->file = NULL;
    network->session = NULL;
    network_free(network);
    session->network = NULL;
}

bool network_undo_unconfirmed(Session *session) {
    Record *record = session->record;
    if (record->count <= session->network->confirmed)
        return false;
    record_go_to(record, session->network->confirmed);
    record_truncate(record);
    session_restore_clocks(session);
    session_new_turn(session);
    return true;
}

/* Reads the game again from its start, because it differs from the server's. */
static void reload_game(Session *session, const char *why) {
    Network *network = session->network;
    if (network->reloads++ >= RELOADS_MAX) {
        network->game_lost = true;
        session_post_notice(session, why);
        return;
    }
    network->confirmed = 0;
    record_go_to(session->record, 0);
    record_truncate(session->record);
    session_restore_clocks(session);
    session_new_turn(session);
    session_post_notice(session, "The game differed from the server's and was loaded again.");
    subscribe(session);
}

/* ---- the clocks --------------------------------------------------------------------------- */

static void set_clocks(Session *session, const int64_t left_ms[COLOR_COUNT]) {
    if (!session_has_clock(session))
        return;
    /* The server's times apply from now on. */
    clock_begin_turn(&session->clock, session->clock.side, session->clock.counts_down);
    memcpy(session->clock.left_ms, left_ms, sizeof session->clock.left_ms);
    session_state_changed(session);
}

/* Sets the clocks of the game's state once its moves have arrived. */
static void set_pending_clocks(Session *session) {
    Network *network = session->network;
    if (!network->has_clocks || session->record->count != network->clocks_ply)
        return;
    network->has_clocks = false;
    set_clocks(session, network->left_ms);
}

/* ---- moves -------------------------------------------------------------------------------- */

/* Confirms the move at the first unconfirmed ply, which is on the board. */
static void confirm(Session *session, const Fields *fields) {
    Network *network = session->network;
    network->confirmed++;
    if (fields_has(fields, FIELD_WMS))
        set_clocks(session, fields->left_ms);
    else
        set_pending_clocks(session);
    if (fields_has(fields, FIELD_HASH)) /* played just now */
        network->away_since_ms = monotonic_ms();
    network_changed(session->network);
}

static void set_move_times(Session *session, const Fields *fields) {
    Record *record = session->record;
    size_t ply = session->network->confirmed;
    const RecordPly *played = &record->plies[ply - 1];
    Color mover = position_side(record_position_at(record, ply - 1));
    int64_t used = fields_has(fields, FIELD_USED_MS) ? fields->used_ms : played->time_ms;
    int64_t shown = fields_has(fields, FIELD_WMS) ? fields->left_ms[mover] : played->clock_ms;
    record_set_times(record, ply, used, shown);
}

static void on_move(Session *session, const Fields *fields) {
    Network *network = session->network;
    Record *record = session->record;
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

/* ---- the end ------------------------------------------------------------------------------ */

static void on_end(Session *session, const Fields *fields) {
    Outcome outcome = {fields->result, fields->reason};
    Error error = {0};
    network_undo_unconfirmed(session);
    if (session_is_in_progress(session, NULL) && !session_declare(session, outcome, &error))
        session_post_notice(session, error.text);
    network_changed(session->network);
}

/* ---- players ------------------------------------------------------------------------------ */

/* Takes the server's names for the display and the record. */
static void update_names(Session *session) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &session->setup.player[color];
        player_set_name(player, session->network->name[color]);
        record_set_tag(session->record, color_name((Color)color), player->name);
    }
    network_changed(session->network);
}

static void become_spectator(Session *session) {
    Network *network = session->network;
    if (network->seat == SEAT_NONE)
        return;
    session->setup.player[network->seat].kind = PLAYER_REMOTE;
    network->seat = SEAT_NONE;
    session_thinking_stop(session, THINKING_MOVE);
    session_thinking_stop(session, THINKING_ADVICE);
    network_undo_unconfirmed(session);
    update_names(session);
    session_state_changed(session);
}

/* Reports that the game goes on, once a server has shown that it has it. */
static void report_return(Session *session) {
    Network *network = session->network;
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
    Network *network = session->network;
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
    session->draw_offered = fields_has(fields, FIELD_OFFER) && fields->offer <= SEAT_BLACK;
    if (session->draw_offered)
        session->offerer = (Color)fields->offer;
    session_notify(session, SESSION_STATE);
}

static void on_seat(Session *session, const Message *message) {
    if (message->type != MESSAGE_REJECTED)
        return;
    post_notice(session, SERVER_ERROR_PREFIX "%s; you are now only watching.",
                message->fields.text);
    become_spectator(session);
}

/* ---- events ------------------------------------------------------------------------------- */

static void on_offer(Session *session, Color by) {
    session->draw_offered = true;
    session->offerer = by;
    session_notify(session, SESSION_STATE);
    if (session->network->seat == (Seat)color_other(by))
        player_on_draw_offer(session, color_other(by));
}

static void on_decline(Session *session, Color by) {
    session->draw_offered = false;
    session_notify(session, SESSION_STATE);
    post_notice(session, "%s declines the draw.", color_name(by));
}

static void on_talk(Network *network, const Fields *fields) {
    TalkLine line = {.seat = fields->seat};
    strcpy(line.name, fields->name);
    memcpy(line.text, fields->text, sizeof line.text);
    network_add_talk(network, &line);
}

static void on_game_event(Session *session, const Message *message) {
    Network *network = session->network;
    const Fields *fields = &message->fields;
    bool of_side = fields_has(fields, FIELD_SIDE_ARG) && fields->seat <= SEAT_BLACK;
    if (message->type == EVENT_SAY)
        on_talk(network, fields);
    if (message->type == EVENT_READONLY || message->type == EVENT_WRITABLE)
        network_changed(network);
    if (!of_side)
        return;
    if (message->type == EVENT_JOIN) {
        network->taken[fields->seat] = network->present[fields->seat] = true;
        network->kept &= !network->taken[WHITE] || !network->taken[BLACK];
        strcpy(network->name[fields->seat], fields->name);
        update_names(session);
    } else if (message->type == EVENT_LEAVE) {
        network->present[fields->seat] = false;
        network->away_since_ms = monotonic_ms();
        network_changed(network);
    } else if (message->type == EVENT_OFFER) {
        on_offer(session, (Color)fields->seat);
    } else if (message->type == EVENT_DECLINE) {
        on_decline(session, (Color)fields->seat);
    } else if (message->type == EVENT_REMATCH) {
        network_rematch_on_event(network, fields);
        network_changed(network);
    }
}

/* ---- the connection ----------------------------------------------------------------------- */

/* Reports the first loss of the connection. */
static void on_connection_change(Session *session, const LinkEvent *event) {
    Network *network = session->network;
    network->online = event->kind == LINK_EVENT_ONLINE;
    if (event->kind == LINK_EVENT_FAILED) {
        network->game_lost = network->unreachable = true;
        post_notice(session, "The connection has ended: %s.", event->sentence);
    } else if (!network->online && network->was_online) {
        post_notice(session, "Reconnecting: %s.", event->sentence);
        server_address_write(network_server(network), network->lost_server);
        network->was_online = false;
    }
    network_changed(session->network);
}

static void on_unsubscribed(Session *session, const LinkEvent *event) {
    if (!event->message) {
        reload_game(session, event->sentence);
        return;
    }
    session->network->game_lost = true;
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
