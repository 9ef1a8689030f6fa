#include <config.h>

#include "play/online/network_open.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/online/network_internal.h"
#include "play/online/servers.h"
#include "play/session_setup.h"
#include "rules/fen.h"
#include "rules/player_names.h"

/* The requests that open a game, one after the other. */
typedef enum OpeningStep {
    OPENING_SEAT, /* NEW or JOIN; not for a spectator */
    OPENING_GAME, /* GET */
    OPENING_MOVES /* MOVES, repeated until all have come */
} OpeningStep;

struct NetworkOpening {
    Network *network;
    Settings settings;
    NetworkOpenListener *opened;
    void *context;
    OpeningStep step;
    unsigned request_id;
    size_t asked_from; /* the first ply of the last MOVES */
    bool had_seat;     /* it was saved before */
    bool has_game;     /* `game` is valid */
    Fields game;       /* of =GAME */
    Record *record;    /* the moves so far; NULL before the game is known */
    SessionSetup setup;
    bool done, failed;
    Error error;
    uv_idle_t end; /* reports the result from the loop, not from a callback of the connection */
};

/* ---- the result ---- */

static void on_end_closed(uv_handle_t *handle) {
    NetworkOpening *opening = handle->data;
    record_free(opening->record);
    free(opening);
}

/* Frees the opening without a report. */
static void opening_free(NetworkOpening *opening) {
    opening->network->opening = NULL;
    uv_close((uv_handle_t *)&opening->end, on_end_closed);
}

static void on_end(uv_idle_t *idle) {
    NetworkOpening *opening = idle->data;
    Network *network = opening->network;
    const UntrustedServer *found = connection_untrusted_server(network->connection);
    UntrustedServer untrusted = {0};
    if (found)
        untrusted = *found;
    uv_idle_stop(idle);
    opening_free(opening);
    if (opening->failed)
        network_free(&network->base);
    opening->opened(opening->context, opening->failed ? NULL : &opening->setup, &opening->error,
                    found ? &untrusted : NULL);
}

static void finish(NetworkOpening *opening) {
    opening->done = true;
    uv_idle_start(&opening->end, on_end);
}

static void fail(NetworkOpening *opening) {
    opening->failed = true;
    finish(opening);
}

/* ---- requests ---- */

static void send_request(NetworkOpening *opening, OpeningStep step, const Request *request) {
    opening->step = step;
    opening->request_id = connection_request(opening->network->connection, request);
}

static void write_new(const NetworkOptions *options, Fields *fields) {
    if (strcmp(options->game, "standard") == 0) {
        fields_set(fields, FIELD_STANDARD);
    } else {
        strcpy(fields->fen, options->game);
        fields_set(fields, FIELD_FEN);
    }
    strcpy(fields->variant, options->variant);
    fields_set(fields, FIELD_VARIANT);
    fields_set(fields, FIELD_SEAT);
    fields->clock = options->clock;
    if (options->clock.seconds > 0)
        fields_set(fields, FIELD_CLOCK);
    if (options->clock.seconds > 0 && options->per_move)
        fields_set(fields, FIELD_PER_MOVE);
    fields->claim_minutes = options->claim_minutes;
    if (options->claim_minutes > 0)
        fields_set(fields, FIELD_CLAIM);
    if (options->is_private)
        fields_set(fields, FIELD_PRIVATE);
}

static void request_seat(NetworkOpening *opening) {
    const NetworkOptions *options = &opening->network->options;
    bool creates = options->action == NETWORK_CREATE;
    Request request = {.verb = creates ? VERB_NEW : VERB_JOIN};
    Fields *fields = &request.fields;
    fields->seat = options->seat;
    fields->key = options->key;
    fields_set(fields, FIELD_KEY);
    fields->invite = options->invitation;
    if (options->invitation.text[0])
        fields_set(fields, FIELD_INVITE);
    if (creates) {
        write_new(options, fields);
    } else {
        fields->id = options->id;
        fields_set(fields, FIELD_ID);
        fields_set(fields, FIELD_SEAT_ARG);
    }
    if (options->name[0]) {
        strcpy(fields->name, options->name);
        fields_set(fields, FIELD_NAME);
    }
    send_request(opening, OPENING_SEAT, &request);
}

static void request_game(NetworkOpening *opening) {
    Request request = request_for_game(VERB_GET, &opening->network->options.id);
    send_request(opening, OPENING_GAME, &request);
}

static void request_moves(NetworkOpening *opening) {
    Request request = request_for_game(VERB_MOVES, &opening->network->options.id);
    opening->asked_from = opening->record->count;
    request.fields.from = (uint32_t)opening->asked_from;
    fields_set(&request.fields, FIELD_FROM);
    send_request(opening, OPENING_MOVES, &request);
}

/* ---- the key ---- */

/* Chooses the key of the seat to take: the given one, a saved one, or a new one. What the file of
 * the seat has besides goes with it. */
static void choose_key(NetworkOpening *opening) {
    NetworkOptions *options = &opening->network->options;
    SavedSeat seat = {0};
    const SeatKey *key = options->has_key ? &options->key : NULL;
    bool found = options->action == NETWORK_JOIN &&
                 saved_seats_find(&options->servers, &options->id, key ? SEAT_ANY : options->seat,
                                  key, &seat);
    if (found && !key) {
        options->key = seat.key;
        if (options->seat == SEAT_ANY)
            options->seat = seat.seat;
        if (!options->invitation.text[0])
            options->invitation = seat.invitation;
    } else if (!key) {
        seat_key_make(&options->key);
    }
    options->unconfirmed = seat.unconfirmed;
    seat_key_clear(&seat.key);
    seat_key_clear(&seat.invitation);
    options->has_key = true;
    opening->had_seat = found;
}

/* ---- the game ---- */

static bool make_record(NetworkOpening *opening, Error *error) {
    const Fields *game = &opening->game;
    const Variant *variant = variant_find(game->variant);
    Position start;
    if (!opening->has_game)
        return error_set(error, ERROR_STATE, "the server did not send the game");
    if (!variant)
        return error_set(error, ERROR_STATE,
                         "this version of Congo does not know the game's variant, \"%s\"",
                         game->variant);
    if (!fen_parse(game->first, variant, &start, error))
        return error_prefix(error, "the server's game cannot be read: ");
    opening->record = record_create(&start);
    return true;
}

static bool add_move(NetworkOpening *opening, const Fields *fields, Error *error) {
    Record *record = opening->record;
    if (fields->ply != record->count)
        return error_set(error, ERROR_STATE, "the server left out a move");
    int64_t used_ms = fields_has(fields, FIELD_USED_MS) ? fields->used_ms : -1;
    return record_play_coordinates(record, fields->move, used_ms, -1, error) ||
           error_prefix(error, "the server's game cannot be read: ");
}

/* Declares an end that does not follow from the moves. */
static bool declare_end(NetworkOpening *opening) {
    const Fields *game = &opening->game;
    Outcome outcome = {game->result, game->reason};
    return !fields_has(game, FIELD_REASON) || record_is_over(opening->record) ||
           record_declare(opening->record, outcome, &opening->error) ||
           error_prefix(&opening->error, "the server's game cannot be read: ");
}

static void set_players(const Network *network, SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        const PlayerSetting *here = &network->options.player[color];
        SessionPlayer *player = &setup->player[color];
        player->kind = here->control == CONTROL_HUMAN ? PLAYER_HUMAN : PLAYER_COMPUTER;
        if ((Seat)color != network->seat)
            player->kind = PLAYER_REMOTE;
        advisor_find(here->advisor, &player->advisor);
        strcpy(player->name, network->name[color]);
    }
}

static void set_clocks(const Fields *game, SessionSetup *setup) {
    setup->clock = (ClockSetting){0};
    if (!fields_has(game, FIELD_CLOCK))
        return;
    setup->clock.base_ms = (int64_t)game->clock.seconds * 1000;
    setup->clock.increment_ms = (int64_t)game->clock.increment * 1000;
    setup->clock.per_move = fields_has(game, FIELD_PER_MOVE);
    for (int color = 0; color < COLOR_COUNT; color++)
        setup->clock_left_ms[color] = game->left_ms[color];
}

static void finish_setup(NetworkOpening *opening) {
    Network *network = opening->network;
    SessionSetup *setup = &opening->setup;
    if (!session_setup_defaults(&opening->settings, setup, &opening->error) ||
        !declare_end(opening)) {
        fail(opening);
        return;
    }
    network_set_players(network, &opening->game);
    set_players(network, setup);
    set_clocks(&opening->game, setup);
    char place[SERVER_ADDRESS_SIZE];
    server_address_write(network_server(network), place);
    record_set_tag(opening->record, "Site", place);
    record_set_tag(opening->record, GAME_ID_TAG, network->options.id.text);
    setup->pace_ms = 0;
    setup->autosave = false;
    setup->record = opening->record;
    setup->network = &network->base;
    opening->record = NULL;
    network->online = network->was_online = true;
    error_clear(&opening->error);
    finish(opening);
}

/* ---- replies ---- */

static void on_data(NetworkOpening *opening, const Message *message) {
    if (message->type == DATA_GAME && opening->step == OPENING_GAME) {
        opening->game = message->fields;
        opening->has_game = true;
    } else if (message->type == DATA_MOVE && opening->step == OPENING_MOVES) {
        if (!add_move(opening, &message->fields, &opening->error))
            fail(opening);
    }
}

/* Leaves a server that is of no use for the game, if there is another one to ask from the start. */
static bool leave_server(NetworkOpening *opening, const Error *why) {
    opening->request_id = 0;
    return connection_leave_server(opening->network->connection, why->text);
}

static void on_rejected(NetworkOpening *opening, const Message *message) {
    ProtocolError word = message->error;
    /* A seat that was saved before is kept: another server may have the address now. */
    bool useless = (word == PROTO_ERR_NOGAME && !opening->had_seat) || word == PROTO_ERR_TAKEN ||
                   word == PROTO_ERR_OVER;
    Error why;
    error_set(&why, ERROR_STATE, SERVER_ERROR_PREFIX "%s", message->fields.text);
    if (word == PROTO_ERR_NOGAME && leave_server(opening, &why))
        return;
    opening->error = why;
    if (opening->step == OPENING_SEAT && useless) {
        saved_seat_close(opening->network->file, true);
        opening->network->file = NULL;
    }
    fail(opening);
}

/* A server sends a long game in several replies. */
static void on_moves_end(NetworkOpening *opening) {
    size_t count = opening->record->count;
    if (count >= opening->game.ply) {
        finish_setup(opening);
    } else if (count > opening->asked_from) {
        request_moves(opening);
    } else {
        error_set(&opening->error, ERROR_STATE, "the server left out a move");
        fail(opening);
    }
}

static void on_reply(NetworkOpening *opening, const Message *message) {
    Network *network = opening->network;
    if (message->type == MESSAGE_REJECTED) {
        on_rejected(opening, message);
    } else if (opening->step == OPENING_SEAT) {
        const Fields *fields = &message->fields;
        network->options.id = fields->id;
        network->seat = fields_has(fields, FIELD_SEAT) ? fields->seat : network->options.seat;
        network_save_seat(network, &network->notice);
        saved_seats_forget_unanswered(&fields->id);
        request_game(opening);
    } else if (opening->step == OPENING_GAME) {
        if (make_record(opening, &opening->error))
            request_moves(opening);
        else
            fail(opening);
    } else {
        on_moves_end(opening);
    }
}

/* Returns what the options ask for that the server cannot do, or NULL. It would ignore that. */
static const char *missing_feature(const Network *network) {
    const NetworkOptions *options = &network->options;
    const Connection *connection = network->connection;
    if (options->action != NETWORK_CREATE)
        return NULL;
    if (options->invitation.text[0] && !connection_has_feature(connection, FEATURE_INVITE))
        return "keep a seat for somebody who is invited";
    if (options->per_move && !connection_has_feature(connection, FEATURE_PER_MOVE))
        return "give a player days for each move";
    if (options->claim_minutes > 0 && !connection_has_feature(connection, FEATURE_CLAIM))
        return "let a player claim the game when the opponent is away";
    return NULL;
}

/* Called when the server has greeted. */
static void request_first(NetworkOpening *opening) {
    const Network *network = opening->network;
    record_free(opening->record);
    opening->record = NULL;
    const char *missing = missing_feature(network);
    if (missing) {
        Error why;
        error_set(&why, ERROR_STATE, "this server cannot %s: it is too old", missing);
        if (leave_server(opening, &why))
            return;
        opening->error = why;
        fail(opening);
    } else if (network->options.action == NETWORK_WATCH) {
        request_game(opening);
    } else {
        request_seat(opening);
    }
}

static void opening_on_event(Network *network, const LinkEvent *event) {
    NetworkOpening *opening = network->opening;
    Error *error = &opening->error;
    if (opening->done)
        return;
    if (event->kind == LINK_EVENT_ONLINE) {
        if (opening->request_id == 0) /* else the link repeats the request */
            request_first(opening);
        return;
    }
    if (event->kind == LINK_EVENT_OFFLINE || event->kind == LINK_EVENT_FAILED) {
        /* The error says why each server could not be reached. */
        if (error->code == ERROR_NONE)
            error_set(error, ERROR_IO, "%s", event->sentence);
        else if (!strstr(error->text, event->sentence))
            error_set(error, ERROR_IO, "%s; %s", error->text, event->sentence);
        if (!event->tries_another)
            fail(opening);
        return;
    }
    if (event->request_id != opening->request_id)
        return;
    if (event->kind == LINK_EVENT_DATA) {
        on_data(opening, event->message);
    } else if (event->kind == LINK_EVENT_REPLY) {
        on_reply(opening, event->message);
    } else if (event->kind == LINK_EVENT_RESTARTED && opening->step == OPENING_MOVES) {
        record_go_to(opening->record, opening->asked_from);
        record_truncate(opening->record);
    }
}

/* ---- start ---- */

static void on_link_event(void *context, const LinkEvent *event) {
    Network *network = context;
    bool other = event->kind == LINK_EVENT_OTHER;
    if (event->kind == LINK_EVENT_ONLINE) {
        const ServerAddress *server = connection_server(network->connection);
        server_list_start_with(&network->options.servers, server);
        server_connect_remember(server, network->opening ? &network->notice : NULL);
    }
    if (event->kind == LINK_EVENT_OFFLINE || (other && event->message->type == EVENT_WRITABLE))
        network->read_only = false;
    else if (other && event->message->type == EVENT_READONLY)
        network->read_only = true;
    if (network->opening)
        opening_on_event(network, event);
    else if (network->session)
        network_on_event(network, event);
    else if (event->kind == LINK_EVENT_OFFLINE || event->kind == LINK_EVENT_ONLINE)
        network->online = event->kind == LINK_EVENT_ONLINE;
}

Network *network_open(uv_loop_t *loop, const Settings *settings, const NetworkOptions *options,
                      NetworkOpenListener *opened, void *context) {
    Network *network = memory_allocate(sizeof *network);
    network->base.ops = &network_ops;
    network->timer = memory_allocate(sizeof *network->timer);
    uv_timer_init(loop, network->timer);
    network->timer->data = network;
    NetworkOpening *opening = memory_allocate(sizeof *opening);
    network->options = *options;
    network->seat = network->rematch_by = SEAT_NONE;
    network->opening = opening;
    TAILQ_INIT(&network->sent);
    opening->network = network;
    opening->settings = *settings;
    opening->opened = opened;
    opening->context = context;
    opening->end.data = opening;
    uv_idle_init(loop, &opening->end);
    network->connection = server_connect(loop, &network->options.servers, on_link_event, network);
    if (options->action == NETWORK_WATCH)
        return network;
    choose_key(opening);
    /* Saved before the request, so that a crash cannot lose the key of a seat that was taken, nor
     * a server that is away the invitation. */
    if (options->action == NETWORK_JOIN)
        network_save_seat(network, &network->notice);
    return network;
}

void network_cancel(Network *network) {
    record_free(network->opening->setup.record);
    opening_free(network->opening);
    network_free(&network->base);
}
