#include <config.h>

#include "server/core/command_play.h"

#include <string.h>

#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/record.h"
#include "server/core/announce.h"
#include "server/core/core_parts.h"
#include "server/core/game_sync.h"
#include "server/core/reply.h"

/* The command of a player. */
typedef struct PlayerCommand {
    Command command;
    const GameState *state;
    Color color;
    uint32_t ply;
} PlayerCommand;

/* ---- refusals ---- */

/* Rejects a ply that is not the next. */
static void report_ply(const PlayerCommand *player) {
    bool is_stale = player->ply < player->state->count;
    Message *message =
        reply_begin_error(player->command.core, player->command.request->tag,
                          is_stale ? PROTO_ERR_STALE : PROTO_ERR_AHEAD, "the next ply is %lu",
                          (unsigned long)player->state->count);
    message->fields.next = player->state->count;
    fields_set(&message->fields, FIELD_NEXT);
    if (is_stale) {
        message->fields.hash = fen_hash_position(&player->state->position);
        fields_set(&message->fields, FIELD_HASH);
    }
    client_send(player->command.core, player->command.client, message);
}

static void report_over(const PlayerCommand *player) {
    reply_game_over(player->command.core, player->command.client, player->command.request->tag,
                    player->command.game);
}

bool command_play_seat(const Command *command, Color *color) {
    Seat seat = subscriber_seat(command->game, command->client);
    *color = (Color)seat;
    if (seat == SEAT_NONE)
        command_reject(command, PROTO_ERR_NOTSEATED, "this connection has no seat in game %s",
                       command->game->state.name.text);
    return seat != SEAT_NONE;
}

/* Begins the command of a client that has a seat. Returns false if it was rejected. */
static bool begin(PlayerCommand *player, const Command *command) {
    Color color;
    if (!command_play_seat(command, &color))
        return false;
    *player = (PlayerCommand){*command, &command->game->state, color, command->request->fields.ply};
    return true;
}

/* Returns whether the game is not over and the ply is the next. If not, rejects the command. */
static bool check_ply(const PlayerCommand *player) {
    if (game_state_is_over(player->state))
        report_over(player);
    else if (player->ply != player->state->count)
        report_ply(player);
    else
        return true;
    return false;
}

static bool check_writable(const PlayerCommand *player) {
    const Command *command = &player->command;
    return pending_check_writable(command->core, command->client, command->request->tag);
}

static PendingCall *begin_call(const PlayerCommand *player, StoreKind kind) {
    const Command *command = &player->command;
    PendingCall *pending =
        pending_begin(command->core, kind, command->client, command->request, command->game);
    pending->ply = player->ply;
    pending->seat = (Seat)player->color;
    pending->action = command->request->fields.action;
    return pending;
}

/* ---- moves ---- */

/* Sends "+MOVE ... dup=1" with the state after the ply. */
static void reply_duplicate_move(const PlayerCommand *player) {
    const GameState *state = player->state;
    Message *message =
        reply_begin_move(player->command.core, message_success(VERB_MOVE),
                         player->command.request->tag, player->command.game, player->ply);
    Position after;
    game_state_position_at(state, player->ply + 1, &after);
    reply_set_position(message, &after);
    if (player->ply + 1 == state->count) {
        reply_set_clocks(message, state, player->command.core->now_ms);
        if (game_state_is_over(state))
            reply_set_result(message, state);
    } else if (state->clock.base_ms > 0) {
        game_state_time_left_at(state, player->ply + 1, message->fields.left_ms);
        fields_set(&message->fields, FIELD_WMS);
        fields_set(&message->fields, FIELD_BMS);
    }
    fields_set(&message->fields, FIELD_DUP);
    client_send(player->command.core, player->command.client, message);
}

static void answer_past_move(const PlayerCommand *player) {
    char path[COORDINATE_SIZE];
    coordinate_write(player->state->plies[player->ply].move, path);
    if (game_state_mover(player->state, player->ply) == player->color &&
        strcmp(path, player->command.request->fields.move) == 0)
        reply_duplicate_move(player);
    else
        report_ply(player);
}

static bool parse_legal_move(const PlayerCommand *player, Move *move) {
    const Command *command = &player->command;
    const GameState *state = player->state;
    Error *error = &command->core->error;
    if (game_state_side_to_move(state) != player->color)
        command_reject(command, PROTO_ERR_TURN, "it is %s's turn",
                       color_name(game_state_side_to_move(state)));
    else if (!coordinate_parse(&state->position, command->request->fields.move, move, error))
        command_reject(command, PROTO_ERR_ILLEGAL, "%s", error->text);
    else if (!game_state_is_legal(state, *move))
        command_reject(command, PROTO_ERR_ILLEGAL,
                       "the move repeats an earlier position, which this variant forbids");
    else if (state->count >= RECORD_PLIES_MAX)
        command_reject(command, PROTO_ERR_FULL, "a game can have at most %d plies",
                       RECORD_PLIES_MAX);
    else
        return true;
    return false;
}

static bool check_hash(const PlayerCommand *player, const Position *after) {
    uint64_t hash = fen_hash_position(after);
    if (!fields_has(&player->command.request->fields, FIELD_HASH) ||
        player->command.request->fields.hash == hash)
        return true;
    Message *message =
        reply_begin_error(player->command.core, player->command.request->tag, PROTO_ERR_DESYNC,
                          "the position after the move has another hash; the move was not played");
    message->fields.hash = hash;
    fields_set(&message->fields, FIELD_HASH);
    client_send(player->command.core, player->command.client, message);
    return false;
}

static void submit_move(const PlayerCommand *player, Move move, Outcome outcome) {
    Core *core = player->command.core;
    int64_t arrived_ms = player->command.client->received_ms;
    if (core->store->is_shared && arrived_ms < player->state->turn_started_ms)
        arrived_ms = player->state->turn_started_ms; /* by the clock of another server */
    uint32_t used = game_state_time_used(player->state, arrived_ms);
    if (player->state->clock.base_ms > 0 || player->state->claim_minutes > 0)
        core_store_clock(core);
    PendingCall *pending = begin_call(player, STORE_MOVE);
    pending->move = move;
    pending->ms = used;
    pending->arrived_ms = arrived_ms;
    if (outcome.reason != REASON_NONE)
        pending->end = (StoreEnd){outcome, player->color, player->ply + 1, 0};
    StoreRequest request = {0};
    request.move.ply = player->ply;
    request.move.move.ms = used;
    request.move.move.at_ms = core_service_ms(core, arrived_ms);
    coordinate_write(move, request.move.move.path);
    request.move.end = pending->end;
    pending_submit(core, pending, &request);
}

HandlerStatus command_move(const Command *command) {
    PlayerCommand player;
    if (!begin(&player, command))
        return HANDLER_DONE;
    Move move;
    Position after;
    if (player.ply < player.state->count) {
        answer_past_move(&player);
    } else if (game_state_is_over(player.state)) {
        report_over(&player);
    } else if (player.ply > player.state->count) {
        report_ply(&player);
    } else if (parse_legal_move(&player, &move)) {
        Outcome outcome = game_state_outcome_after(player.state, move, &after);
        if (check_hash(&player, &after) && check_writable(&player)) {
            submit_move(&player, move, outcome);
            return HANDLER_PENDING;
        }
    }
    return HANDLER_DONE;
}

static void reply_moved(Core *core, const PendingCall *pending, const CachedGame *game) {
    Message *message =
        reply_begin_move(core, message_success(VERB_MOVE), pending->tag, game, pending->ply);
    reply_set_position(message, &game->state.position);
    reply_set_clocks(message, &game->state, core->now_ms);
    if (game_state_is_over(&game->state))
        reply_set_result(message, &game->state);
    client_send(core, pending->client, message);
}

void command_move_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game_state_make_move(&game->state, pending->move, pending->ms, pending->end,
                         core->store->is_shared ? pending->arrived_ms : core->now_ms);
    core->counters.moves++;
    core->counters.public_moves += !game->state.hidden;
    if (pending->client)
        reply_moved(core, pending, game);
    announce_move(core, game, pending->client);
    if (game_state_is_over(&game->state))
        announce_end(core, game);
}

static void submit_end(Core *core, PendingCall *pending, Outcome outcome, Color by,
                       uint32_t used_ms) {
    pending->end = (StoreEnd){outcome, by, pending->game->state.count, used_ms};
    StoreRequest request = {.end = pending->end};
    pending_submit(core, pending, &request);
}

bool command_flag_fall(Core *core, CachedGame *game) {
    const GameState *state = &game->state;
    if (core->readonly || core->draining || core->failure || game->change_pending ||
        game->is_refused || game_sync_is_stale(game) ||
        core->now_ms < game_cache_flag_due(core, game))
        return false;
    int64_t flag_ms = game_state_flag_time(state);
    Color loser = game_state_side_to_move(state);
    PendingCall *pending = pending_begin(core, STORE_END, NULL, NULL, game);
    Outcome outcome = {loser == WHITE ? RESULT_BLACK : RESULT_WHITE, REASON_TIME};
    submit_end(core, pending, outcome, loser, game_state_time_used(state, flag_ms));
    return true;
}

static HandlerStatus submit_end_by_player(const PlayerCommand *player, Outcome outcome) {
    if (!check_writable(player))
        return HANDLER_DONE;
    submit_end(player->command.core, begin_call(player, STORE_END), outcome, player->color,
               game_state_time_used(player->state, player->command.client->received_ms));
    return HANDLER_PENDING;
}

/* Sends the last line of RESIGN, DRAW, ABORT or CLAIM. */
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
    announce_end(core, pending->game);
}

static HandlerStatus reply_duplicate_end(const PlayerCommand *player) {
    reply_ended(player->command.core, player->command.client, player->command.request->verb,
                player->command.request->tag, player->command.game, player->ply,
                player->command.request->fields.action, true);
    return HANDLER_DONE;
}

/* Returns whether the game ended at this ply, by a side's own doing or its time. */
static bool has_ended_by(const PlayerCommand *player, Reason reason, Color by) {
    const StoreEnd *end = &player->state->end;
    return end->outcome.reason == reason && end->by == by && end->ply == player->ply;
}

/* Returns whether an earlier copy of this command has ended the game. */
static bool is_repeated_end(const PlayerCommand *player, Reason reason) {
    return has_ended_by(player, reason, player->color);
}

HandlerStatus command_resign(const Command *command) {
    PlayerCommand player;
    if (!begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_end(&player, REASON_RESIGNED))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    Result result = player.color == WHITE ? RESULT_BLACK : RESULT_WHITE;
    return submit_end_by_player(&player, (Outcome){result, REASON_RESIGNED});
}

HandlerStatus command_abort(const Command *command) {
    PlayerCommand player;
    if (!begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_end(&player, REASON_ABORTED))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    if (player.state->count >= COLOR_COUNT)
        return command_reject(command, PROTO_ERR_LATE,
                              "both sides have moved: the game can only be resigned or drawn");
    return submit_end_by_player(&player, (Outcome){RESULT_OPEN, REASON_ABORTED});
}

/* ---- claims ---- */

/* Returns how many milliseconds the opponent, whose turn it is, must still be away. */
static int64_t claim_wait(const PlayerCommand *player) {
    int64_t needed_ms = (int64_t)player->state->claim_minutes * 60 * 1000;
    int64_t away_ms = game_cache_absence(player->command.core, player->command.game);
    if (away_ms < 0)
        return needed_ms;
    return away_ms < needed_ms ? needed_ms - away_ms : 0;
}

HandlerStatus command_claim(const Command *command) {
    PlayerCommand player;
    if (!begin(&player, command))
        return HANDLER_DONE;
    Color opponent = color_other(player.color);
    if (player.state->claim_minutes > 0 && has_ended_by(&player, REASON_TIME, opponent))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    if (player.state->claim_minutes == 0 || !game_state_has_both_players(player.state))
        return command_reject(command, PROTO_ERR_NOOFFER, "%s",
                              player.state->claim_minutes == 0
                                  ? "the game was created without claim="
                                  : "nobody has taken the other seat");
    if (game_state_side_to_move(player.state) == player.color)
        return command_reject(command, PROTO_ERR_TURN, "it is your own turn");
    int64_t wait_ms = claim_wait(&player);
    if (wait_ms > 0)
        return command_reject_rate(
            command, wait_ms,
            "the game can be claimed when the opponent has been away for %lu minute%s of this turn",
            (unsigned long)player.state->claim_minutes, text_plural(player.state->claim_minutes));
    if (!check_writable(&player))
        return HANDLER_DONE;
    Outcome outcome = {player.color == WHITE ? RESULT_WHITE : RESULT_BLACK, REASON_TIME};
    submit_end(command->core, begin_call(&player, STORE_END), outcome, opponent,
               game_state_time_used(player.state, command->client->received_ms));
    return HANDLER_PENDING;
}

/* ---- draws ---- */

static HandlerStatus submit_draw(const PlayerCommand *player, StoreDraw draw) {
    if (!check_writable(player))
        return HANDLER_DONE;
    PendingCall *pending = begin_call(player, STORE_DRAW);
    pending->draw = draw;
    StoreRequest request = {.draw = draw};
    pending_submit(player->command.core, pending, &request);
    return HANDLER_PENDING;
}

void command_draw_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game->state.draw = pending->draw;
    if (pending->client)
        reply_ended(core, pending->client, VERB_DRAW, pending->tag, game, pending->ply,
                    pending->action, false);
    announce_draw(core, game, pending->client);
}

/* Returns whether the last change of the draw offer was an earlier copy of this command. */
static bool is_repeated_draw(const PlayerCommand *player) {
    const StoreDraw *draw = &player->state->draw;
    switch (player->command.request->fields.action) {
    case DRAW_OFFER: /* an offer accepts an open one */
        return is_repeated_end(player, REASON_AGREED) ||
               (draw->state != STORE_OFFER_NONE && draw->by == player->color &&
                draw->ply == player->ply);
    case DRAW_ACCEPT:
        return is_repeated_end(player, REASON_AGREED);
    default:
        return draw->state == STORE_OFFER_DECLINED && draw->by != player->color &&
               draw->decline_ply == player->ply;
    }
}

static HandlerStatus respond_to_offer(const PlayerCommand *player, DrawAction action) {
    if (action == DRAW_ACCEPT)
        return submit_end_by_player(player, (Outcome){RESULT_DRAW, REASON_AGREED});
    StoreDraw draw = player->state->draw;
    draw.state = STORE_OFFER_DECLINED;
    draw.decline_ply = player->ply;
    return submit_draw(player, draw);
}

HandlerStatus command_draw(const Command *command) {
    PlayerCommand player;
    if (!begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_draw(&player))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    Color by;
    DrawAction action = command->request->fields.action;
    bool offered = game_state_draw_offer(player.state, &by) && by != player.color;
    /* Offering a draw when one is offered accepts it. */
    if (offered)
        return respond_to_offer(&player, action == DRAW_OFFER ? DRAW_ACCEPT : action);
    if (action == DRAW_OFFER)
        return submit_draw(&player, (StoreDraw){STORE_OFFER_OPEN, player.color, player.ply, 0});
    if (command_refreshes(command))
        return HANDLER_RETRY;
    return command_reject(command, PROTO_ERR_NOOFFER, "no draw is offered");
}
