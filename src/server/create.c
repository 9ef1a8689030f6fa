/* NEW: a game is made, or the one that the same key made before is told again. */
#include <config.h>

#include "server/parts.h"

#include <string.h>

#include "rules/fen.h"
#include "rules/memory.h"

static uint64_t make_id(Core *core) {
    uint64_t number;
    core->random(core->random_context, &number, sizeof number);
    return number >> 14;
}

static bool read_start(Core *core, const Request *request, const Variant *variant,
                       Position *start) {
    if (!fields_has(&request->field, FIELD_FEN)) {
        position_start(start, variant);
        return true;
    }
    if (!fen_parse(request->field.fen, variant, start, &core->error))
        return false;
    Outcome outcome = position_outcome(start);
    return outcome.reason == REASON_NONE ||
           error_set(&core->error, ERROR_STATE, "no game starts from a position that is over: %s",
                     outcome_sentence(outcome));
}

/* What the request asks for, but for keys and id. */
static bool read_head(Core *core, Client *client, const Request *request, StoreHead *head) {
    const Fields *field = &request->field;
    const Variant *variant =
        fields_has(field, FIELD_VARIANT) ? variant_find(field->variant) : variant_default();
    Position start;
    if (!variant) {
        command_refuse(core, client, request->tag, PROTO_ERR_BADVARIANT,
                       "there is no variant \"%s\" here; HELLO congo/1 lists them", field->variant);
        return false;
    }
    if (!read_start(core, request, variant, &start)) {
        command_refuse(core, client, request->tag, PROTO_ERR_BADFEN, "%s", core->error.text);
        return false;
    }
    *head = (StoreHead){.created_ms = core->unix_ms, .hidden = fields_has(field, FIELD_PRIVATE)};
    strcpy(head->variant, variant->name);
    fen_write(&start, head->start);
    if (fields_has(field, FIELD_CLOCK)) {
        head->base_ms = (int64_t)field->clock.seconds * 1000;
        head->increment_ms = (int64_t)field->clock.increment * 1000;
    }
    return true;
}

static bool may_create(Core *core, Client *client, const char *tag) {
    int64_t wait = bucket_take(&client->origin->games, core_game_rate(core), core->now_ms);
    if (wait == 0)
        return true;
    Message *message =
        command_refusal(core, tag, PROTO_ERR_RATE, "%d new games a minute for an address",
                        core->limits.games_per_minute);
    message->field.wait_ms = (uint32_t)wait;
    fields_set(&message->field, FIELD_WAIT);
    client_send(core, client, message);
    return false;
}

static void fill_keys(Core *core, const Request *request, Change *change) {
    StoreHead *head = change->head;
    bool given = fields_has(&request->field, FIELD_KEY);
    if (given)
        change->key = request->field.key;
    else if (change->seat != SEAT_NONE)
        seat_make_key(core, &change->key);
    else
        return;
    key_hash_from_key(&change->key, &change->hash);
    head->has_maker = true;
    memcpy(head->maker, change->hash.bytes, STORE_HASH_SIZE);
    if (change->seat == SEAT_NONE)
        return;
    StoreSeat *seat = &head->seat[change->seat];
    seat->taken = true;
    memcpy(seat->hash, change->hash.bytes, STORE_HASH_SIZE);
    strncpy(seat->name, request->field.name, STORE_NAME_SIZE - 1);
}

static void submit_create(Core *core, Change *change) {
    change->head->id = make_id(core);
    StoreRequest request = {.create = *change->head};
    change_submit(core, change, &request);
}

/* The game was made before with this key: its seat is taken again. */
static void answer_made(Core *core, Client *client, const Request *request, Game *game) {
    KeyHash hash;
    key_hash_from_key(&request->field.key, &hash);
    Seat seat = SEAT_NONE;
    for (int color = COLOR_COUNT; color-- > 0;)
        if (game->state.seat[color].taken && key_hash_equal(&game->state.seat[color].hash, &hash))
            seat = (Seat)color;
    Seat held = game_seat_of(game, client);
    if (held != SEAT_NONE)
        seat = held;
    if (!watch_is_possible(core, client, request->tag, game))
        return;
    Watch *watch = watch_add(core, client, game);
    if (seat == SEAT_NONE) {
        watch->is_maker = true;
        game->maker = watch;
        game_relist(core, game);
    }
    seat_answer(core, client, message_success(VERB_NEW), request->tag, game, seat,
                &request->field.key, true);
    if (seat != SEAT_NONE)
        watch_sit(core, watch, (Color)seat, false);
}

static Step find_made(Core *core, Client *client, const Request *request) {
    Step step = STEP_DONE;
    Game *game = game_wanted(core, client, request->tag, client->made, false, &step);
    if (game)
        answer_made(core, client, request, game);
    if (step == STEP_DONE)
        client->made = 0;
    return step;
}

Step command_new(Core *core, Client *client, const Request *request) {
    if (client->made != 0)
        return find_made(core, client, request);
    StoreHead head;
    if (!read_head(core, client, request, &head))
        return STEP_DONE;
    if (!watch_is_possible(core, client, request->tag, NULL) ||
        !change_is_possible(core, client, request->tag) || !may_create(core, client, request->tag))
        return STEP_DONE;
    Change *change = change_begin(core, STORE_CREATE, client, request, NULL);
    change->seat = fields_has(&request->field, FIELD_SEAT) ? request->field.seat : SEAT_WHITE;
    change->head = memory_allocate(sizeof *change->head);
    *change->head = head;
    fill_keys(core, request, change);
    submit_create(core, change);
    return STEP_KEEP;
}

static void finish_created(Core *core, Change *change) {
    core->figures.games_created++;
    core->figures.public_created += !change->head->hidden;
    core->figures.games_stored++;
    Game *game = games_find(core, change->head->id);
    if (!game)
        game = games_add(core, change->head->id, GAME_READY);
    StoreGame stored = {.head = *change->head};
    games_fill(core, game, &stored);
    Client *client = change->client;
    if (client) {
        Watch *watch = watch_add(core, client, game);
        seat_answer(core, client, message_success(VERB_NEW), change->tag, game, change->seat,
                    &change->key, false);
        if (change->seat != SEAT_NONE) {
            watch_sit(core, watch, (Color)change->seat, false);
        } else {
            watch->is_maker = true;
            game->maker = watch;
        }
    }
    game_update(core, game);
}

void finish_create(Core *core, Change *change, StoreCompletion *completion) {
    if (completion->result == STORE_OK) {
        finish_created(core, change);
    } else if (completion->result == STORE_DUPLICATE) {
        if (change->client)
            change->client->made = completion->id;
    } else if (completion->result == STORE_CONFLICT) {
        /* The id is in use, once in 2^50 times: the next one will not be. */
        Change *again = change_begin(core, STORE_CREATE, change->client, NULL, NULL);
        again->verb = change->verb;
        memcpy(again->tag, change->tag, sizeof again->tag);
        again->seat = change->seat;
        again->key = change->key;
        again->hash = change->hash;
        again->head = change->head;
        change->head = NULL;
        change->client = NULL;
        submit_create(core, again);
    }
}
