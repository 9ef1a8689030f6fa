#include <config.h>

#include "server/core/command_rematch.h"

#include "base/memory.h"
#include "server/core/announce.h"
#include "server/core/command_new.h"
#include "server/core/command_play.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

/* ---- replies and events ---- */

static void reply_rematch(Core *core, Client *client, const char *tag, const CachedGame *game,
                          Seat seat, DrawAction action, bool dup) {
    Message *message = reply_begin_game(core, message_success(VERB_REMATCH), tag, game);
    Fields *fields = &message->fields;
    fields->action = action;
    fields_set(fields, FIELD_ACTION);
    reply_set_rematch_game(message, &game->state);
    if (fields_has(fields, FIELD_GAME)) {
        fields->seat = (Seat)color_other((Color)seat);
        fields_set(fields, FIELD_SEAT);
    }
    if (dup)
        fields_set(fields, FIELD_DUP);
    client_send(core, client, message);
}

/* Tells the player, and everybody else in the game. */
static void tell(Core *core, const PendingCall *pending, DrawAction event, bool dup) {
    CachedGame *game = pending->game;
    if (pending->client)
        reply_rematch(core, pending->client, pending->tag, game, pending->seat, pending->action,
                      dup);
    announce_rematch(core, game, (Color)pending->seat, event, pending->client);
}

/* ---- changes ---- */

static HandlerStatus submit_offer(const Command *command, Color color, StoreRematch rematch) {
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(core, STORE_REMATCH, command->client, command->request, command->game);
    pending->seat = (Seat)color;
    pending->action = command->request->fields.action;
    pending->rematch = rematch;
    StoreRequest request = {.rematch = rematch};
    pending_submit(core, pending, &request);
    return HANDLER_PENDING;
}

void command_rematch_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    pending->game->state.rematch = pending->rematch;
    tell(core, pending, pending->action, false);
}

static HandlerStatus submit_game(const Command *command, Color color) {
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag) ||
        !command_new_take_token(command))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(core, STORE_CREATE, command->client, command->request, command->game);
    pending->seat = (Seat)color;
    pending->action = command->request->fields.action;
    pending->header = memory_allocate(sizeof *pending->header);
    game_state_begin_rematch(&command->game->state, core->unix_ms, pending->header);
    command_new_submit(core, pending);
    return HANDLER_PENDING;
}

void command_rematch_created(Core *core, PendingCall *pending, StoreCompletion *completion) {
    pending->game->state.rematch_game = completion->id;
    tell(core, pending, DRAW_ACCEPT, completion->result == STORE_DUPLICATE);
}

/* ---- the command ---- */

/* Returns whether this is a copy of the command that led to the state of the offer, or an offer
 * that the other side has declined already. */
static bool is_repeated(const StoreRematch *rematch, Color color, DrawAction action) {
    bool mine = rematch->by == color;
    if (action == DRAW_OFFER)
        return mine &&
               (rematch->state == STORE_OFFER_OPEN || rematch->state == STORE_OFFER_DECLINED);
    return action == DRAW_DECLINE &&
           rematch->state == (mine ? STORE_OFFER_WITHDRAWN : STORE_OFFER_DECLINED);
}

static HandlerStatus run(const Command *command, Color color) {
    const StoreRematch *rematch = &command->game->state.rematch;
    DrawAction action = command->request->fields.action;
    bool is_open = rematch->state == STORE_OFFER_OPEN, mine = rematch->by == color;
    if (is_open && !mine && action != DRAW_DECLINE)
        return submit_game(command, color);
    if (action == DRAW_OFFER)
        return submit_offer(command, color, (StoreRematch){STORE_OFFER_OPEN, color});
    if (is_open && action == DRAW_DECLINE)
        return submit_offer(
            command, color,
            (StoreRematch){mine ? STORE_OFFER_WITHDRAWN : STORE_OFFER_DECLINED, rematch->by});
    if (command_refreshes(command))
        return HANDLER_RETRY;
    return command_reject(command, PROTO_ERR_NOOFFER, "no rematch is offered");
}

static HandlerStatus reject_early(const Command *command) {
    const GameState *state = &command->game->state;
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_AHEAD,
                          "the game is not over: the next ply is %lu", (unsigned long)state->count);
    message->fields.next = state->count;
    fields_set(&message->fields, FIELD_NEXT);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

HandlerStatus command_rematch(const Command *command) {
    const GameState *state = &command->game->state;
    DrawAction action = command->request->fields.action;
    Color color;
    if (!command_play_seat(command, &color))
        return HANDLER_DONE;
    if (!game_state_is_over(state))
        return command_refreshes(command) ? HANDLER_RETRY : reject_early(command);
    if (!game_state_has_both_players(state))
        return command_reject(command, PROTO_ERR_NOOFFER, "the game had only one player");
    bool created = state->rematch_game != 0;
    if (created && action == DRAW_DECLINE)
        return command_reject(command, PROTO_ERR_NOOFFER, "the rematch has been created");
    if (!created && !is_repeated(&state->rematch, color, action))
        return run(command, color);
    reply_rematch(command->core, command->client, command->request->tag, command->game, (Seat)color,
                  action, true);
    return HANDLER_DONE;
}
