#include <config.h>

#include "server/play_parts.h"

static void submit_end(Core *core, Change *change, Outcome outcome, Color by, uint32_t used_ms) {
    change->end = (StoreEnd){outcome, by, change->game->state.count, used_ms};
    StoreRequest request = {.end = change->end};
    change_submit(core, change, &request);
}

bool game_flag(Core *core, Game *game, int64_t at_ms) {
    GameState *state = &game->state;
    if (core->readonly || core->draining || core->failure || game->changing ||
        at_ms < gamestate_falls(state))
        return false;
    Color loser = gamestate_turn(state);
    Change *change = change_begin(core, STORE_END, NULL, NULL, game);
    Outcome outcome = {loser == WHITE ? RESULT_BLACK : RESULT_WHITE, REASON_TIME};
    submit_end(core, change, outcome, loser, (uint32_t)state->left_ms[loser]);
    return true;
}

static Step submit_player_end(const Play *play, Outcome outcome) {
    if (!change_is_possible(play->core, play->client, play->request->tag))
        return STEP_DONE;
    Change *change = change_begin(play->core, STORE_END, play->client, play->request, play->game);
    change->ply = play->ply;
    change->action = play->request->field.action;
    submit_end(play->core, change, outcome, play->color,
               gamestate_used(play->state, play->client->arrived_ms));
    return STEP_PENDING;
}

/* The final line of RESIGN, DRAW or ABORT. */
static void answer_ended(Core *core, Client *client, Verb verb, const char *tag, const Game *game,
                         uint32_t ply, DrawAction action, bool dup) {
    Message *message = message_about(core, message_success(verb), tag, game);
    message->field.ply = ply;
    message->field.action = action;
    fields_set(&message->field, FIELD_PLY_ARG);
    if (verb == VERB_DRAW)
        fields_set(&message->field, FIELD_ACTION);
    if (gamestate_is_over(&game->state))
        describe_end(message, &game->state);
    if (dup)
        fields_set(&message->field, FIELD_DUP);
    client_send(core, client, message);
}

void finish_end(Core *core, Change *change, StoreCompletion *completion) {
    (void)completion;
    change->game->state.end = change->end;
    if (change->client)
        answer_ended(core, change->client, change->verb, change->tag, change->game, change->ply,
                     change->action, false);
    play_tell_end(core, change->game);
}

static Step answer_again(const Play *play) {
    answer_ended(play->core, play->client, play->request->verb, play->request->tag, play->game,
                 play->ply, play->request->field.action, true);
    return STEP_DONE;
}

/* Whether the game ended by this seat's same command with the same ply. */
static bool ended_so(const Play *play, Reason reason) {
    const StoreEnd *end = &play->state->end;
    return end->outcome.reason == reason && end->by == play->color && end->ply == play->ply;
}

Step command_resign(Core *core, Client *client, const Request *request, Game *game) {
    Play play;
    Step step;
    if (!play_begin(&play, core, client, request, game, &step))
        return step;
    if (ended_so(&play, REASON_RESIGNED))
        return answer_again(&play);
    if (!play_is_timely(&play))
        return STEP_DONE;
    Result result = play.color == WHITE ? RESULT_BLACK : RESULT_WHITE;
    return submit_player_end(&play, (Outcome){result, REASON_RESIGNED});
}

Step command_abort(Core *core, Client *client, const Request *request, Game *game) {
    Play play;
    Step step;
    if (!play_begin(&play, core, client, request, game, &step))
        return step;
    if (ended_so(&play, REASON_ABORTED))
        return answer_again(&play);
    if (!play_is_timely(&play))
        return STEP_DONE;
    if (play.state->count >= COLOR_COUNT) {
        command_refuse(core, client, request->tag, PROTO_ERR_LATE,
                       "both sides have moved: the game can only be resigned or drawn");
        return STEP_DONE;
    }
    return submit_player_end(&play, (Outcome){RESULT_OPEN, REASON_ABORTED});
}

/* ---- draws ---- */

static Step submit_draw(const Play *play, StoreDraw draw) {
    if (!change_is_possible(play->core, play->client, play->request->tag))
        return STEP_DONE;
    Change *change = change_begin(play->core, STORE_DRAW, play->client, play->request, play->game);
    change->draw = draw;
    change->ply = play->ply;
    change->seat = (Seat)play->color;
    change->action = play->request->field.action;
    StoreRequest request = {.draw = draw};
    change_submit(play->core, change, &request);
    return STEP_PENDING;
}

void finish_draw(Core *core, Change *change, StoreCompletion *completion) {
    (void)completion;
    Game *game = change->game;
    game->state.draw = change->draw;
    if (change->client)
        answer_ended(core, change->client, VERB_DRAW, change->tag, game, change->ply,
                     change->action, false);
    bool offered = change->draw.state == STORE_OFFER_OPEN;
    Message *message = message_about(core, offered ? EVENT_OFFER : EVENT_DECLINE, NULL, game);
    message->field.seat = change->seat;
    fields_set(&message->field, FIELD_SIDE_ARG);
    game_tell(core, game, message, change->client);
}

/* Whether this seat's same word with the same ply is what is known last of offers. */
static bool said_before(const Play *play) {
    const StoreDraw *draw = &play->state->draw;
    switch (play->request->field.action) {
    case DRAW_OFFER: /* an offer that met another was taken as its acceptance */
        return ended_so(play, REASON_AGREED) || (draw->state != STORE_OFFER_NONE &&
                                                 draw->by == play->color && draw->ply == play->ply);
    case DRAW_ACCEPT:
        return ended_so(play, REASON_AGREED);
    default:
        return draw->state == STORE_OFFER_DECLINED && draw->by != play->color &&
               draw->decline_ply == play->ply;
    }
}

static Step answer_offer(const Play *play, DrawAction action) {
    if (action == DRAW_ACCEPT)
        return submit_player_end(play, (Outcome){RESULT_DRAW, REASON_AGREED});
    StoreDraw draw = play->state->draw;
    draw.state = STORE_OFFER_DECLINED;
    draw.decline_ply = play->ply;
    return submit_draw(play, draw);
}

Step command_draw(Core *core, Client *client, const Request *request, Game *game) {
    Play play;
    Step step;
    if (!play_begin(&play, core, client, request, game, &step))
        return step;
    if (said_before(&play))
        return answer_again(&play);
    if (!play_is_timely(&play))
        return STEP_DONE;
    Color by;
    DrawAction action = request->field.action;
    bool offered = gamestate_offer(play.state, &by) && by != play.color;
    /* Who offers a draw when one is offered takes it. */
    if (offered)
        return answer_offer(&play, action == DRAW_OFFER ? DRAW_ACCEPT : action);
    if (action == DRAW_OFFER)
        return submit_draw(&play, (StoreDraw){STORE_OFFER_OPEN, play.color, play.ply, 0});
    command_refuse(core, client, request->tag, PROTO_ERR_NOOFFER, "no draw is offered");
    return STEP_DONE;
}
