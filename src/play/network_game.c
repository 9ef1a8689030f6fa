/* What the server tells of a network game. */

#include <config.h>

#include "play/network_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/coordinate.h"

enum { REPAIRS_MAX = 3 };

static void PRINTF_LIKE(2, 3) tell(Session *session, const char *format, ...) {
    char sentence[sizeof session->trouble.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    session_tell_trouble(session, sentence);
}

/* ---- following the server's game ---------------------------------------------------------- */

static void follow(Session *session) {
    Network *network = session->network;
    const Record *record = session->record;
    Following following = {.id = network->wish.id,
                           .seat = network->seat,
                           .key = network->wish.key,
                           .next = (uint32_t)record->count,
                           .has_hash = true,
                           .hash = fen_hash_of(record_position_at(record, record->count))};
    strcpy(following.name, network->wish.name);
    network->confirmed = record->count;
    connection_follow(network->connection, &following);
}

void network_begin(Session *session) {
    Network *network = session->network;
    network->session = session;
    if (network->trouble.code != ERROR_NONE)
        session_tell_trouble(session, network->trouble.text);
    session_tell(session, SESSION_NETWORK);
    follow(session);
}

void network_end(Session *session) {
    Network *network = session->network;
    bool useless = network->gone || !session_goes_on(session, NULL);
    seatfile_close(network->file, useless);
    network->file = NULL;
    network->session = NULL;
    network_free(network);
    session->network = NULL;
}

bool network_cut_unconfirmed(Session *session) {
    Record *record = session->record;
    if (record->count <= session->network->confirmed)
        return false;
    record_go_to(record, session->network->confirmed);
    record_truncate(record);
    session_restore_clocks(session);
    session_new_turn(session);
    return true;
}

/* The game here is not the server's: it is read again from its start. */
static void read_anew(Session *session, const char *why) {
    Network *network = session->network;
    if (network->repairs++ >= REPAIRS_MAX) {
        network->gone = true;
        session_tell_trouble(session, why);
        return;
    }
    network->confirmed = 0;
    record_go_to(session->record, 0);
    record_truncate(session->record);
    session_restore_clocks(session);
    session_new_turn(session);
    session_tell_trouble(session, "The game here differed from the server's: it is read again.");
    follow(session);
}

/* ---- the clocks --------------------------------------------------------------------------- */

static void set_clocks(Session *session, const int64_t left_ms[COLOR_COUNT]) {
    if (!session_has_clock(session))
        return;
    /* What the server tells is of this moment. */
    clock_begin(&session->clock, session->clock.side, session->clock.charged);
    memcpy(session->clock.left_ms, left_ms, sizeof session->clock.left_ms);
    session_state_changed(session);
}

/* Clocks that were told with the state of the game, before its moves. */
static void set_clocks_in_time(Session *session) {
    Network *network = session->network;
    if (!network->has_clocks || session->record->count != network->clocks_ply)
        return;
    network->has_clocks = false;
    set_clocks(session, network->left_ms);
}

/* ---- moves -------------------------------------------------------------------------------- */

/* The server has the move that is on the board already. */
static void confirm(Session *session, const Fields *field) {
    Network *network = session->network;
    network->confirmed++;
    if (fields_has(field, FIELD_WMS))
        set_clocks(session, field->left_ms);
    else
        set_clocks_in_time(session);
    session_tell(session, SESSION_NETWORK);
}

static void note_times(Session *session, const Fields *field) {
    Record *record = session->record;
    size_t ply = session->network->confirmed;
    const RecordPly *played = &record->plies[ply - 1];
    Color mover = position_side(record_position_at(record, ply - 1));
    int64_t used = fields_has(field, FIELD_MS) ? field->used_ms : played->time_ms;
    int64_t shown = fields_has(field, FIELD_WMS) ? field->left_ms[mover] : played->clock_ms;
    record_set_times(record, ply, used, shown);
}

static void take_move(Session *session, const Fields *field) {
    Network *network = session->network;
    Record *record = session->record;
    Error error = {0};
    Move move;
    if (field->ply != network->confirmed)
        return;
    const Position *position = record_position_at(record, field->ply);
    if (!coordinate_parse(position, field->move, &move, &error)) {
        read_anew(session, error.text);
        return;
    }
    if (record->count > field->ply && move_equal(record->plies[field->ply].move, move)) {
        confirm(session, field);
        note_times(session, field);
        return;
    }
    network_cut_unconfirmed(session);
    if (!turn_make(session, move, searcher_now(), &error)) {
        read_anew(session, error.text);
        return;
    }
    confirm(session, field);
    note_times(session, field);
    if (fields_has(field, FIELD_HASH) && field->hash != fen_hash_of(record_position(record)))
        read_anew(session, "The game here cannot be made the same as the server's.");
}

/* ---- the end ------------------------------------------------------------------------------ */

static void take_end(Session *session, const Fields *field) {
    Outcome outcome = {field->result, field->reason};
    Error error = {0};
    network_cut_unconfirmed(session);
    if (session_goes_on(session, NULL) && !ending_declare(session, outcome, &error))
        session_tell_trouble(session, error.text);
    session_tell(session, SESSION_NETWORK);
}

/* ---- players ------------------------------------------------------------------------------ */

/* The names as they are shown and saved. */
static void show_names(Session *session) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &session->setup.player[color];
        network_name(session->network, (Color)color, player);
        record_set_tag(session->record, record_player_tag((Color)color), player->name);
    }
    session_tell(session, SESSION_NETWORK);
}

/* The player here has lost the seat. */
static void only_watch(Session *session) {
    Network *network = session->network;
    if (network->seat == SEAT_NONE)
        return;
    session->setup.player[network->seat].kind = PLAYER_REMOTE;
    network->seat = SEAT_NONE;
    thinking_drop(session, THINKING_MOVE);
    thinking_drop(session, THINKING_ADVICE);
    network_cut_unconfirmed(session);
    show_names(session);
    session_state_changed(session);
}

static void take_game(Session *session, const Fields *field) {
    Network *network = session->network;
    network_take_players(network, field);
    show_names(session);
    if (fields_has(field, FIELD_WMS)) {
        network->has_clocks = true;
        network->clocks_ply = field->ply;
        memcpy(network->left_ms, field->left_ms, sizeof network->left_ms);
        set_clocks_in_time(session);
    }
    session->draw_offered = fields_has(field, FIELD_OFFER) && field->offer <= SEAT_BLACK;
    if (session->draw_offered)
        session->offerer = (Color)field->offer;
    session_tell(session, SESSION_STATE);
}

static void take_seat(Session *session, const Message *message) {
    if (message->type != REFUSAL)
        return;
    tell(session, SERVER_ERROR_PREFIX "%s; the game is only watched now.", message->field.text);
    only_watch(session);
}

/* ---- events ------------------------------------------------------------------------------- */

static void take_offer(Session *session, Color by) {
    session->draw_offered = true;
    session->offerer = by;
    session_tell(session, SESSION_STATE);
    if (session->network->seat == (Seat)color_other(by))
        player_draw_offered(session, color_other(by));
}

static void take_decline(Session *session, Color by) {
    session->draw_offered = false;
    session_tell(session, SESSION_STATE);
    tell(session, "%s declines the draw.", color_name(by));
}

static void take_talk(Network *network, const Fields *field) {
    TalkLine line = {.seat = field->seat};
    strcpy(line.name, field->name);
    memcpy(line.text, field->text, sizeof line.text);
    network_add_talk(network, &line);
}

static void take_event(Session *session, const Message *message) {
    Network *network = session->network;
    const Fields *field = &message->field;
    bool of_side = fields_has(field, FIELD_SIDE_AT) && field->seat <= SEAT_BLACK;
    if (message->type == EVENT_SAY)
        take_talk(network, field);
    if (!of_side)
        return;
    if (message->type == EVENT_JOIN) {
        network->taken[field->seat] = network->present[field->seat] = true;
        strcpy(network->name[field->seat], field->name);
        show_names(session);
    } else if (message->type == EVENT_LEAVE) {
        network->present[field->seat] = false;
        session_tell(session, SESSION_NETWORK);
    } else if (message->type == EVENT_OFFER) {
        take_offer(session, (Color)field->seat);
    } else if (message->type == EVENT_DECLINE) {
        take_decline(session, (Color)field->seat);
    }
}

/* ---- the connection ----------------------------------------------------------------------- */

/* The first lost connection is told, and the first that came about after it. */
static void take_connection(Session *session, const News *news) {
    Network *network = session->network;
    network->online = news->kind == NEWS_ONLINE;
    network->retry_at_ms = uv_now(session->loop) + (uint64_t)news->wait_ms;
    if (news->kind == NEWS_GAVE_UP) {
        network->gone = true;
        tell(session, SERVER_ERROR_PREFIX "%s.", news->sentence);
    } else if (network->online && !network->was_online) {
        tell(session, "The server is back%s.",
             network->unheard ? ", but what you said last may have been lost" : "");
        network->unheard = false;
    } else if (!network->online && network->was_online) {
        tell(session, "The connection is lost and will be restored by itself: %s.", news->sentence);
    }
    network->was_online = network->online;
    session_tell(session, SESSION_NETWORK);
}

static void take_parting(Session *session, const News *news) {
    if (!news->message) {
        read_anew(session, news->sentence);
        return;
    }
    session->network->gone = true;
    only_watch(session);
    tell(session, SERVER_ERROR_PREFIX "%s.", news->message->field.text);
}

void network_hear(Network *network, const News *news) {
    Session *session = network->session;
    switch (news->kind) {
    case NEWS_ONLINE:
    case NEWS_OFFLINE:
    case NEWS_GAVE_UP:
        take_connection(session, news);
        break;
    case NEWS_DATA:
    case NEWS_AGAIN:
        break; /* nothing is asked that has them */
    case NEWS_REPLY:
    case NEWS_DROPPED:
        network_answered(network, news);
        break;
    case NEWS_DELAYED:
        tell(session, SERVER_ERROR_PREFIX "%s; it is sent again by itself.",
             news->message->field.text);
        break;
    case NEWS_GAME:
        take_game(session, &news->message->field);
        break;
    case NEWS_MOVE:
        take_move(session, &news->message->field);
        break;
    case NEWS_END:
        take_end(session, &news->message->field);
        break;
    case NEWS_SEAT:
        take_seat(session, news->message);
        break;
    case NEWS_REPLACED:
        only_watch(session);
        tell(session, "Somebody with the same key has your seat now: you only watch.");
        break;
    case NEWS_UNFOLLOWED:
        take_parting(session, news);
        break;
    case NEWS_EVENT:
        take_event(session, news->message);
        break;
    }
}
