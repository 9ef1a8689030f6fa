#include <config.h>

#include "server/core/command_join.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/core/command_new.h"
#include "server/core/core_parts.h"
#include "server/core/presence.h"
#include "server/core/reply.h"

typedef struct JoinCommand {
    const Command *command;
    SeatKey key; /* "" if not given */
    KeyHash hash;
    bool invited; /* has the invitation of a game whose free seats are kept */
    Seat seat;    /* to be taken; SEAT_NONE if both are taken */
} JoinCommand;

static bool owns_seat(const JoinCommand *join, int color) {
    const GameSeat *seat = &join->command->game->state.seat[color];
    return seat->taken && join->key.text[0] && key_hash_equal(&seat->hash, &join->hash);
}

static Seat find_seat(const JoinCommand *join) {
    if (join->command->request->fields.seat != SEAT_ANY)
        return join->command->request->fields.seat;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (owns_seat(join, color))
            return (Seat)color;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!join->command->game->state.seat[color].taken)
            return (Seat)color;
    return SEAT_NONE;
}

/* Returns whether the client may take the seat. If not, rejects the command. */
static bool check_seat(const JoinCommand *join) {
    const Command *command = join->command;
    const GameState *state = &command->game->state;
    Seat held = subscriber_seat(command->game, command->client);
    if (join->seat == SEAT_NONE)
        command_reject(command, PROTO_ERR_TAKEN, "both seats are taken");
    else if (state->seat[join->seat].taken && !owns_seat(join, (int)join->seat))
        command_reject(command, PROTO_ERR_TAKEN, "the seat is taken, and this is not its key");
    else if (state->kept && !state->seat[join->seat].taken && !join->invited)
        command_reject(command, PROTO_ERR_TAKEN,
                       "the seat is kept for somebody with an invitation");
    else if (held != SEAT_NONE && held != join->seat)
        command_reject(command, PROTO_ERR_TAKEN,
                       "this connection already has the other seat of the game");
    else if (!state->seat[join->seat].taken && game_state_is_over(state))
        reply_game_over(command->core, command->client, command->request->tag, command->game);
    else
        return subscriber_check_limit(command->core, command->client, command->request->tag,
                                      command->game);
    return false;
}

/* Returns whether the stored seat changes, but for where its player is. While the disk is full, a
 * returning player keeps the old name. */
static bool seat_needs_store(const JoinCommand *join) {
    const GameSeat *seat = &join->command->game->state.seat[join->seat];
    if (!seat->taken)
        return true;
    const Fields *fields = &join->command->request->fields;
    return !join->command->core->readonly && fields_has(fields, FIELD_NAME) &&
           strcmp(seat->name ? seat->name : "", fields->name) != 0;
}

static void take_seat(Core *core, Client *client, const char *tag, CachedGame *game, Seat seat,
                      const SeatKey *key, bool is_announced) {
    Subscriber *subscriber = subscriber_add(core, client, game);
    subscriber_take_seat(core, subscriber, (Color)seat, is_announced);
    reply_game(core, client, tag, game);
    reply_seat(core, client, message_success(VERB_JOIN), tag, game, seat, key, false);
}

/* Returns whether other servers have to know that the player comes. While the disk is full, they
 * get to know it later. */
static bool arrival_needs_store(const JoinCommand *join) {
    const Core *core = join->command->core;
    return core->store->is_shared && !core->readonly &&
           subscriber_seat(join->command->game, join->command->client) != join->seat;
}

static HandlerStatus submit_seat(JoinCommand *join) {
    const Command *command = join->command;
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag))
        return HANDLER_DONE;
    if (!join->key.text[0]) {
        core_make_seat_key(core, &join->key);
        key_hash_from_key(&join->key, &join->hash);
    }
    PendingCall *pending =
        pending_begin(core, STORE_SEAT, command->client, command->request, command->game);
    pending->seat = join->seat;
    pending->key = join->key;
    pending->hash = join->hash;
    strcpy(pending->name, command->request->fields.name);
    StoreRequest request = {.role = presence_role(join->seat),
                            .seat = {.color = (Color)join->seat, .hash = join->hash}};
    strcpy(request.seat.name, pending->name);
    pending_submit(core, pending, &request);
    return HANDLER_PENDING;
}

/* The invitation is given as such, or as the key of the seat. */
static bool is_invited(const JoinCommand *join) {
    const Fields *fields = &join->command->request->fields;
    const KeyHash *invite = &join->command->game->state.invite;
    if (!fields_has(fields, FIELD_INVITE))
        return join->key.text[0] && key_hash_equal(&join->hash, invite);
    KeyHash hash;
    key_hash_from_key(&fields->invite, &hash);
    return key_hash_equal(&hash, invite);
}

HandlerStatus command_join(const Command *command) {
    JoinCommand join = {.command = command};
    if (fields_has(&command->request->fields, FIELD_KEY)) {
        join.key = command->request->fields.key;
        key_hash_from_key(&join.key, &join.hash);
    }
    join.invited = command->game->state.kept && is_invited(&join);
    join.seat = find_seat(&join);
    HandlerStatus status = HANDLER_DONE;
    if (check_seat(&join)) {
        if (seat_needs_store(&join))
            status = submit_seat(&join);
        else if (arrival_needs_store(&join))
            status = command_arrive_submit(command, command->game, join.seat, &join.key);
        else
            take_seat(command->core, command->client, command->request->tag, command->game,
                      join.seat, &join.key, false);
    }
    seat_key_clear(&join.key);
    return status;
}

HandlerStatus command_arrive_submit(const Command *command, CachedGame *game, Seat seat,
                                    const SeatKey *key) {
    PendingCall *pending =
        pending_begin(command->core, STORE_ARRIVE, command->client, command->request, game);
    pending->seat = seat;
    pending->key = *key;
    StoreRequest request = {.role = presence_role(seat)};
    pending_submit(command->core, pending, &request);
    return HANDLER_PENDING;
}

void command_arrive_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    if (!pending->client)
        return;
    if (pending->verb == VERB_NEW)
        command_new_entered(core, pending);
    else
        take_seat(core, pending->client, pending->tag, pending->game, pending->seat, &pending->key,
                  false);
}

void command_join_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    GameSeat *seat = &game->state.seat[pending->seat];
    if (!seat->taken) /* the players have not waited for each other before */
        game_state_restart_turn(&game->state, core->now_ms);
    seat->taken = true;
    seat->hash = pending->hash;
    free(seat->name);
    seat->name = pending->name[0] ? memory_strdup(pending->name) : NULL;
    if (pending->client)
        take_seat(core, pending->client, pending->tag, game, pending->seat, &pending->key, true);
}
