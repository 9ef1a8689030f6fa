/* What is wished of a server: read from settings, and written as a request. */
#include <config.h>

#include "play/network_parts.h"

#include <string.h>

#include "config/wording.h"

bool network_read_id(const char *text, GameId *id, Error *error) {
    char shown[QUOTE_SIZE];
    return game_id_parse(text, strlen(text), id) ||
           error_set(error, ERROR_SYNTAX,
                     "expected the id of a game, %d letters and digits, found %s", GAME_ID_LENGTH,
                     text_quote(text, shown));
}

/* The side that the command line names; else White of a new game, and any seat of another. Where
 * no side is named, a person plays. */
static void wish_side(const Settings *settings, NetworkWish *wish) {
    wish->player[WHITE] = settings->player[WHITE];
    wish->player[BLACK] = settings->player[BLACK];
    wish->seat = wish->action == NETWORK_CREATE ? SEAT_WHITE : SEAT_ANY;
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (settings->named[color])
            wish->seat = (Seat)color;
        else
            wish->player[color].mind = MIND_HUMAN;
    }
}

bool network_place_from(const Settings *settings, ServerPlace *place, Error *error) {
    if (strchr(settings->host, '/'))
        return server_place_parse(settings->host, place, error);
    *place = (ServerPlace){.port = settings->port};
    return text_copy(place->host, sizeof place->host, settings->host) ||
           error_set(error, ERROR_RANGE, "host: the name is too long");
}

bool network_wish_from(const Settings *settings, NetworkWish *wish, Error *error) {
    *wish = (NetworkWish){.is_private = settings->is_private};
    wish->action = settings->watch                 ? NETWORK_WATCH
                   : settings_game_is_id(settings) ? NETWORK_JOIN
                                                   : NETWORK_CREATE;
    wish->clock.seconds = (uint32_t)(settings->clock.base_ms / 1000);
    wish->clock.increment = (uint32_t)(settings->clock.increment_ms / 1000);
    text_copy(wish->name, sizeof wish->name, settings->name);
    wish_side(settings, wish);
    if (!network_place_from(settings, &wish->place, error))
        return false;
    if (wish->action != NETWORK_CREATE && !network_read_id(settings->game, &wish->id, error))
        return error_prefix(error, "game: ");
    if (wish->action == NETWORK_CREATE &&
        (!text_copy(wish->game, sizeof wish->game, settings->game) ||
         !text_copy(wish->variant, sizeof wish->variant, settings->variant.name)))
        return error_set(error, ERROR_RANGE, "game: expected a shorter FEN");
    wish->has_key = settings->key_path[0] != '\0';
    return !wish->has_key || seats_read_key(settings->key_path, &wish->key, error);
}

/* ---- as a request ------------------------------------------------------------------------- */

static void write_new(const NetworkWish *wish, Request *request) {
    Fields *field = &request->field;
    *request = (Request){.verb = VERB_NEW};
    if (strcmp(wish->game, "standard") == 0) {
        fields_set(field, FIELD_STANDARD);
    } else {
        strcpy(field->fen, wish->game);
        fields_set(field, FIELD_FEN);
    }
    strcpy(field->variant, wish->variant);
    fields_set(field, FIELD_VARIANT);
    field->seat = wish->seat;
    fields_set(field, FIELD_SEAT);
    field->clock = wish->clock;
    if (wish->clock.seconds > 0)
        fields_set(field, FIELD_CLOCK);
    if (wish->is_private)
        fields_set(field, FIELD_PRIVATE);
}

static void write_join(const NetworkWish *wish, Request *request) {
    *request = (Request){.verb = VERB_JOIN};
    request->field.id = wish->id;
    fields_set(&request->field, FIELD_ID);
    request->field.seat = wish->seat;
    fields_set(&request->field, FIELD_SEAT_AT);
}

void network_wish_request(const NetworkWish *wish, Request *request) {
    if (wish->action == NETWORK_CREATE)
        write_new(wish, request);
    else
        write_join(wish, request);
    request->field.key = wish->key;
    fields_set(&request->field, FIELD_KEY);
    if (!wish->name[0])
        return;
    strcpy(request->field.name, wish->name);
    fields_set(&request->field, FIELD_NAME);
}
