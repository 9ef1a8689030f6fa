#include <config.h>

#include "server/play_parts.h"

#include <string.h>

#include "rules/coordinate.h"
#include "rules/record.h"

/* ---- refusals ---- */

static void report_stale(const PlayerCommand *command) {
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_STALE,
                          "the next ply is %lu", (unsigned long)command->state->count);
    message->field.next = command->state->count;
    message->field.hash = fen_hash_position(&command->state->position);
    fields_set(&message->field, FIELD_NEXT);
    fields_set(&message->field, FIELD_HASH);
    client_send(command->core, command->client, message);
}

static void report_ahead(const PlayerCommand *command) {
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_AHEAD,
                          "the next ply is %lu", (unsigned long)command->state->count);
    message->field.next = command->state->count;
    fields_set(&message->field, FIELD_NEXT);
    client_send(command->core, command->client, message);
}

static void report_over(const PlayerCommand *command) {
    reply_game_over(command->core, command->client, command->request->tag, command->game);
}

bool player_command_begin(PlayerCommand *command, Core *core, Client *client,
                          const Request *request, CachedGame *game, HandlerStatus *status) {
    *status = HANDLER_DONE;
    if (command_flag_fall(core, game, client->received_ms)) {
        game_cache_get(core, client, request->tag, game->state.id, false, status);
        return false;
    }
    Seat seat = subscriber_seat(game, client);
    *command =
        (PlayerCommand){core, client, request, game, &game->state, (Color)seat, request->field.ply};
    if (seat == SEAT_NONE)
        reply_error(core, client, request->tag, PROTO_ERR_NOTSEATED,
                    "this connection has no seat in game %s", game->state.name.text);
    return seat != SEAT_NONE;
}

bool player_command_check_ply(const PlayerCommand *command) {
    if (game_state_is_over(command->state))
        report_over(command);
    else if (command->ply < command->state->count)
        report_stale(command);
    else if (command->ply > command->state->count)
        report_ahead(command);
    else
        return true;
    return false;
}

/* ---- moves ---- */

static Message *begin_move_message(Core *core, MessageType type, const char *tag,
                                   const CachedGame *game, uint32_t ply) {
    Message *message = reply_begin_game(core, type, tag, game);
    Fields *field = &message->field;
    field->ply = ply;
    field->next = ply + 1;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_NEXT);
    return message;
}

/* "+MOVE … dup=1", with the state after that ply. */
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
        game_state_time_left_at(state, command->ply + 1, message->field.left_ms);
        fields_set(&message->field, FIELD_WMS);
        fields_set(&message->field, FIELD_BMS);
    }
    fields_set(&message->field, FIELD_DUP);
    client_send(command->core, command->client, message);
}

static void answer_past_move(const PlayerCommand *command) {
    char path[COORDINATE_SIZE];
    coordinate_write(command->state->plies[command->ply].move, path);
    if (game_state_mover(command->state, command->ply) == command->color &&
        strcmp(path, command->request->field.move) == 0)
        reply_duplicate_move(command);
    else
        report_stale(command);
}

static void report_illegal(const PlayerCommand *command, const char *why) {
    reply_error(command->core, command->client, command->request->tag, PROTO_ERR_ILLEGAL, "%s",
                why);
}

static bool parse_legal_move(const PlayerCommand *command, Move *move) {
    Core *core = command->core;
    const char *tag = command->request->tag;
    if (game_state_side_to_move(command->state) != command->color)
        reply_error(core, command->client, tag, PROTO_ERR_TURN, "it is %s's turn",
                    color_name(game_state_side_to_move(command->state)));
    else if (!coordinate_parse(&command->state->position, command->request->field.move, move,
                               &core->error))
        report_illegal(command, core->error.text);
    else if (!game_state_is_legal(command->state, *move))
        report_illegal(command, "the move repeats an earlier position, which is not allowed here");
    else if (command->state->count >= RECORD_PLIES_MAX)
        reply_error(core, command->client, tag, PROTO_ERR_FULL, "a game has at most %d plies",
                    RECORD_PLIES_MAX);
    else
        return true;
    return false;
}

static bool check_hash(const PlayerCommand *command, const Position *after) {
    uint64_t hash = fen_hash_position(after);
    if (!fields_has(&command->request->field, FIELD_HASH) || command->request->field.hash == hash)
        return true;
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_DESYNC,
                          "the position after the move is another; nothing was played");
    message->field.hash = hash;
    fields_set(&message->field, FIELD_HASH);
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
    if (!player_command_begin(&command, core, client, request, game, &status))
        return status;
    Move move;
    Position after;
    if (command.ply < command.state->count) {
        answer_past_move(&command);
    } else if (game_state_is_over(command.state)) {
        report_over(&command);
    } else if (command.ply > command.state->count) {
        report_ahead(&command);
    } else if (parse_legal_move(&command, &move)) {
        Outcome outcome = game_state_outcome_after(command.state, move, &after);
        if (check_hash(&command, &after) && pending_check_writable(core, client, request->tag)) {
            submit_move(&command, move, outcome);
            return HANDLER_PENDING;
        }
    }
    return HANDLER_DONE;
}

void notify_game_end(Core *core, const CachedGame *game) {
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
    coordinate_write(pending->move, message->field.move);
    message->field.by = pending->seat;
    fields_set(&message->field, FIELD_MOVE);
    fields_set(&message->field, FIELD_BY);
    reply_set_position(message, &game->state.position);
    reply_set_clocks(message, &game->state, core->now_ms);
    subscriber_notify_all(core, game, message, pending->client);
    if (game_state_is_over(&game->state))
        notify_game_end(core, game);
}
