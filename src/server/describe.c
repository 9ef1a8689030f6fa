#include <config.h>

#include "server/parts.h"

#include <string.h>

#include "rules/coordinate.h"
#include "rules/fen.h"

void describe_clocks(Message *message, const GameState *state, int64_t now_ms) {
    if (state->base_ms == 0)
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        message->field.left_ms[color] = gamestate_left(state, (Color)color, now_ms);
    fields_set(&message->field, FIELD_WMS);
    fields_set(&message->field, FIELD_BMS);
}

void describe_position(Message *message, const Position *position) {
    fen_write(position, message->field.fen);
    message->field.hash = fen_hash(message->field.fen);
    fields_set(&message->field, FIELD_FEN);
    fields_set(&message->field, FIELD_HASH);
}

void describe_end(Message *message, const GameState *state) {
    message->field.result = state->end.outcome.result;
    message->field.reason = state->end.outcome.reason;
    fields_set(&message->field, FIELD_RESULT);
    if (gamestate_is_over(state))
        fields_set(&message->field, FIELD_REASON);
}

static void describe_players(Message *message, const Game *game) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK},
                       present[] = {FIELD_WHITE_ONLINE, FIELD_BLACK_ONLINE};
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = game->state.seat[color].name;
        strncpy(message->field.player[color], name ? name : "", NAME_MAX_BYTES);
        if (game->state.seat[color].taken)
            fields_set(&message->field, names[color]);
        if (game->holder[color])
            fields_set(&message->field, present[color]);
    }
}

static void describe_start(Message *message, const GameState *state) {
    Position start;
    gamestate_position(state, 0, &start);
    fen_write(&start, message->field.first);
    strcpy(message->field.variant, state->variant->name);
    fields_set(&message->field, FIELD_FIRST);
    fields_set(&message->field, FIELD_VARIANT);
}

static void describe_clock(Message *message, const GameState *state) {
    if (state->base_ms == 0)
        return;
    message->field.clock.seconds = (uint32_t)(state->base_ms / 1000);
    message->field.clock.increment = (uint32_t)(state->increment_ms / 1000);
    fields_set(&message->field, FIELD_CLOCK);
}

static void describe_ply(Message *message, const GameState *state) {
    message->field.ply = state->count;
    fields_set(&message->field, FIELD_PLY);
}

void describe_game(Core *core, Client *client, const char *tag, const Game *game) {
    const GameState *state = &game->state;
    Message *message = message_about(core, DATA_GAME, tag, game);
    describe_start(message, state);
    describe_position(message, &state->position);
    describe_ply(message, state);
    describe_players(message, game);
    describe_clock(message, state);
    describe_clocks(message, state, core->now_ms);
    describe_end(message, state);
    Color by;
    message->field.turn = (Seat)gamestate_turn(state);
    message->field.offer = gamestate_offer(state, &by) ? (Seat)by : SEAT_NONE;
    fields_set(&message->field, FIELD_TURN);
    fields_set(&message->field, FIELD_OFFER);
    client_send(core, client, message);
}

void describe_listed(Core *core, Client *client, const char *tag, const Game *game) {
    Message *message = message_about(core, DATA_LIST, tag, game);
    strcpy(message->field.variant, game->state.variant->name);
    fields_set(&message->field, FIELD_VARIANT);
    describe_players(message, game);
    describe_ply(message, &game->state);
    describe_clock(message, &game->state);
    client_send(core, client, message);
}

void describe_move(Core *core, Client *client, const char *tag, const Game *game, uint32_t ply) {
    const GameState *state = &game->state;
    Message *message = message_about(core, DATA_MOVE, tag, game);
    Fields *field = &message->field;
    field->ply = ply;
    coordinate_write(state->plies[ply].move, field->move);
    field->by = (Seat)gamestate_mover(state, ply);
    field->used_ms = state->plies[ply].ms;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_MOVE);
    fields_set(field, FIELD_BY);
    fields_set(field, FIELD_USED_MS);
    client_send(core, client, message);
}
