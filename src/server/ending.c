#include <config.h>

#include "server/play_parts.h"

static void submit_end(Core *core, PendingCall *pending, Outcome outcome, Color by,
                       uint32_t used_ms) {
    pending->end = (StoreEnd){outcome, by, pending->game->state.count, used_ms};
    StoreRequest request = {.end = pending->end};
    pending_submit(core, pending, &request);
}

bool command_flag_fall(Core *core, CachedGame *game, int64_t at_ms) {
    GameState *state = &game->state;
    if (core->readonly || core->draining || core->failure || game->change_pending ||
        at_ms < game_state_flag_time(state))
        return false;
    Color loser = game_state_side_to_move(state);
    PendingCall *pending = pending_begin(core, STORE_END, NULL, NULL, game);
    Outcome outcome = {loser == WHITE ? RESULT_BLACK : RESULT_WHITE, REASON_TIME};
    submit_end(core, pending, outcome, loser, (uint32_t)state->left_ms[loser]);
    return true;
}

static HandlerStatus submit_end_by_player(const PlayerCommand *command, Outcome outcome) {
    if (!pending_check_writable(command->core, command->client, command->request->tag))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(command->core, STORE_END, command->client, command->request, command->game);
    pending->ply = command->ply;
    pending->action = command->request->field.action;
    submit_end(command->core, pending, outcome, command->color,
               game_state_time_used(command->state, command->client->received_ms));
    return HANDLER_PENDING;
}

/* The final line of RESIGN, DRAW or ABORT. */
static void reply_ended(Core *core, Client *client, Verb verb, const char *tag,
                        const CachedGame *game, uint32_t ply, DrawAction action, bool dup) {
    Message *message = reply_begin_game(core, message_success(verb), tag, game);
    message->field.ply = ply;
    message->field.action = action;
    fields_set(&message->field, FIELD_PLY_ARG);
    if (verb == VERB_DRAW)
        fields_set(&message->field, FIELD_ACTION);
    if (game_state_is_over(&game->state))
        reply_set_result(message, &game->state);
    if (dup)
        fields_set(&message->field, FIELD_DUP);
    client_send(core, client, message);
}

void command_end_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    pending->game->state.end = pending->end;
    if (pending->client)
        reply_ended(core, pending->client, pending->verb, pending->tag, pending->game, pending->ply,
                    pending->action, false);
    notify_game_end(core, pending->game);
}

static HandlerStatus reply_duplicate_end(const PlayerCommand *command) {
    reply_ended(command->core, command->client, command->request->verb, command->request->tag,
                command->game, command->ply, command->request->field.action, true);
    return HANDLER_DONE;
}

/* Whether the game ended by this seat's same command with the same ply. */
static bool is_repeated_end(const PlayerCommand *command, Reason reason) {
    const StoreEnd *end = &command->state->end;
    return end->outcome.reason == reason && end->by == command->color && end->ply == command->ply;
}

HandlerStatus command_resign(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!player_command_begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_end(&command, REASON_RESIGNED))
        return reply_duplicate_end(&command);
    if (!player_command_check_ply(&command))
        return HANDLER_DONE;
    Result result = command.color == WHITE ? RESULT_BLACK : RESULT_WHITE;
    return submit_end_by_player(&command, (Outcome){result, REASON_RESIGNED});
}

HandlerStatus command_abort(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!player_command_begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_end(&command, REASON_ABORTED))
        return reply_duplicate_end(&command);
    if (!player_command_check_ply(&command))
        return HANDLER_DONE;
    if (command.state->count >= COLOR_COUNT) {
        reply_error(core, client, request->tag, PROTO_ERR_LATE,
                    "both sides have moved: the game can only be resigned or drawn");
        return HANDLER_DONE;
    }
    return submit_end_by_player(&command, (Outcome){RESULT_OPEN, REASON_ABORTED});
}

/* ---- draws ---- */

static HandlerStatus submit_draw(const PlayerCommand *command, StoreDraw draw) {
    if (!pending_check_writable(command->core, command->client, command->request->tag))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(command->core, STORE_DRAW, command->client, command->request, command->game);
    pending->draw = draw;
    pending->ply = command->ply;
    pending->seat = (Seat)command->color;
    pending->action = command->request->field.action;
    StoreRequest request = {.draw = draw};
    pending_submit(command->core, pending, &request);
    return HANDLER_PENDING;
}

void command_draw_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game->state.draw = pending->draw;
    if (pending->client)
        reply_ended(core, pending->client, VERB_DRAW, pending->tag, game, pending->ply,
                    pending->action, false);
    bool offered = pending->draw.state == STORE_OFFER_OPEN;
    Message *message = reply_begin_game(core, offered ? EVENT_OFFER : EVENT_DECLINE, NULL, game);
    message->field.seat = pending->seat;
    fields_set(&message->field, FIELD_SIDE_ARG);
    subscriber_notify_all(core, game, message, pending->client);
}

/* Whether this seat's same word with the same ply is what is known last of offers. */
static bool is_repeated_draw(const PlayerCommand *command) {
    const StoreDraw *draw = &command->state->draw;
    switch (command->request->field.action) {
    case DRAW_OFFER: /* an offer that met another was taken as its acceptance */
        return is_repeated_end(command, REASON_AGREED) ||
               (draw->state != STORE_OFFER_NONE && draw->by == command->color &&
                draw->ply == command->ply);
    case DRAW_ACCEPT:
        return is_repeated_end(command, REASON_AGREED);
    default:
        return draw->state == STORE_OFFER_DECLINED && draw->by != command->color &&
               draw->decline_ply == command->ply;
    }
}

static HandlerStatus respond_to_offer(const PlayerCommand *command, DrawAction action) {
    if (action == DRAW_ACCEPT)
        return submit_end_by_player(command, (Outcome){RESULT_DRAW, REASON_AGREED});
    StoreDraw draw = command->state->draw;
    draw.state = STORE_OFFER_DECLINED;
    draw.decline_ply = command->ply;
    return submit_draw(command, draw);
}

HandlerStatus command_draw(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!player_command_begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_draw(&command))
        return reply_duplicate_end(&command);
    if (!player_command_check_ply(&command))
        return HANDLER_DONE;
    Color by;
    DrawAction action = request->field.action;
    bool offered = game_state_draw_offer(command.state, &by) && by != command.color;
    /* Who offers a draw when one is offered takes it. */
    if (offered)
        return respond_to_offer(&command, action == DRAW_OFFER ? DRAW_ACCEPT : action);
    if (action == DRAW_OFFER)
        return submit_draw(&command, (StoreDraw){STORE_OFFER_OPEN, command.color, command.ply, 0});
    reply_error(core, client, request->tag, PROTO_ERR_NOOFFER, "no draw is offered");
    return HANDLER_DONE;
}
