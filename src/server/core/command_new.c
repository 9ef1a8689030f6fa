#include <config.h>

#include "server/core/command_new.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/fen.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

static bool parse_start(const Command *command, const Variant *variant, Position *start) {
    const Fields *fields = &command->request->fields;
    Error *error = &command->core->error;
    if (!fields_has(fields, FIELD_FEN)) {
        position_start(start, variant);
        return true;
    }
    if (!fen_parse(fields->fen, variant, start, error))
        return false;
    Outcome outcome = position_outcome(start);
    return outcome.reason == REASON_NONE ||
           error_set(error, ERROR_STATE, "the game would be over at the start: %s",
                     outcome_sentence(outcome));
}

/* Fills in the header except for its keys and id. Returns false if the command was rejected. */
static bool parse_header(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    const Variant *variant =
        fields_has(fields, FIELD_VARIANT) ? variant_find(fields->variant) : variant_default();
    Position start;
    if (!variant) {
        command_reject(command, PROTO_ERR_BADVARIANT,
                       "there is no variant \"%s\"; HELLO congo/1 lists the variants",
                       fields->variant);
        return false;
    }
    if (!parse_start(command, variant, &start)) {
        command_reject(command, PROTO_ERR_BADFEN, "%s", command->core->error.text);
        return false;
    }
    *header = (StoreHeader){.created_ms = command->core->unix_ms,
                            .hidden = fields_has(fields, FIELD_PRIVATE)};
    strcpy(header->variant, variant->name);
    fen_write(&start, header->start);
    if (fields_has(fields, FIELD_CLOCK)) {
        header->base_ms = (int64_t)fields->clock.seconds * 1000;
        header->increment_ms = (int64_t)fields->clock.increment * 1000;
    }
    return true;
}

static bool take_creation_token(const Command *command) {
    Core *core = command->core;
    int64_t wait_ms =
        token_bucket_take(&command->client->address_entry->games, core->game_rate, core->now_ms);
    if (wait_ms == 0)
        return true;
    Message *message =
        reply_begin_error(core, command->request->tag, PROTO_ERR_RATE,
                          "an address can create %d games a minute", core->limits.games_per_minute);
    message->fields.wait_ms = (uint32_t)wait_ms;
    fields_set(&message->fields, FIELD_WAIT);
    client_send(core, command->client, message);
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
    uint64_t number;
    core->random(core->random_context, &number, sizeof number);
    pending->header->id = number >> 14; /* 50 bits */
    StoreRequest request = {.create = *pending->header};
    pending_submit(core, pending, &request);
}

/* Subscribes a client to its game, and sends the last line of NEW. */
static void enter_game(Core *core, Client *client, const char *tag, CachedGame *game, Seat seat,
                       const SeatKey *key, bool is_duplicate) {
    Subscriber *subscriber = subscriber_add(core, client, game);
    if (seat == SEAT_NONE)
        game->creator = subscriber;
    reply_seat(core, client, message_success(VERB_NEW), tag, game, seat, key, is_duplicate);
    if (seat != SEAT_NONE)
        subscriber_take_seat(core, subscriber, (Color)seat, false);
    game_cache_update(core, game);
}

/* Returns the client's seat, or else the seat of the key, or SEAT_NONE. */
static Seat find_seat(const CachedGame *game, const Client *client, const SeatKey *key) {
    KeyHash hash;
    Seat seat = subscriber_seat(game, client);
    key_hash_from_key(key, &hash);
    for (int color = 0; color < COLOR_COUNT && seat == SEAT_NONE; color++)
        if (game->state.seat[color].taken && key_hash_equal(&game->state.seat[color].hash, &hash))
            seat = (Seat)color;
    return seat;
}

/* Enters the existing game that was created with the same key. */
static HandlerStatus reenter_game(const Command *command) {
    Core *core = command->core;
    Client *client = command->client;
    const Request *request = command->request;
    HandlerStatus status = HANDLER_DONE;
    CachedGame *game =
        game_cache_get(core, client, request->tag, client->created_id, false, &status);
    if (game && subscriber_check_limit(core, client, request->tag, game)) {
        Seat seat = find_seat(game, client, &request->fields.key);
        enter_game(core, client, request->tag, game, seat, &request->fields.key, true);
    }
    if (status == HANDLER_DONE)
        client->created_id = 0;
    return status;
}

HandlerStatus command_new(const Command *command) {
    Core *core = command->core;
    Client *client = command->client;
    const Request *request = command->request;
    StoreHeader header;
    if (client->created_id != 0)
        return reenter_game(command);
    if (!parse_header(command, &header) ||
        !subscriber_check_limit(core, client, request->tag, NULL) ||
        !pending_check_writable(core, client, request->tag) || !take_creation_token(command))
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
    if (pending->client)
        enter_game(core, pending->client, pending->tag, game, pending->seat, &pending->key, false);
}

void command_new_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    if (completion->result == STORE_OK) {
        add_created_game(core, pending);
    } else if (completion->result == STORE_DUPLICATE) {
        if (pending->client)
            pending->client->created_id = completion->id;
    } else if (completion->result == STORE_CONFLICT) {
        /* The random id is in use; another of the 2^50 ids is probably free. */
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
