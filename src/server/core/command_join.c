#include <config.h>

#include "server/core/command_join.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

typedef struct JoinCommand {
    Core *core;
    Client *client;
    const Request *request;
    CachedGame *game;
    SeatKey key; /* "": none given */
    KeyHash hash;
    Seat seat; /* the seat to take; SEAT_NONE: none is free */
} JoinCommand;

static bool owns_seat(const JoinCommand *join, int color) {
    const GameSeat *seat = &join->game->state.seat[color];
    return seat->taken && join->key.text[0] && key_hash_equal(&seat->hash, &join->hash);
}

static Seat find_seat(const JoinCommand *join) {
    if (join->request->fields.seat != SEAT_ANY)
        return join->request->fields.seat;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (owns_seat(join, color))
            return (Seat)color;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!join->game->state.seat[color].taken)
            return (Seat)color;
    return SEAT_NONE;
}

static void report_seat_taken(const JoinCommand *join) {
    reply_error(join->core, join->client, join->request->tag, PROTO_ERR_TAKEN, "%s",
                join->seat == SEAT_NONE ? "both seats are taken"
                                        : "the seat is taken, and its key is another");
}

/* Returns whether the client may have the seat. Else refuses. */
static bool check_seat(const JoinCommand *join) {
    const GameState *state = &join->game->state;
    Seat held = subscriber_seat(join->game, join->client);
    if (join->seat == SEAT_NONE ||
        (state->seat[join->seat].taken && !owns_seat(join, (int)join->seat)))
        report_seat_taken(join);
    else if (held != SEAT_NONE && held != join->seat)
        reply_error(join->core, join->client, join->request->tag, PROTO_ERR_TAKEN,
                    "this connection has the other seat of the game");
    else if (!state->seat[join->seat].taken && game_state_is_over(state))
        reply_game_over(join->core, join->client, join->request->tag, join->game);
    else
        return subscriber_check_limit(join->core, join->client, join->request->tag, join->game);
    return false;
}

/* Returns whether the store's entry for the seat changes. While the disk is full, a player comes
 * back with the old name. */
static bool seat_needs_store(const JoinCommand *join) {
    const GameSeat *seat = &join->game->state.seat[join->seat];
    if (!seat->taken)
        return true;
    return !join->core->readonly && fields_has(&join->request->fields, FIELD_NAME) &&
           strcmp(seat->name ? seat->name : "", join->request->fields.name) != 0;
}

static void take_seat(Core *core, Client *client, const char *tag, CachedGame *game, Seat seat,
                      const SeatKey *key, bool is_announced) {
    Subscriber *subscriber = subscriber_add(core, client, game);
    subscriber_take_seat(core, subscriber, (Color)seat, is_announced);
    reply_game(core, client, tag, game);
    reply_seat(core, client, message_success(VERB_JOIN), tag, game, seat, key, false);
}

static HandlerStatus submit_seat(JoinCommand *join) {
    Core *core = join->core;
    if (!pending_check_writable(core, join->client, join->request->tag))
        return HANDLER_DONE;
    if (!join->key.text[0]) {
        core_make_seat_key(core, &join->key);
        key_hash_from_key(&join->key, &join->hash);
    }
    PendingCall *pending = pending_begin(core, STORE_SEAT, join->client, join->request, join->game);
    pending->seat = join->seat;
    pending->key = join->key;
    pending->hash = join->hash;
    strcpy(pending->name, join->request->fields.name);
    StoreRequest request = {0};
    request.seat.color = (Color)join->seat;
    request.seat.hash = join->hash;
    text_copy(request.seat.name, sizeof request.seat.name, pending->name);
    pending_submit(core, pending, &request);
    return HANDLER_PENDING;
}

HandlerStatus command_join(Core *core, Client *client, const Request *request, CachedGame *game) {
    JoinCommand join = {.core = core, .client = client, .request = request, .game = game};
    if (fields_has(&request->fields, FIELD_KEY)) {
        join.key = request->fields.key;
        key_hash_from_key(&join.key, &join.hash);
    }
    join.seat = find_seat(&join);
    HandlerStatus status = HANDLER_DONE;
    if (check_seat(&join)) {
        if (seat_needs_store(&join))
            status = submit_seat(&join);
        else
            take_seat(core, client, request->tag, game, join.seat, &join.key, false);
    }
    seat_key_clear(&join.key);
    return status;
}

void command_join_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    GameSeat *seat = &game->state.seat[pending->seat];
    seat->taken = true;
    seat->hash = pending->hash;
    free(seat->name);
    seat->name = pending->name[0] ? memory_strdup(pending->name) : NULL;
    if (pending->client)
        take_seat(core, pending->client, pending->tag, game, pending->seat, &pending->key, true);
}
