#include <config.h>

#include "server/core/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"

/* ---- messages ---- */

Message *reply_begin(Core *core, MessageType type, const char *tag) {
    message_start(&core->message, type, tag);
    return &core->message;
}

Message *reply_begin_game(Core *core, MessageType type, const char *tag, const CachedGame *game) {
    Message *message = reply_begin(core, type, tag);
    message->fields.id = game->state.name;
    fields_set(&message->fields, FIELD_ID);
    return message;
}

Message *reply_begin_move(Core *core, MessageType type, const char *tag, const CachedGame *game,
                          uint32_t ply) {
    Message *message = reply_begin_game(core, type, tag, game);
    Fields *field = &message->fields;
    field->ply = ply;
    field->next = ply + 1;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_NEXT);
    return message;
}

static Message *PRINTF_LIKE(4, 0) begin_error(Core *core, const char *tag, ProtocolError word,
                                              const char *format, va_list arguments) {
    char text[sizeof core->error.text];
    vsnprintf(text, sizeof text, format, arguments);
    core->counters.command_errors++;
    message_set_error(&core->message, tag, word, "%s", text);
    return &core->message;
}

Message *reply_begin_error(Core *core, const char *tag, ProtocolError word, const char *format,
                           ...) {
    va_list arguments;
    va_start(arguments, format);
    Message *message = begin_error(core, tag, word, format, arguments);
    va_end(arguments);
    return message;
}

void reply_error(Core *core, Client *client, const char *tag, ProtocolError word,
                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    client_send(core, client, begin_error(core, tag, word, format, arguments));
    va_end(arguments);
}

/* ---- fields ---- */

void reply_set_clocks(Message *message, const GameState *state, int64_t now_ms) {
    if (state->clock.base_ms == 0)
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        message->fields.left_ms[color] = game_state_time_left(state, (Color)color, now_ms);
    fields_set(&message->fields, FIELD_WMS);
    fields_set(&message->fields, FIELD_BMS);
}

static void set_fen(Message *message, const char *fen) {
    strcpy(message->fields.fen, fen);
    message->fields.hash = fen_hash(fen);
    fields_set(&message->fields, FIELD_FEN);
    fields_set(&message->fields, FIELD_HASH);
}

void reply_set_position(Message *message, const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    set_fen(message, fen);
}

void reply_set_result(Message *message, const GameState *state) {
    message->fields.result = state->end.outcome.result;
    message->fields.reason = state->end.outcome.reason;
    fields_set(&message->fields, FIELD_RESULT);
    if (game_state_is_over(state))
        fields_set(&message->fields, FIELD_REASON);
}

void reply_set_rematch_game(Message *message, const GameState *state) {
    if (state->rematch_game == 0)
        return;
    message->fields.game = game_id_from_number(state->rematch_game);
    fields_set(&message->fields, FIELD_GAME);
}

static void set_players(Message *message, const Core *core, const CachedGame *game) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK},
                       present[] = {FIELD_WHITE_ONLINE, FIELD_BLACK_ONLINE};
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = game->state.seat[color].name;
        text_copy(message->fields.player[color], sizeof message->fields.player[color],
                  name ? name : "");
        if (game->state.seat[color].taken)
            fields_set(&message->fields, names[color]);
        if (presence_is_present(core, game, (Role)color))
            fields_set(&message->fields, present[color]);
    }
}

static void set_start(Message *message, const GameState *state) {
    Position start;
    game_state_position_at(state, 0, &start);
    fen_write(&start, message->fields.first);
    strcpy(message->fields.variant, state->variant->name);
    fields_set(&message->fields, FIELD_FIRST);
    fields_set(&message->fields, FIELD_VARIANT);
}

/* Sets clock=, permove= and claim=. */
static void set_time_control(Message *message, const GameState *state) {
    Fields *fields = &message->fields;
    if (state->clock.base_ms > 0) {
        fields->clock.seconds = (uint32_t)(state->clock.base_ms / 1000);
        fields->clock.increment = (uint32_t)(state->clock.increment_ms / 1000);
        fields_set(fields, FIELD_CLOCK);
        if (state->clock.per_move)
            fields_set(fields, FIELD_PER_MOVE);
    }
    fields->claim_minutes = state->claim_minutes;
    if (state->claim_minutes > 0)
        fields_set(fields, FIELD_CLAIM);
}

static void set_ply(Message *message, const GameState *state) {
    message->fields.ply = state->count;
    fields_set(&message->fields, FIELD_PLY);
}

/* ---- lines ---- */

void reply_game_over(Core *core, Client *client, const char *tag, const CachedGame *game) {
    Message *message = reply_begin_error(core, tag, PROTO_ERR_OVER, "%s",
                                         outcome_sentence(game->state.end.outcome));
    message->fields.result = game->state.end.outcome.result;
    fields_set(&message->fields, FIELD_RESULT);
    client_send(core, client, message);
}

void reply_seat(Core *core, Client *client, MessageType type, const char *tag,
                const CachedGame *game, Seat seat, const SeatKey *key, bool is_duplicate) {
    Message *message = reply_begin_game(core, type, tag, game);
    message->fields.seat = seat;
    fields_set(&message->fields, FIELD_SEAT);
    if (key->text[0]) {
        message->fields.key = *key;
        fields_set(&message->fields, FIELD_KEY);
    }
    set_ply(message, &game->state);
    reply_set_position(message, &game->state.position);
    if (is_duplicate)
        fields_set(&message->fields, FIELD_DUP);
    client_send(core, client, message);
    seat_key_clear(&message->fields.key);
}

void reply_game(Core *core, Client *client, const char *tag, const CachedGame *game) {
    const GameState *state = &game->state;
    Message *message = reply_begin_game(core, DATA_GAME, tag, game);
    set_start(message, state);
    reply_set_position(message, &state->position);
    set_ply(message, state);
    set_players(message, core, game);
    if (state->kept && !game_state_has_both_players(state))
        fields_set(&message->fields, FIELD_KEPT);
    set_time_control(message, state);
    message->fields.away_ms = game_cache_absence(core, game);
    if (message->fields.away_ms >= 0)
        fields_set(&message->fields, FIELD_AWAY);
    message->fields.rematch = (Seat)state->rematch.by;
    if (game_state_rematch_offered(state))
        fields_set(&message->fields, FIELD_REMATCH);
    reply_set_rematch_game(message, state);
    reply_set_clocks(message, state, core->now_ms);
    reply_set_result(message, state);
    Color by;
    message->fields.turn = (Seat)game_state_side_to_move(state);
    message->fields.offer = game_state_draw_offer(state, &by) ? (Seat)by : SEAT_NONE;
    fields_set(&message->fields, FIELD_TURN);
    fields_set(&message->fields, FIELD_OFFER);
    client_send(core, client, message);
}

Message *reply_begin_listed_game(Core *core, MessageType type, const char *tag,
                                 const CachedGame *game) {
    Message *message = reply_begin_game(core, type, tag, game);
    strcpy(message->fields.variant, game->state.variant->name);
    fields_set(&message->fields, FIELD_VARIANT);
    set_players(message, core, game);
    set_ply(message, &game->state);
    set_time_control(message, &game->state);
    return message;
}

void reply_listed_game(Core *core, Client *client, const char *tag, const CachedGame *game) {
    client_send(core, client, reply_begin_listed_game(core, DATA_LIST, tag, game));
}

void reply_move(Core *core, Client *client, const char *tag, const CachedGame *game, uint32_t ply) {
    const GameState *state = &game->state;
    Message *message = reply_begin_game(core, DATA_MOVE, tag, game);
    Fields *field = &message->fields;
    field->ply = ply;
    coordinate_write(state->plies[ply].move, field->move);
    field->by = (Seat)game_state_mover(state, ply);
    field->used_ms = state->plies[ply].ms;
    fields_set(field, FIELD_PLY_ARG);
    fields_set(field, FIELD_MOVE);
    fields_set(field, FIELD_BY);
    fields_set(field, FIELD_USED_MS);
    client_send(core, client, message);
}

/* ---- events about a game's latest change ---- */

/* The reply becomes the event. */
void announce_move(Core *core, CachedGame *game, const char *fen, Client *mover, const char *tag) {
    const GameState *state = &game->state;
    uint32_t ply = state->count - 1;
    Message *message = reply_begin_move(core, message_success(VERB_MOVE), tag, game, ply);
    set_fen(message, fen);
    reply_set_clocks(message, state, core->now_ms);
    uint64_t shared = message->fields.has;
    if (mover) {
        if (game_state_is_over(state))
            reply_set_result(message, state);
        client_send(core, mover, message);
    }
    message->type = EVENT_MOVE;
    message->tag[0] = '\0';
    message->fields.has = shared;
    coordinate_write(state->plies[ply].move, message->fields.move);
    message->fields.by = (Seat)game_state_mover(state, ply);
    fields_set(&message->fields, FIELD_MOVE);
    fields_set(&message->fields, FIELD_BY);
    subscriber_notify_all(core, game, message, mover);
}

void announce_end(Core *core, CachedGame *game) {
    game_cache_update_lists(core, game);
    Message *message = reply_begin_game(core, EVENT_END, NULL, game);
    reply_set_result(message, &game->state);
    subscriber_notify_all(core, game, message, NULL);
}

static Message *begin_seat_event(Core *core, MessageType type, const CachedGame *game, Seat seat) {
    Message *message = reply_begin_game(core, type, NULL, game);
    message->fields.seat = seat;
    fields_set(&message->fields, FIELD_SIDE_ARG);
    return message;
}

void announce_draw(Core *core, CachedGame *game, const Client *except) {
    const StoreDraw *draw = &game->state.draw;
    bool offered = draw->state == STORE_OFFER_OPEN;
    Color by = offered ? draw->by : color_other(draw->by);
    Message *message =
        begin_seat_event(core, offered ? EVENT_OFFER : EVENT_DECLINE, game, (Seat)by);
    subscriber_notify_all(core, game, message, except);
}

void announce_rematch(Core *core, CachedGame *game, Color by, DrawAction action,
                      const Client *except) {
    Message *message = begin_seat_event(core, EVENT_REMATCH, game, (Seat)by);
    message->fields.action = action;
    fields_set(&message->fields, FIELD_ACTION);
    reply_set_rematch_game(message, &game->state);
    subscriber_notify_all(core, game, message, except);
}

void announce_join(Core *core, CachedGame *game, Color color, const Client *except) {
    const char *name = game->state.seat[color].name;
    Message *message = begin_seat_event(core, EVENT_JOIN, game, (Seat)color);
    if (name) {
        text_copy(message->fields.name, sizeof message->fields.name, name);
        fields_set(&message->fields, FIELD_NAME);
    }
    subscriber_notify_all(core, game, message, except);
}

void announce_leave(Core *core, CachedGame *game, Color color) {
    subscriber_notify_all(core, game, begin_seat_event(core, EVENT_LEAVE, game, (Seat)color), NULL);
}

void announce_replaced(Core *core, CachedGame *game, const Client *client) {
    subscriber_notify(core, game, reply_begin_game(core, EVENT_REPLACED, NULL, game),
                      (EventAudience){.only = client->serial});
}

void announce_talk(Core *core, CachedGame *game, const StoreTalk *talk, uint64_t speaker) {
    Message *message = begin_seat_event(core, EVENT_SAY, game, talk->seat);
    Fields *fields = &message->fields;
    text_copy(fields->name, sizeof fields->name, talk->name);
    text_copy(fields->text, sizeof fields->text, talk->text);
    fields_set(fields, FIELD_SPEAKER);
    fields_set(fields, FIELD_TEXT);
    EventAudience audience = {.except = speaker,
                              .only_spectators =
                                  talk->seat == SEAT_NONE && !game_state_is_over(&game->state),
                              .speaker = subscriber_speaker(talk->seat)};
    subscriber_notify(core, game, message, audience);
}
