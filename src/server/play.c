#include <config.h>

#include "server/play_parts.h"

#include <string.h>

#include "rules/coordinate.h"
#include "rules/record.h"

/* ---- refusals ---- */

static void refuse_stale(const Play *play) {
    Message *message = command_refusal(play->core, play->request->tag, PROTO_ERR_STALE,
                                       "the next ply is %lu", (unsigned long)play->state->count);
    message->field.next = play->state->count;
    message->field.hash = fen_hash_position(&play->state->position);
    fields_set(&message->field, FIELD_NEXT);
    fields_set(&message->field, FIELD_HASH);
    client_send(play->core, play->client, message);
}

static void refuse_ahead(const Play *play) {
    Message *message = command_refusal(play->core, play->request->tag, PROTO_ERR_AHEAD,
                                       "the next ply is %lu", (unsigned long)play->state->count);
    message->field.next = play->state->count;
    fields_set(&message->field, FIELD_NEXT);
    client_send(play->core, play->client, message);
}

static void refuse_over(const Play *play) {
    command_refuse_over(play->core, play->client, play->request->tag, play->game);
}

bool play_begin(Play *play, Core *core, Client *client, const Request *request, Game *game,
                Step *step) {
    *step = STEP_DONE;
    if (game_flag(core, game, client->arrived_ms)) {
        game_wanted(core, client, request->tag, game->state.id, false, step);
        return false;
    }
    Seat seat = game_seat_of(game, client);
    *play = (Play){core, client, request, game, &game->state, (Color)seat, request->field.ply};
    if (seat == SEAT_NONE)
        command_refuse(core, client, request->tag, PROTO_ERR_NOTSEATED,
                       "this connection has no seat in game %s", game->state.name.text);
    return seat != SEAT_NONE;
}

bool play_is_timely(const Play *play) {
    if (gamestate_is_over(play->state))
        refuse_over(play);
    else if (play->ply < play->state->count)
        refuse_stale(play);
    else if (play->ply > play->state->count)
        refuse_ahead(play);
    else
        return true;
    return false;
}

/* ---- moves ---- */

static Message *moved(Core *core, MessageType type, const char *tag, const Game *game,
                      uint32_t ply) {
    Message *message = message_about(core, type, tag, game);
    Fields *field = &message->field;
    field->ply = ply;
    field->next = ply + 1;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_NEXT);
    return message;
}

/* "+MOVE … dup=1", with the state after that ply. */
static void repeat_answer(const Play *play) {
    const GameState *state = play->state;
    Message *message =
        moved(play->core, message_success(VERB_MOVE), play->request->tag, play->game, play->ply);
    Position after;
    gamestate_position(state, play->ply + 1, &after);
    describe_position(message, &after);
    if (play->ply + 1 == state->count) {
        describe_clocks(message, state, play->core->now_ms);
        if (gamestate_is_over(state))
            describe_end(message, state);
    } else if (state->base_ms > 0) {
        gamestate_left_at(state, play->ply + 1, message->field.left_ms);
        fields_set(&message->field, FIELD_WMS);
        fields_set(&message->field, FIELD_BMS);
    }
    fields_set(&message->field, FIELD_DUP);
    client_send(play->core, play->client, message);
}

static void answer_past(const Play *play) {
    char path[COORDINATE_SIZE];
    coordinate_write(play->state->plies[play->ply].move, path);
    if (gamestate_mover(play->state, play->ply) == play->color &&
        strcmp(path, play->request->field.move) == 0)
        repeat_answer(play);
    else
        refuse_stale(play);
}

static void refuse_illegal(const Play *play, const char *why) {
    command_refuse(play->core, play->client, play->request->tag, PROTO_ERR_ILLEGAL, "%s", why);
}

static bool is_playable(const Play *play, Move *move) {
    Core *core = play->core;
    const char *tag = play->request->tag;
    if (gamestate_turn(play->state) != play->color)
        command_refuse(core, play->client, tag, PROTO_ERR_TURN, "it is %s's turn",
                       color_name(gamestate_turn(play->state)));
    else if (!coordinate_parse(&play->state->position, play->request->field.move, move,
                               &core->error))
        refuse_illegal(play, core->error.text);
    else if (!gamestate_is_legal(play->state, *move))
        refuse_illegal(play, "the move repeats an earlier position, which is not allowed here");
    else if (play->state->count >= RECORD_PLIES_MAX)
        command_refuse(core, play->client, tag, PROTO_ERR_FULL, "a game has at most %d plies",
                       RECORD_PLIES_MAX);
    else
        return true;
    return false;
}

static bool has_hash(const Play *play, const Position *after) {
    uint64_t hash = fen_hash_position(after);
    if (!fields_has(&play->request->field, FIELD_HASH) || play->request->field.hash == hash)
        return true;
    Message *message =
        command_refusal(play->core, play->request->tag, PROTO_ERR_DESYNC,
                        "the position after the move is another; nothing was played");
    message->field.hash = hash;
    fields_set(&message->field, FIELD_HASH);
    client_send(play->core, play->client, message);
    return false;
}

static void submit_move(const Play *play, Move move, Outcome outcome) {
    uint32_t used = gamestate_used(play->state, play->client->arrived_ms);
    Change *change = change_begin(play->core, STORE_MOVE, play->client, play->request, play->game);
    change->move = move;
    change->ply = play->ply;
    change->ms = used;
    change->seat = (Seat)play->color;
    if (outcome.reason != REASON_NONE)
        change->end = (StoreEnd){outcome, play->color, play->ply + 1, 0};
    StoreRequest request = {0};
    request.move.ply = play->ply;
    request.move.move.ms = used;
    coordinate_write(move, request.move.move.path);
    request.move.end = change->end;
    change_submit(play->core, change, &request);
}

Step command_move(Core *core, Client *client, const Request *request, Game *game) {
    Play play;
    Step step;
    if (!play_begin(&play, core, client, request, game, &step))
        return step;
    Move move;
    Position after;
    if (play.ply < play.state->count) {
        answer_past(&play);
    } else if (gamestate_is_over(play.state)) {
        refuse_over(&play);
    } else if (play.ply > play.state->count) {
        refuse_ahead(&play);
    } else if (is_playable(&play, &move)) {
        Outcome outcome = gamestate_outcome_after(play.state, move, &after);
        if (has_hash(&play, &after) && change_is_possible(core, client, request->tag)) {
            submit_move(&play, move, outcome);
            return STEP_PENDING;
        }
    }
    return STEP_DONE;
}

void play_tell_end(Core *core, const Game *game) {
    game_relist(core, game);
    Message *message = message_about(core, EVENT_END, NULL, game);
    describe_end(message, &game->state);
    game_tell(core, game, message, NULL);
}

static void answer_moved(Core *core, const Change *change, const Game *game) {
    Message *message = moved(core, message_success(VERB_MOVE), change->tag, game, change->ply);
    describe_position(message, &game->state.position);
    describe_clocks(message, &game->state, core->now_ms);
    if (gamestate_is_over(&game->state))
        describe_end(message, &game->state);
    client_send(core, change->client, message);
}

void finish_move(Core *core, Change *change, StoreCompletion *completion) {
    (void)completion;
    Game *game = change->game;
    gamestate_play(&game->state, change->move, change->ms, change->end, core->now_ms);
    core->figures.moves++;
    core->figures.public_moves += !game->state.hidden;
    if (change->client)
        answer_moved(core, change, game);
    Message *message = moved(core, EVENT_MOVE, NULL, game, change->ply);
    coordinate_write(change->move, message->field.move);
    message->field.by = change->seat;
    fields_set(&message->field, FIELD_MOVE);
    fields_set(&message->field, FIELD_BY);
    describe_position(message, &game->state.position);
    describe_clocks(message, &game->state, core->now_ms);
    game_tell(core, game, message, change->client);
    if (gamestate_is_over(&game->state))
        play_tell_end(core, game);
}
