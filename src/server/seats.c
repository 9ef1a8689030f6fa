/* JOIN and UNWATCH: seats are taken and left. */
#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

void seat_make_key(Core *core, SeatKey *key) {
    uint8_t bytes[16];
    core->random(core->random_context, bytes, sizeof bytes);
    seat_key_from_bytes(bytes, key);
}

void seat_answer(Core *core, Client *client, MessageType type, const char *tag, const Game *game,
                 Seat seat, const SeatKey *key, bool dup) {
    Message *message = message_about(core, type, tag, game);
    message->field.seat = seat;
    fields_set(&message->field, FIELD_SEAT);
    if (key->text[0]) {
        message->field.key = *key;
        fields_set(&message->field, FIELD_KEY);
    }
    message->field.ply = game->state.count;
    fields_set(&message->field, FIELD_PLY);
    describe_position(message, &game->state.position);
    if (dup)
        fields_set(&message->field, FIELD_DUP);
    client_send(core, client, message);
}

/* ---- JOIN ---- */

typedef struct Join {
    Core *core;
    Client *client;
    const Request *request;
    Game *game;
    SeatKey key; /* "": none was given */
    KeyHash hash;
    Seat seat; /* that it is to be; SEAT_NONE: there is none */
} Join;

static bool is_mine(const Join *join, int color) {
    const GameSeat *seat = &join->game->state.seat[color];
    return seat->taken && join->key.text[0] && key_hash_equal(&seat->hash, &join->hash);
}

static Seat find_seat(const Join *join) {
    if (join->request->field.seat != SEAT_ANY)
        return join->request->field.seat;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (is_mine(join, color))
            return (Seat)color;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!join->game->state.seat[color].taken)
            return (Seat)color;
    return SEAT_NONE;
}

static void refuse_taken(const Join *join) {
    command_refuse(join->core, join->client, join->request->tag, PROTO_ERR_TAKEN, "%s",
                   join->seat == SEAT_NONE ? "both seats are taken"
                                           : "the seat is taken, and its key is another");
}

/* Whether the seat can be had; else it is refused. */
static bool may_sit(const Join *join) {
    const GameState *state = &join->game->state;
    Seat held = game_seat_of(join->game, join->client);
    if (join->seat == SEAT_NONE ||
        (state->seat[join->seat].taken && !is_mine(join, (int)join->seat)))
        refuse_taken(join);
    else if (held != SEAT_NONE && held != join->seat)
        command_refuse(join->core, join->client, join->request->tag, PROTO_ERR_TAKEN,
                       "this connection has the other seat of the game");
    else if (!state->seat[join->seat].taken && gamestate_is_over(state))
        command_refuse_over(join->core, join->client, join->request->tag, join->game);
    else
        return watch_is_possible(join->core, join->client, join->request->tag, join->game);
    return false;
}

/* Whether the store is to have the seat otherwise than it has it. A player whose key is right comes
 * back also when the disk is full, with the name of before. */
static bool changes_seat(const Join *join) {
    const GameSeat *seat = &join->game->state.seat[join->seat];
    if (!seat->taken)
        return true;
    return !join->core->readonly && fields_has(&join->request->field, FIELD_NAME) &&
           strcmp(seat->name ? seat->name : "", join->request->field.name) != 0;
}

static void sit_down(Core *core, Client *client, const char *tag, Game *game, Seat seat,
                     const SeatKey *key, bool news) {
    Watch *watch = watch_add(core, client, game);
    watch_sit(core, watch, (Color)seat, news);
    describe_game(core, client, tag, game);
    seat_answer(core, client, message_success(VERB_JOIN), tag, game, seat, key, false);
}

static Step submit_seat(Join *join) {
    Core *core = join->core;
    if (!change_is_possible(core, join->client, join->request->tag))
        return STEP_DONE;
    if (!join->key.text[0]) {
        seat_make_key(core, &join->key);
        key_hash_from_key(&join->key, &join->hash);
    }
    Change *change = change_begin(core, STORE_SEAT, join->client, join->request, join->game);
    change->seat = join->seat;
    change->key = join->key;
    change->hash = join->hash;
    strcpy(change->name, join->request->field.name);
    StoreRequest request = {0};
    request.seat.color = (Color)join->seat;
    memcpy(request.seat.hash, join->hash.bytes, STORE_HASH_SIZE);
    strncpy(request.seat.name, change->name, STORE_NAME_SIZE - 1);
    change_submit(core, change, &request);
    return STEP_PENDING;
}

Step command_join(Core *core, Client *client, const Request *request, Game *game) {
    Join join = {.core = core, .client = client, .request = request, .game = game};
    if (fields_has(&request->field, FIELD_KEY)) {
        join.key = request->field.key;
        key_hash_from_key(&join.key, &join.hash);
    }
    join.seat = find_seat(&join);
    if (!may_sit(&join))
        return STEP_DONE;
    if (changes_seat(&join))
        return submit_seat(&join);
    sit_down(core, client, request->tag, game, join.seat, &join.key, false);
    return STEP_DONE;
}

void finish_seat(Core *core, Change *change, StoreCompletion *completion) {
    (void)completion;
    Game *game = change->game;
    GameSeat *seat = &game->state.seat[change->seat];
    seat->taken = true;
    seat->hash = change->hash;
    free(seat->name);
    seat->name = change->name[0] ? memory_strdup(change->name) : NULL;
    if (change->client)
        sit_down(core, change->client, change->tag, game, change->seat, &change->key, true);
}

/* ---- UNWATCH ---- */

Step command_unwatch(Core *core, Client *client, const Request *request, Game *game) {
    Watch *watch = watch_find(client, game);
    client_send(core, client,
                message_about(core, message_success(VERB_UNWATCH), request->tag, game));
    if (watch)
        watch_remove(core, watch);
    return STEP_DONE;
}
