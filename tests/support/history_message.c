#include <config.h>

#include "history_message.h"

#include <stdio.h>

static void record_game_data(History *history, const char *id, const Fields *fields) {
    char terms[260];
    snprintf(terms, sizeof terms, "%s %s clock=%u+%u permove=%d claim=%u", fields->variant,
             fields->first, fields->clock.seconds, fields->clock.increment,
             fields_has(fields, FIELD_PER_MOVE), fields->claim_minutes);
    history_stored_terms(history, id, terms);
    for (int color = WHITE; color <= BLACK; color++)
        if (fields_has(fields, color == WHITE ? FIELD_WHITE : FIELD_BLACK))
            history_stored_seat(history, id, (Color)color, fields->player[color]);
    history_stored_presence(history, id, WHITE, fields_has(fields, FIELD_WHITE_ONLINE));
    history_stored_presence(history, id, BLACK, fields_has(fields, FIELD_BLACK_ONLINE));
    if (fields_has(fields, FIELD_REASON))
        history_stored_end(history, id, result_text(fields->result), reason_word(fields->reason));
    history_stored_offer(history, id,
                         !fields_has(fields, FIELD_REMATCH) ? "-"
                         : fields->rematch == SEAT_WHITE    ? "w"
                                                            : "b");
    if (fields_has(fields, FIELD_GAME))
        history_stored_rematch(history, id, fields->game.text);
}

void history_stored_message(History *history, const char *id, const Message *message) {
    if (message->type == DATA_MOVE)
        history_stored(history, id, message->fields.ply, message->fields.move);
    else if (message->type == DATA_GAME)
        record_game_data(history, id, &message->fields);
    else if (message->type == message_success(VERB_GET))
        history_stored_game(history, id);
}
