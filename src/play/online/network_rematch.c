#include <config.h>

#include "play/online/network_rematch.h"

#include <stdio.h>
#include <string.h>

#include "play/online/network_state.h"

bool network_rematch_is_possible(const Session *session, Error *error) {
    const Network *network = session->network;
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

RematchState network_rematch_state(const Network *network) {
    if (network->rematch_id.text[0])
        return REMATCH_MADE;
    if (network->seat > SEAT_BLACK)
        return REMATCH_NONE;
    if (network->rematch_by <= SEAT_BLACK)
        return network->rematch_by == network->seat ? REMATCH_OFFERED : REMATCH_ASKED;
    return network->rematch_declined ? REMATCH_DECLINED : REMATCH_NONE;
}

/* ---- requests ----------------------------------------------------------------------------- */

static void send_action(Network *network, DrawAction action) {
    Request request = request_for_game(VERB_REMATCH, &network->options.id);
    request.fields.action = action;
    fields_set(&request.fields, FIELD_ACTION);
    network_send(network, &request);
}

bool network_rematch(Session *session, Error *error) {
    Network *network = session->network;
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
    if (session->network->rematch_by > SEAT_BLACK)
        return error_set(error, ERROR_STATE, "no rematch is offered");
    send_action(session->network, DRAW_DECLINE);
    return true;
}

bool network_rematch_options(const Session *session, NetworkOptions *options) {
    const Network *network = session->network;
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

/* ---- what the server says ----------------------------------------------------------------- */

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

void network_rematch_on_game(Network *network, const Fields *fields) {
    bool offered = fields_has(fields, FIELD_REMATCH) && fields->rematch <= SEAT_BLACK;
    network->rematch_by = offered ? fields->rematch : SEAT_NONE;
    if (fields_has(fields, FIELD_GAME))
        on_made(network, &fields->game);
}

void network_rematch_on_event(Network *network, const Fields *fields) {
    if (fields->action == DRAW_OFFER) {
        network->rematch_by = fields->seat;
    } else if (fields->action == DRAW_DECLINE) {
        network->rematch_declined |= network->rematch_by == network->seat;
        network->rematch_by = SEAT_NONE;
    } else if (fields_has(fields, FIELD_GAME)) {
        on_made(network, &fields->game);
    }
}

void network_rematch_on_reply(Network *network, DrawAction action, const Fields *fields) {
    if (fields_has(fields, FIELD_GAME))
        on_made(network, &fields->game);
    else if (action == DRAW_DECLINE)
        network->rematch_by = SEAT_NONE;
    else if (!fields_has(fields, FIELD_DUP))
        network->rematch_by = network->seat;
    else if (network->rematch_by != network->seat) /* nothing happens after a decline */
        network->rematch_declined = true;
}
