/* What is wished of a server: read from settings, and written as a request. */
#include <config.h>

#include "play/network_parts.h"

#include <string.h>

#include "config/wording.h"

bool network_parse_id(const char *text, GameId *id, Error *error) {
    char shown[QUOTE_SIZE];
    return game_id_parse(text, strlen(text), id) ||
           error_set(error, ERROR_SYNTAX,
                     "expected the id of a game, %d letters and digits, found %s", GAME_ID_LENGTH,
                     text_quote(text, shown));
}

/* The side that the command line names; else White of a new game, and any seat of another. Where
 * no side is named, a person plays. */
static void choose_side(const Settings *settings, NetworkOptions *options) {
    options->player[WHITE] = settings->player[WHITE];
    options->player[BLACK] = settings->player[BLACK];
    options->seat = options->action == NETWORK_CREATE ? SEAT_WHITE : SEAT_ANY;
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (settings->named[color])
            options->seat = (Seat)color;
        else
            options->player[color].control = CONTROL_HUMAN;
    }
}

bool network_address_from_settings(const Settings *settings, ServerAddress *place, Error *error) {
    if (strchr(settings->host, '/'))
        return server_address_parse(settings->host, place, error);
    *place = (ServerAddress){.port = settings->port};
    return text_copy(place->host, sizeof place->host, settings->host) ||
           error_set(error, ERROR_RANGE, "host: the name is too long");
}

bool network_options_from_settings(const Settings *settings, NetworkOptions *options,
                                   Error *error) {
    *options = (NetworkOptions){.is_private = settings->is_private};
    options->action = settings->watch                 ? NETWORK_WATCH
                      : settings_game_is_id(settings) ? NETWORK_JOIN
                                                      : NETWORK_CREATE;
    options->clock.seconds = (uint32_t)(settings->clock.base_ms / 1000);
    options->clock.increment = (uint32_t)(settings->clock.increment_ms / 1000);
    text_copy(options->name, sizeof options->name, settings->name);
    choose_side(settings, options);
    if (!network_address_from_settings(settings, &options->place, error))
        return false;
    if (options->action != NETWORK_CREATE && !network_parse_id(settings->game, &options->id, error))
        return error_prefix(error, "game: ");
    if (options->action == NETWORK_CREATE &&
        (!text_copy(options->game, sizeof options->game, settings->game) ||
         !text_copy(options->variant, sizeof options->variant, settings->variant.name)))
        return error_set(error, ERROR_RANGE, "game: expected a shorter FEN");
    options->has_key = settings->key_path[0] != '\0';
    return !options->has_key || saved_seat_read_key(settings->key_path, &options->key, error);
}

/* ---- as a request ------------------------------------------------------------------------- */

static void write_new(const NetworkOptions *options, Request *request) {
    Fields *field = &request->field;
    *request = (Request){.verb = VERB_NEW};
    if (strcmp(options->game, "standard") == 0) {
        fields_set(field, FIELD_STANDARD);
    } else {
        strcpy(field->fen, options->game);
        fields_set(field, FIELD_FEN);
    }
    strcpy(field->variant, options->variant);
    fields_set(field, FIELD_VARIANT);
    field->seat = options->seat;
    fields_set(field, FIELD_SEAT);
    field->clock = options->clock;
    if (options->clock.seconds > 0)
        fields_set(field, FIELD_CLOCK);
    if (options->is_private)
        fields_set(field, FIELD_PRIVATE);
}

static void write_join(const NetworkOptions *options, Request *request) {
    *request = (Request){.verb = VERB_JOIN};
    request->field.id = options->id;
    fields_set(&request->field, FIELD_ID);
    request->field.seat = options->seat;
    fields_set(&request->field, FIELD_SEAT_ARG);
}

void network_options_request(const NetworkOptions *options, Request *request) {
    if (options->action == NETWORK_CREATE)
        write_new(options, request);
    else
        write_join(options, request);
    request->field.key = options->key;
    fields_set(&request->field, FIELD_KEY);
    if (!options->name[0])
        return;
    strcpy(request->field.name, options->name);
    fields_set(&request->field, FIELD_NAME);
}
