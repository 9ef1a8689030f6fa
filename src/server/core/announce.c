#include <config.h>

#include "server/core/announce.h"

#include <string.h>

#include "base/text.h"
#include "rules/coordinate.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"

void announce_move(Core *core, CachedGame *game, const Client *except) {
    const GameState *state = &game->state;
    uint32_t ply = state->count - 1;
    Message *message = reply_begin_move(core, EVENT_MOVE, NULL, game, ply);
    coordinate_write(state->plies[ply].move, message->fields.move);
    message->fields.by = (Seat)game_state_mover(state, ply);
    fields_set(&message->fields, FIELD_MOVE);
    fields_set(&message->fields, FIELD_BY);
    reply_set_position(message, &state->position);
    reply_set_clocks(message, state, core->now_ms);
    subscriber_notify_all(core, game, message, except);
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
