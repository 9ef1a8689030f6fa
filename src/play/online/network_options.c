#include <config.h>

#include "play/online/network_options.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "play/online/servers.h"

/* The settings and the protocol have the same bounds. */
static_assert(CLOCK_DAYS_MAX * 24 * 3600 == CLOCK_SECONDS_MAX, "days for each move");
static_assert((int)CLAIM_MINUTES_MOST == (int)CLAIM_MINUTES_MAX, "minutes away");

bool network_parse_id(const char *text, GameId *id, SeatKey *invitation, Error *error) {
    char shown[QUOTE_SIZE];
    size_t length = strlen(text);
    *invitation = (SeatKey){0};
    if (game_id_parse(text, length, id) || invitation_parse(text, length, id, invitation))
        return true;
    return error_set(error, ERROR_SYNTAX,
                     "%s is neither the id of a network game, %d letters and digits, nor an "
                     "invitation, an id with \"-\" and %d more behind it",
                     text_quote(text, shown), GAME_ID_LENGTH, SEAT_KEY_LENGTH);
}

/* Takes the side named on the command line, else White of a new game or any seat of an existing
 * one. A person plays a side that is not named. */
static void choose_side(const Settings *settings, NetworkOptions *options) {
    options->player[WHITE] = settings->player[WHITE];
    options->player[BLACK] = settings->player[BLACK];
    options->seat = options->action == NETWORK_CREATE ? SEAT_WHITE : SEAT_ANY;
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (settings->side_given[color])
            options->seat = (Seat)color;
        else
            options->player[color].control = CONTROL_HUMAN;
    }
}

bool network_servers_from_settings(const Settings *settings, ServerList *servers, Error *error) {
    if (!server_list_parse(settings->host, servers, error))
        return false;
    for (int i = 0; i < servers->count; i++) {
        ServerAddress *address = &servers->servers[i];
        if (address->port == 0)
            continue;
        if (address->is_plain_port && settings->port != 0) {
            address->is_plain_port = false;
            address->port = settings->port;
        }
        address->tls = (ServerTls)settings->tls;
        /* A fingerprint in a file is not that of a server named on the command line. A pinned
         * server is encrypted. */
        if (settings_source(settings, "fingerprint") >= settings_source(settings, "host") &&
            fingerprint_parse(settings->fingerprint, &address->pin) &&
            address->tls == SERVER_TLS_AUTO)
            address->tls = SERVER_TLS_ON;
    }
    if (settings->seed != 0)
        servers->first = settings->seed % servers->count;
    return server_connect_decide(servers, error);
}

/* Returns whether the user has said how these servers are spoken to. */
static bool has_encryption(const ServerList *servers) {
    for (int i = 0; i < servers->count; i++)
        if (servers->servers[i].tls != SERVER_TLS_AUTO)
            return true;
    return false;
}

void network_options_use_seat(NetworkOptions *options, const SavedSeat *seat) {
    if (!has_encryption(&options->servers) ||
        !server_list_is_same(&options->servers, &seat->servers))
        options->servers = seat->servers;
    options->action = NETWORK_JOIN;
    options->id = seat->id;
    options->seat = seat->seat;
    options->key = seat->key;
    options->invitation = seat->invitation;
    options->has_key = true;
    if (seat->name[0])
        text_copy(options->name, sizeof options->name, seat->name);
}

bool network_options_from_settings(const Settings *settings, NetworkOptions *options,
                                   Error *error) {
    *options = (NetworkOptions){.is_private = settings->is_private,
                                .per_move = settings->clock.per_move,
                                .claim_minutes = (uint32_t)settings->claim_minutes};
    options->action = settings->watch                 ? NETWORK_WATCH
                      : settings_game_is_id(settings) ? NETWORK_JOIN
                                                      : NETWORK_CREATE;
    options->clock = (GameClock){(uint32_t)(settings->clock.base_ms / 1000),
                                 (uint32_t)(settings->clock.increment_ms / 1000)};
    text_copy(options->name, sizeof options->name, settings->name);
    choose_side(settings, options);
    if (!network_servers_from_settings(settings, &options->servers, error))
        return false;
    if (options->action != NETWORK_CREATE &&
        !network_parse_id(settings->game, &options->id, &options->invitation, error))
        return false;
    if (options->action == NETWORK_CREATE && settings->invites)
        seat_key_make(&options->invitation);
    if (options->action == NETWORK_CREATE &&
        (!text_copy(options->game, sizeof options->game, settings->game) ||
         !text_copy(options->variant, sizeof options->variant, settings->variant.name)))
        return error_set(error, ERROR_RANGE, "the position is too long: expected a Congo FEN");
    options->has_key = settings->key_path[0] != '\0';
    return !options->has_key || saved_seat_read_key(settings->key_path, &options->key, error);
}
