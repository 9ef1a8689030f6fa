#include <config.h>

#include "server/core/command_new.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/fen.h"
#include "server/core/command_join.h"
#include "server/core/command_rematch.h"
#include "server/core/core_parts.h"
#include "server/core/game_sync.h"
#include "server/core/presence.h"
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

static bool parse_clock(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    header->base_ms = (int64_t)fields->clock.seconds * 1000;
    header->increment_ms = (int64_t)fields->clock.increment * 1000;
    header->per_move = fields_has(fields, FIELD_PER_MOVE);
    if (!header->per_move || (header->base_ms > 0 && header->increment_ms == 0))
        return true;
    command_reject(command, PROTO_ERR_BADARG,
                   "permove: expected clock= with an increment of 0, the seconds for each move");
    return false;
}

/* With one key for both, whoever is invited could take the seat of the creator. */
static bool parse_invitation(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    header->kept = fields_has(fields, FIELD_INVITE);
    if (!header->kept)
        return true;
    key_hash_from_key(&fields->invite, &header->invite);
    if (strcmp(fields->invite.text, fields->key.text) != 0)
        return true;
    command_reject(command, PROTO_ERR_BADARG, "invite: expected another key than that of the seat");
    return false;
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
                            .hidden = fields_has(fields, FIELD_PRIVATE),
                            .claim_minutes = fields->claim_minutes};
    strcpy(header->variant, variant->name);
    fen_write(&start, header->start);
    return parse_clock(command, header) && parse_invitation(command, header);
}

bool command_new_take_token(const Command *command) {
    Core *core = command->core;
    int64_t wait_ms =
        token_bucket_take(&command->client->address_entry->games, core->game_rate, core->now_ms);
    if (wait_ms == 0)
        return true;
    command_reject_rate(command, wait_ms, "an address can create %d games a minute",
                        core->limits.games_per_minute);
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

void command_new_submit(Core *core, PendingCall *pending) {
    uint64_t number;
    core->random(core->random_context, &number, sizeof number);
    pending->header->id = number >> 14; /* 50 bits */
    StoreRequest request = {.role = pending->game ? ROLE_NONE : presence_role(pending->seat),
                            .create = *pending->header};
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

static bool is_entered(const CachedGame *game, const Client *client, Seat seat) {
    return seat == SEAT_NONE ? game->creator && game->creator->client == client
                             : subscriber_seat(game, client) == seat;
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
        if (core->store->is_shared && !is_entered(game, client, seat))
            status = command_arrive_submit(command, game, seat, &request->fields.key);
        else
            enter_game(core, client, request->tag, game, seat, &request->fields.key, true);
    }
    if (status == HANDLER_DONE)
        client->created_id = 0;
    return status;
}

void command_new_entered(Core *core, PendingCall *pending) {
    enter_game(core, pending->client, pending->tag, pending->game, pending->seat, &pending->key,
               true);
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
        !pending_check_writable(core, client, request->tag) || !command_new_take_token(command))
        return HANDLER_DONE;
    PendingCall *pending = pending_begin(core, STORE_CREATE, client, request, NULL);
    pending->seat = fields_has(&request->fields, FIELD_SEAT) ? request->fields.seat : SEAT_WHITE;
    pending->header = memory_allocate(sizeof *pending->header);
    *pending->header = header;
    set_keys(core, request, pending);
    command_new_submit(core, pending);
    return HANDLER_PENDING_RETRY;
}

static CachedGame *add_created_game(Core *core, const PendingCall *pending,
                                    const StoreCompletion *completion) {
    const StoreHeader *header = pending->header;
    core->counters.games_created++;
    core->counters.public_created += !header->hidden;
    core->counters.games_stored++;
    CachedGame *game = game_cache_find(core, header->id);
    if (game && game->status == GAME_READY) /* news of what others did in it came first */
        return game;
    if (!game)
        game = game_cache_add(core, header->id, GAME_READY);
    else if (game->status == GAME_LOADING)
        game_sync_adopt_load(core, game);
    StoreGame stored = {.header = *header, .version = completion->version};
    game_cache_fill(core, game, &stored, core->now_ms);
    if (core->store->is_shared && !pending->game)
        presence_set_here(core, game, presence_role(pending->seat), completion->generation);
    return game;
}

/* The random id is in use; another of the 2^50 ids is probably free. */
static void submit_again(Core *core, PendingCall *pending) {
    PendingCall *again = pending_begin(core, STORE_CREATE, pending->client, NULL, pending->game);
    again->verb = pending->verb;
    memcpy(again->tag, pending->tag, sizeof again->tag);
    again->seat = pending->seat;
    again->action = pending->action;
    again->key = pending->key;
    again->hash = pending->hash;
    again->header = pending->header;
    pending->header = NULL;
    pending->client = NULL;
    command_new_submit(core, again);
}

void command_new_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *created = NULL;
    if (completion->result == STORE_OK)
        created = add_created_game(core, pending, completion);
    if (completion->result == STORE_CONFLICT)
        submit_again(core, pending);
    else if (pending->verb == VERB_REMATCH)
        command_rematch_created(core, pending, completion);
    else if (pending->client && created)
        enter_game(core, pending->client, pending->tag, created, pending->seat, &pending->key,
                   false);
    else if (pending->client) {
        pending->client->created_id = completion->id;
        pending->run_again = true;
    }
    if (created)
        presence_settle(core, created);
}
