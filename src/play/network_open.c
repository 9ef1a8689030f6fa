#include <config.h>

#include "play/network_parts.h"

#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/memory.h"

/* What is asked one after the other. */
typedef enum OpeningStep {
    OPENING_SEAT, /* NEW or JOIN */
    OPENING_GAME, /* GET */
    OPENING_MOVES /* MOVES */
} OpeningStep;

struct Opening {
    Network *network;
    Settings settings;
    NetworkOpened *opened;
    void *context;
    OpeningStep step;
    unsigned ticket;
    size_t asked_from; /* the ply from which moves were asked for */
    bool kept_before;  /* the key was kept before this */
    bool was_online;
    bool has_game;  /* `game` is set */
    Fields game;    /* of =GAME */
    Record *record; /* the moves so far; NULL: the game was not told yet */
    SessionSetup setup;
    bool done, failed; /* it has ended, ... */
    Error error;       /* ... with this */
    bool idles;
    uv_idle_t end; /* tells it, outside of the connection's calls */
};

/* ---- the end ------------------------------------------------------------------------------ */

static void on_end_closed(uv_handle_t *handle) {
    Opening *opening = handle->data;
    record_free(opening->record);
    free(opening);
}

/* Without a word to anybody. */
static void opening_free(Opening *opening) {
    opening->network->opening = NULL;
    uv_close((uv_handle_t *)&opening->end, on_end_closed);
}

static void on_end(uv_idle_t *idle) {
    Opening *opening = idle->data;
    Network *network = opening->network;
    uv_idle_stop(idle);
    opening_free(opening);
    if (opening->failed)
        network_free(network);
    opening->opened(opening->context, opening->failed ? NULL : &opening->setup, &opening->error);
}

static void finish(Opening *opening) {
    opening->done = true;
    uv_idle_start(&opening->end, on_end);
}

static void fail(Opening *opening) {
    opening->failed = true;
    finish(opening);
}

/* ---- asking ------------------------------------------------------------------------------- */

static void ask(Opening *opening, OpeningStep step, const Request *request) {
    opening->step = step;
    opening->ticket = connection_request(opening->network->connection, request);
}

static void about_game(const Opening *opening, Verb verb, Request *request) {
    *request = (Request){.verb = verb};
    request->field.id = opening->network->wish.id;
    fields_set(&request->field, FIELD_ID);
}

static void ask_seat(Opening *opening) {
    Request request;
    network_wish_request(&opening->network->wish, &request);
    ask(opening, OPENING_SEAT, &request);
}

static void ask_game(Opening *opening) {
    Request request;
    about_game(opening, VERB_GET, &request);
    ask(opening, OPENING_GAME, &request);
}

static void ask_moves(Opening *opening) {
    Request request;
    about_game(opening, VERB_MOVES, &request);
    opening->asked_from = opening->record->count;
    request.field.from = (uint32_t)opening->asked_from;
    fields_set(&request.field, FIELD_FROM);
    ask(opening, OPENING_MOVES, &request);
}

/* ---- the key ------------------------------------------------------------------------------ */

/* Keeps the key, where it can be. That it cannot is told when there is a game. */
static void keep_key(Network *network) {
    KeptSeat kept = {.place = network->wish.place,
                     .id = network->wish.id,
                     .key = network->wish.key,
                     .seat = network->seat == SEAT_NONE ? network->wish.seat : network->seat};
    strcpy(kept.name, network->wish.name);
    if (!network->file)
        network->file = seatfile_keep(&kept, &network->trouble);
    else
        seatfile_write(network->file, &kept, &network->trouble);
}

/* The key of the seat to be taken: given, kept, or a new one. */
static void choose_key(Opening *opening) {
    NetworkWish *wish = &opening->network->wish;
    KeptSeat kept;
    if (wish->has_key)
        return;
    opening->kept_before =
        wish->action == NETWORK_JOIN && seats_find(&wish->place, &wish->id, wish->seat, &kept);
    if (opening->kept_before) {
        wish->key = kept.key;
        wish->seat = kept.seat;
    } else {
        seat_key_make(&wish->key);
    }
    wish->has_key = true;
}

/* ---- the game ----------------------------------------------------------------------------- */

static bool make_record(Opening *opening, Error *error) {
    const Fields *game = &opening->game;
    const Variant *variant = variant_find(game->variant);
    Position start;
    if (!opening->has_game)
        return error_set(error, ERROR_STATE, "the server did not send the game");
    if (!variant)
        return error_set(error, ERROR_STATE,
                         "the game is of the variant \"%s\", which is not known here",
                         game->variant);
    if (!fen_parse(game->first, variant, &start, error))
        return error_prefix(error, "the server's game cannot be read: ");
    opening->record = record_create(&start);
    return true;
}

static bool add_move(Opening *opening, const Fields *field, Error *error) {
    Record *record = opening->record;
    Move move;
    if (field->ply != record->count)
        return error_set(error, ERROR_STATE, "the server left out a move");
    return (coordinate_parse(record_position(record), field->move, &move, error) &&
            record_play(record, move, fields_has(field, FIELD_MS) ? field->used_ms : -1, -1,
                        error)) ||
           error_prefix(error, "the server's game cannot be read: ");
}

void network_take_players(Network *network, const Fields *field) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK}, present[] = {FIELD_WON, FIELD_BON};
    for (int color = 0; color < COLOR_COUNT; color++) {
        network->taken[color] = fields_has(field, names[color]);
        network->present[color] = fields_has(field, present[color]);
        strcpy(network->name[color], field->player[color]);
    }
}

/* What was declared, as the moves do not say it. */
static void declare_end(Opening *opening) {
    const Fields *game = &opening->game;
    Outcome outcome = {game->result, game->reason};
    if (fields_has(game, FIELD_REASON) && !record_is_over(opening->record) &&
        !record_declare(opening->record, outcome, &opening->error))
        error_prefix(&opening->error, "the server's game cannot be read: ");
}

static void set_players(const Network *network, SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        const PlayerSetting *here = &network->wish.player[color];
        SessionPlayer *player = &setup->player[color];
        player->kind = here->mind == MIND_HUMAN ? PLAYER_HUMAN : PLAYER_COMPUTER;
        if ((Seat)color != network->seat)
            player->kind = PLAYER_REMOTE;
        advisor_find(here->advisor, &player->advisor);
        network_name(network, (Color)color, player);
    }
}

static void set_clocks(const Fields *game, SessionSetup *setup) {
    setup->clock = (ClockSetting){0};
    if (!fields_has(game, FIELD_CLOCK))
        return;
    setup->clock.base_ms = (int64_t)game->clock.seconds * 1000;
    setup->clock.increment_ms = (int64_t)game->clock.increment * 1000;
    for (int color = 0; color < COLOR_COUNT; color++)
        setup->clock_left_ms[color] = game->left_ms[color];
}

static void tag_game(const Network *network, Record *record) {
    char place[SERVER_PLACE_SIZE];
    server_place_write(&network->wish.place, place);
    record_set_tag(record, "Site", place);
    record_set_tag(record, "GameId", network->wish.id.text);
}

static void complete(Opening *opening) {
    Network *network = opening->network;
    SessionSetup *setup = &opening->setup;
    if (!setup_from_settings(&opening->settings, setup, &opening->error)) {
        fail(opening);
        return;
    }
    declare_end(opening);
    if (opening->error.code != ERROR_NONE) {
        fail(opening);
        return;
    }
    network_take_players(network, &opening->game);
    set_players(network, setup);
    set_clocks(&opening->game, setup);
    tag_game(network, opening->record);
    setup->pace_ms = 0;
    setup->autosave = false;
    setup->record = opening->record;
    setup->network = network;
    opening->record = NULL;
    network->online = network->was_online = true;
    finish(opening);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void hear_data(Opening *opening, const Message *message) {
    if (message->type == DATA_GAME && opening->step == OPENING_GAME) {
        opening->game = message->field;
        opening->has_game = true;
    } else if (message->type == DATA_MOVE && opening->step == OPENING_MOVES) {
        if (!add_move(opening, &message->field, &opening->error))
            fail(opening);
    }
}

static void hear_seat(Opening *opening, const Fields *field) {
    Network *network = opening->network;
    network->wish.id = field->id;
    network->seat = fields_has(field, FIELD_SEAT) ? field->seat : network->wish.seat;
    keep_key(network);
    ask_game(opening);
}

/* The key opens nothing. */
static void forget_key(Opening *opening) {
    seatfile_close(opening->network->file, true);
    opening->network->file = NULL;
}

static void hear_refusal(Opening *opening, const Message *message) {
    ErrorWord word = message->error;
    bool useless = word == WORD_NOGAME || word == WORD_TAKEN;
    if (opening->step == OPENING_SEAT && (useless || !opening->kept_before))
        forget_key(opening);
    error_set(&opening->error, ERROR_STATE, SERVER_ERROR_PREFIX "%s", message->field.text);
    fail(opening);
}

/* A server tells many moves in several replies. */
static void hear_moves(Opening *opening) {
    size_t count = opening->record->count;
    if (count >= opening->game.ply) {
        complete(opening);
    } else if (count > opening->asked_from) {
        ask_moves(opening);
    } else {
        error_set(&opening->error, ERROR_STATE, "the server left out a move");
        fail(opening);
    }
}

static void hear_reply(Opening *opening, const Message *message) {
    if (message->type == REFUSAL) {
        hear_refusal(opening, message);
    } else if (opening->step == OPENING_SEAT) {
        hear_seat(opening, &message->field);
    } else if (opening->step == OPENING_GAME) {
        if (make_record(opening, &opening->error))
            ask_moves(opening);
        else
            fail(opening);
    } else {
        hear_moves(opening);
    }
}

static void opening_hear(Network *network, const News *news) {
    Opening *opening = network->opening;
    if (opening->done)
        return;
    opening->was_online |= news->kind == NEWS_ONLINE;
    if (news->kind == NEWS_OFFLINE || news->kind == NEWS_GAVE_UP) {
        /* Once it is asked for, the seat may have been taken, though no answer came. */
        if (!opening->was_online && !opening->kept_before)
            forget_key(opening);
        error_set(&opening->error, ERROR_IO, "%s", news->sentence);
        fail(opening);
    } else if (news->ticket == opening->ticket && news->kind == NEWS_DATA) {
        hear_data(opening, news->message);
    } else if (news->ticket == opening->ticket && news->kind == NEWS_REPLY) {
        hear_reply(opening, news->message);
    }
}

/* ---- the beginning ------------------------------------------------------------------------ */

static void on_news(void *context, const News *news) {
    Network *network = context;
    if (network->opening)
        opening_hear(network, news);
    else if (network->session)
        network_hear(network, news);
    else if (news->kind == NEWS_OFFLINE || news->kind == NEWS_ONLINE)
        network->online = news->kind == NEWS_ONLINE;
}

Network *network_open(uv_loop_t *loop, const Settings *settings, const NetworkWish *wish,
                      NetworkOpened *opened, void *context) {
    Network *network = memory_allocate(sizeof *network);
    Opening *opening = memory_allocate(sizeof *opening);
    network->wish = *wish;
    network->seat = SEAT_NONE;
    network->opening = opening;
    opening->network = network;
    opening->settings = *settings;
    opening->opened = opened;
    opening->context = context;
    opening->end.data = opening;
    uv_idle_init(loop, &opening->end);
    network->connection = connection_create(loop, &wish->place, PACKAGE_TARNAME "/" PACKAGE_VERSION,
                                            on_news, network);
    if (wish->action == NETWORK_WATCH) {
        ask_game(opening);
        return network;
    }
    choose_key(opening);
    /* Kept before it is asked for: a seat that is taken must not be lost with the program. */
    if (wish->action == NETWORK_JOIN)
        keep_key(network);
    ask_seat(opening);
    return network;
}

void network_cancel(Network *network) {
    record_free(network->opening->setup.record);
    opening_free(network->opening);
    network_free(network);
}

void network_discard(SessionSetup *setup) {
    record_free(setup->record);
    network_free(setup->network);
    setup->record = NULL;
    setup->network = NULL;
}
