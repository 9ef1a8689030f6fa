#include <config.h>

#include "server/core/command_new.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/fen.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

static uint64_t generate_id(Core *core) {
    uint64_t number;
    core->random(core->random_context, &number, sizeof number);
    return number >> 14;
}

static bool parse_start(Core *core, const Request *request, const Variant *variant,
                        Position *start) {
    if (!fields_has(&request->fields, FIELD_FEN)) {
        position_start(start, variant);
        return true;
    }
    if (!fen_parse(request->fields.fen, variant, start, &core->error))
        return false;
    Outcome outcome = position_outcome(start);
    return outcome.reason == REASON_NONE ||
           error_set(&core->error, ERROR_STATE, "no game starts from a position that is over: %s",
                     outcome_sentence(outcome));
}

/* Fills in what the request asks for, without keys and id. */
static bool parse_header(Core *core, Client *client, const Request *request, StoreHeader *header) {
    const Fields *field = &request->fields;
    const Variant *variant =
        fields_has(field, FIELD_VARIANT) ? variant_find(field->variant) : variant_default();
    Position start;
    if (!variant) {
        reply_error(core, client, request->tag, PROTO_ERR_BADVARIANT,
                    "there is no variant \"%s\" here; HELLO congo/1 lists them", field->variant);
        return false;
    }
    if (!parse_start(core, request, variant, &start)) {
        reply_error(core, client, request->tag, PROTO_ERR_BADFEN, "%s", core->error.text);
        return false;
    }
    *header =
        (StoreHeader){.created_ms = core->unix_ms, .hidden = fields_has(field, FIELD_PRIVATE)};
    strcpy(header->variant, variant->name);
    fen_write(&start, header->start);
    if (fields_has(field, FIELD_CLOCK)) {
        header->base_ms = (int64_t)field->clock.seconds * 1000;
        header->increment_ms = (int64_t)field->clock.increment * 1000;
    }
    return true;
}

static bool take_creation_token(Core *core, Client *client, const char *tag) {
    int64_t wait = token_bucket_take(&client->address_entry->games, core->game_rate, core->now_ms);
    if (wait == 0)
        return true;
    Message *message =
        reply_begin_error(core, tag, PROTO_ERR_RATE, "%d new games a minute for an address",
                          core->limits.games_per_minute);
    message->fields.wait_ms = (uint32_t)wait;
    fields_set(&message->fields, FIELD_WAIT);
    client_send(core, client, message);
    return false;
}

static void set_keys(Core *core, const Request *request, PendingCall *pending) {
    StoreHeader *header = pending->header;
    bool given = fields_has(&request->fields, FIELD_KEY);
    if (given)
        pending->key = request->fields.key;
    else if (pending->seat != SEAT_NONE)
        core_make_seat_key(core, &pending->key);
    else
        return;
    key_hash_from_key(&pending->key, &pending->hash);
    header->has_creator = true;
    header->creator = pending->hash;
    if (pending->seat == SEAT_NONE)
        return;
    StoreSeat *seat = &header->seat[pending->seat];
    seat->taken = true;
    seat->hash = pending->hash;
    text_copy(seat->name, sizeof seat->name, request->fields.name);
}

static void submit_create(Core *core, PendingCall *pending) {
    pending->header->id = generate_id(core);
    StoreRequest request = {.create = *pending->header};
    pending_submit(core, pending, &request);
}

/* Takes the seat again in the game that the same key has created. */
static void reply_existing_game(Core *core, Client *client, const Request *request,
                                CachedGame *game) {
    KeyHash hash;
    key_hash_from_key(&request->fields.key, &hash);
    Seat seat = SEAT_NONE;
    for (int color = COLOR_COUNT; color-- > 0;)
        if (game->state.seat[color].taken && key_hash_equal(&game->state.seat[color].hash, &hash))
            seat = (Seat)color;
    Seat held = subscriber_seat(game, client);
    if (held != SEAT_NONE)
        seat = held;
    if (!subscriber_check_limit(core, client, request->tag, game))
        return;
    Subscriber *subscriber = subscriber_add(core, client, game);
    if (seat == SEAT_NONE) {
        subscriber->is_creator = true;
        game->creator = subscriber;
        game_cache_update_lists(core, game);
    }
    reply_seat(core, client, message_success(VERB_NEW), request->tag, game, seat,
               &request->fields.key, true);
    if (seat != SEAT_NONE)
        subscriber_take_seat(core, subscriber, (Color)seat, false);
}

static HandlerStatus find_existing_game(Core *core, Client *client, const Request *request) {
    HandlerStatus status = HANDLER_DONE;
    CachedGame *game =
        game_cache_get(core, client, request->tag, client->created_id, false, &status);
    if (game)
        reply_existing_game(core, client, request, game);
    if (status == HANDLER_DONE)
        client->created_id = 0;
    return status;
}

HandlerStatus command_new(Core *core, Client *client, const Request *request) {
    if (client->created_id != 0)
        return find_existing_game(core, client, request);
    StoreHeader header;
    if (!parse_header(core, client, request, &header))
        return HANDLER_DONE;
    if (!subscriber_check_limit(core, client, request->tag, NULL) ||
        !pending_check_writable(core, client, request->tag) ||
        !take_creation_token(core, client, request->tag))
        return HANDLER_DONE;
    PendingCall *pending = pending_begin(core, STORE_CREATE, client, request, NULL);
    pending->seat = fields_has(&request->fields, FIELD_SEAT) ? request->fields.seat : SEAT_WHITE;
    pending->header = memory_allocate(sizeof *pending->header);
    *pending->header = header;
    set_keys(core, request, pending);
    submit_create(core, pending);
    return HANDLER_PENDING_RETRY;
}

static void add_created_game(Core *core, PendingCall *pending) {
    core->counters.games_created++;
    core->counters.public_created += !pending->header->hidden;
    core->counters.games_stored++;
    CachedGame *game = game_cache_find(core, pending->header->id);
    if (!game)
        game = game_cache_add(core, pending->header->id, GAME_READY);
    StoreGame stored = {.header = *pending->header};
    game_cache_fill(core, game, &stored);
    Client *client = pending->client;
    if (client) {
        Subscriber *subscriber = subscriber_add(core, client, game);
        reply_seat(core, client, message_success(VERB_NEW), pending->tag, game, pending->seat,
                   &pending->key, false);
        if (pending->seat != SEAT_NONE) {
            subscriber_take_seat(core, subscriber, (Color)pending->seat, false);
        } else {
            subscriber->is_creator = true;
            game->creator = subscriber;
        }
    }
    game_cache_update(core, game);
}

void command_new_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    if (completion->result == STORE_OK) {
        add_created_game(core, pending);
    } else if (completion->result == STORE_DUPLICATE) {
        if (pending->client)
            pending->client->created_id = completion->id;
    } else if (completion->result == STORE_CONFLICT) {
        /* The id is in use: the next one will not be, since there are 2^50. */
        PendingCall *again = pending_begin(core, STORE_CREATE, pending->client, NULL, NULL);
        again->verb = pending->verb;
        memcpy(again->tag, pending->tag, sizeof again->tag);
        again->seat = pending->seat;
        again->key = pending->key;
        again->hash = pending->hash;
        again->header = pending->header;
        pending->header = NULL;
        pending->client = NULL;
        submit_create(core, again);
    }
}
