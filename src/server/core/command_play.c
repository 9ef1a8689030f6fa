#include <config.h>

#include "server/core/command_play.h"

#include <string.h>

#include "rules/coordinate.h"
#include "rules/record.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

/* The command of a player. */
typedef struct PlayerCommand {
    Core *core;
    Client *client;
    const Request *request;
    CachedGame *game;
    GameState *state;
    Color color;
    uint32_t ply;
} PlayerCommand;

/* ---- refusals ---- */

/* Refuses a ply that is not the next. */
static void report_ply(const PlayerCommand *command) {
    bool is_stale = command->ply < command->state->count;
    Message *message = reply_begin_error(
        command->core, command->request->tag, is_stale ? PROTO_ERR_STALE : PROTO_ERR_AHEAD,
        "the next ply is %lu", (unsigned long)command->state->count);
    message->fields.next = command->state->count;
    fields_set(&message->fields, FIELD_NEXT);
    if (is_stale) {
        message->fields.hash = fen_hash_position(&command->state->position);
        fields_set(&message->fields, FIELD_HASH);
    }
    client_send(command->core, command->client, message);
}

static void report_over(const PlayerCommand *command) {
    reply_game_over(command->core, command->client, command->request->tag, command->game);
}

/* Begins the command of a client that has a seat. Returns false if it has to wait or was refused,
 * as *status says. */
static bool begin(PlayerCommand *command, Core *core, Client *client, const Request *request,
                  CachedGame *game, HandlerStatus *status) {
    *status = HANDLER_DONE;
    if (command_flag_fall(core, game, client->received_ms)) {
        game_cache_get(core, client, request->tag, game->state.id, false, status);
        return false;
    }
    Seat seat = subscriber_seat(game, client);
    *command = (PlayerCommand){
        core, client, request, game, &game->state, (Color)seat, request->fields.ply};
    if (seat == SEAT_NONE)
        reply_error(core, client, request->tag, PROTO_ERR_NOTSEATED,
                    "this connection has no seat in game %s", game->state.name.text);
    return seat != SEAT_NONE;
}

/* Returns whether the game goes on and the ply is the next. Else refuses. */
static bool check_ply(const PlayerCommand *command) {
    if (game_state_is_over(command->state))
        report_over(command);
    else if (command->ply != command->state->count)
        report_ply(command);
    else
        return true;
    return false;
}

/* ---- moves ---- */

static Message *begin_move_message(Core *core, MessageType type, const char *tag,
                                   const CachedGame *game, uint32_t ply) {
    Message *message = reply_begin_game(core, type, tag, game);
    Fields *field = &message->fields;
    field->ply = ply;
    field->next = ply + 1;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_NEXT);
    return message;
}

/* Sends "+MOVE ... dup=1" with the state after that ply. */
static void reply_duplicate_move(const PlayerCommand *command) {
    const GameState *state = command->state;
    Message *message = begin_move_message(command->core, message_success(VERB_MOVE),
                                          command->request->tag, command->game, command->ply);
    Position after;
    game_state_position_at(state, command->ply + 1, &after);
    reply_set_position(message, &after);
    if (command->ply + 1 == state->count) {
        reply_set_clocks(message, state, command->core->now_ms);
        if (game_state_is_over(state))
            reply_set_result(message, state);
    } else if (state->base_ms > 0) {
        game_state_time_left_at(state, command->ply + 1, message->fields.left_ms);
        fields_set(&message->fields, FIELD_WMS);
        fields_set(&message->fields, FIELD_BMS);
    }
    fields_set(&message->fields, FIELD_DUP);
    client_send(command->core, command->client, message);
}

static void answer_past_move(const PlayerCommand *command) {
    char path[COORDINATE_SIZE];
    coordinate_write(command->state->plies[command->ply].move, path);
    if (game_state_mover(command->state, command->ply) == command->color &&
        strcmp(path, command->request->fields.move) == 0)
        reply_duplicate_move(command);
    else
        report_ply(command);
}

static bool parse_legal_move(const PlayerCommand *command, Move *move) {
    Core *core = command->core;
    const char *tag = command->request->tag;
    if (game_state_side_to_move(command->state) != command->color)
        reply_error(core, command->client, tag, PROTO_ERR_TURN, "it is %s's turn",
                    color_name(game_state_side_to_move(command->state)));
    else if (!coordinate_parse(&command->state->position, command->request->fields.move, move,
                               &core->error))
        reply_error(core, command->client, tag, PROTO_ERR_ILLEGAL, "%s", core->error.text);
    else if (!game_state_is_legal(command->state, *move))
        reply_error(core, command->client, tag, PROTO_ERR_ILLEGAL,
                    "the move repeats an earlier position, which is not allowed here");
    else if (command->state->count >= RECORD_PLIES_MAX)
        reply_error(core, command->client, tag, PROTO_ERR_FULL, "a game has at most %d plies",
                    RECORD_PLIES_MAX);
    else
        return true;
    return false;
}

static bool check_hash(const PlayerCommand *command, const Position *after) {
    uint64_t hash = fen_hash_position(after);
    if (!fields_has(&command->request->fields, FIELD_HASH) || command->request->fields.hash == hash)
        return true;
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_DESYNC,
                          "the position after the move is another; nothing was played");
    message->fields.hash = hash;
    fields_set(&message->fields, FIELD_HASH);
    client_send(command->core, command->client, message);
    return false;
}

static void submit_move(const PlayerCommand *command, Move move, Outcome outcome) {
    uint32_t used = game_state_time_used(command->state, command->client->received_ms);
    PendingCall *pending =
        pending_begin(command->core, STORE_MOVE, command->client, command->request, command->game);
    pending->move = move;
    pending->ply = command->ply;
    pending->ms = used;
    pending->seat = (Seat)command->color;
    if (outcome.reason != REASON_NONE)
        pending->end = (StoreEnd){outcome, command->color, command->ply + 1, 0};
    StoreRequest request = {0};
    request.move.ply = command->ply;
    request.move.move.ms = used;
    coordinate_write(move, request.move.move.path);
    request.move.end = pending->end;
    pending_submit(command->core, pending, &request);
}

HandlerStatus command_move(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!begin(&command, core, client, request, game, &status))
        return status;
    Move move;
    Position after;
    if (command.ply < command.state->count) {
        answer_past_move(&command);
    } else if (game_state_is_over(command.state)) {
        report_over(&command);
    } else if (command.ply > command.state->count) {
        report_ply(&command);
    } else if (parse_legal_move(&command, &move)) {
        Outcome outcome = game_state_outcome_after(command.state, move, &after);
        if (check_hash(&command, &after) && pending_check_writable(core, client, request->tag)) {
            submit_move(&command, move, outcome);
            return HANDLER_PENDING;
        }
    }
    return HANDLER_DONE;
}

static void notify_game_end(Core *core, const CachedGame *game) {
    game_cache_update_lists(core, game);
    Message *message = reply_begin_game(core, EVENT_END, NULL, game);
    reply_set_result(message, &game->state);
    subscriber_notify_all(core, game, message, NULL);
}

static void reply_moved(Core *core, const PendingCall *pending, const CachedGame *game) {
    Message *message =
        begin_move_message(core, message_success(VERB_MOVE), pending->tag, game, pending->ply);
    reply_set_position(message, &game->state.position);
    reply_set_clocks(message, &game->state, core->now_ms);
    if (game_state_is_over(&game->state))
        reply_set_result(message, &game->state);
    client_send(core, pending->client, message);
}

void command_move_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game_state_make_move(&game->state, pending->move, pending->ms, pending->end, core->now_ms);
    core->counters.moves++;
    core->counters.public_moves += !game->state.hidden;
    if (pending->client)
        reply_moved(core, pending, game);
    Message *message = begin_move_message(core, EVENT_MOVE, NULL, game, pending->ply);
    coordinate_write(pending->move, message->fields.move);
    message->fields.by = pending->seat;
    fields_set(&message->fields, FIELD_MOVE);
    fields_set(&message->fields, FIELD_BY);
    reply_set_position(message, &game->state.position);
    reply_set_clocks(message, &game->state, core->now_ms);
    subscriber_notify_all(core, game, message, pending->client);
    if (game_state_is_over(&game->state))
        notify_game_end(core, game);
}

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
    pending->action = command->request->fields.action;
    submit_end(command->core, pending, outcome, command->color,
               game_state_time_used(command->state, command->client->received_ms));
    return HANDLER_PENDING;
}

/* Sends the last line of RESIGN, DRAW or ABORT. */
static void reply_ended(Core *core, Client *client, Verb verb, const char *tag,
                        const CachedGame *game, uint32_t ply, DrawAction action, bool dup) {
    Message *message = reply_begin_game(core, message_success(verb), tag, game);
    message->fields.ply = ply;
    message->fields.action = action;
    fields_set(&message->fields, FIELD_PLY_ARG);
    if (verb == VERB_DRAW)
        fields_set(&message->fields, FIELD_ACTION);
    if (game_state_is_over(&game->state))
        reply_set_result(message, &game->state);
    if (dup)
        fields_set(&message->fields, FIELD_DUP);
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
                command->game, command->ply, command->request->fields.action, true);
    return HANDLER_DONE;
}

/* Returns whether the same command of this player has ended the game. */
static bool is_repeated_end(const PlayerCommand *command, Reason reason) {
    const StoreEnd *end = &command->state->end;
    return end->outcome.reason == reason && end->by == command->color && end->ply == command->ply;
}

HandlerStatus command_resign(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_end(&command, REASON_RESIGNED))
        return reply_duplicate_end(&command);
    if (!check_ply(&command))
        return HANDLER_DONE;
    Result result = command.color == WHITE ? RESULT_BLACK : RESULT_WHITE;
    return submit_end_by_player(&command, (Outcome){result, REASON_RESIGNED});
}

HandlerStatus command_abort(Core *core, Client *client, const Request *request, CachedGame *game) {
    PlayerCommand command;
    HandlerStatus status;
    if (!begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_end(&command, REASON_ABORTED))
        return reply_duplicate_end(&command);
    if (!check_ply(&command))
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
    pending->action = command->request->fields.action;
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
    message->fields.seat = pending->seat;
    fields_set(&message->fields, FIELD_SIDE_ARG);
    subscriber_notify_all(core, game, message, pending->client);
}

/* Returns whether the same command of this player was the last about draws. */
static bool is_repeated_draw(const PlayerCommand *command) {
    const StoreDraw *draw = &command->state->draw;
    switch (command->request->fields.action) {
    case DRAW_OFFER: /* an offer is taken as the acceptance of another */
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
    if (!begin(&command, core, client, request, game, &status))
        return status;
    if (is_repeated_draw(&command))
        return reply_duplicate_end(&command);
    if (!check_ply(&command))
        return HANDLER_DONE;
    Color by;
    DrawAction action = request->fields.action;
    bool offered = game_state_draw_offer(command.state, &by) && by != command.color;
    /* Offering a draw when one is offered accepts it. */
    if (offered)
        return respond_to_offer(&command, action == DRAW_OFFER ? DRAW_ACCEPT : action);
    if (action == DRAW_OFFER)
        return submit_draw(&command, (StoreDraw){STORE_OFFER_OPEN, command.color, command.ply, 0});
    reply_error(core, client, request->tag, PROTO_ERR_NOOFFER, "no draw is offered");
    return HANDLER_DONE;
}
