/* Which game to open, on which servers, and how: from settings or for a saved seat. */
#ifndef PLAY_ONLINE_NETWORK_OPTIONS_H
#define PLAY_ONLINE_NETWORK_OPTIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "config/settings.h"
#include "net/protocol.h"
#include "net/servers.h"
#include "play/online/seats.h"

typedef enum NetworkAction { NETWORK_CREATE, NETWORK_JOIN, NETWORK_WATCH } NetworkAction;

typedef struct NetworkOptions {
    ServerList servers;
    NetworkAction action;
    GameId id;                       /* of the game to join or watch */
    char game[FEN_INPUT_SIZE];       /* to create: "standard" or a FEN ... */
    char variant[VARIANT_NAME_SIZE]; /* ... of a variant built into the server ... */
    bool is_private;                 /* ... not listed in the lobby ... */
    GameClock clock;                 /* ... with these clocks; 0 seconds: no clock ... */
    bool per_move;                   /* ... of which the seconds are for each move ... */
    uint32_t claim_minutes; /* ... and in which an opponent may be away this long; 0: always */
    SeatKey invitation;     /* NEW: reserves the free seat; JOIN: opens it; "": none */
    Seat seat;              /* to take: SEAT_WHITE or SEAT_BLACK, or SEAT_ANY to join either */
    bool has_key; /* `key` is given; else the saved key of the game is used, or a new one */
    SeatKey key;  /* of that seat */
    UnconfirmedMove unconfirmed;       /* as the file of the seat has it; found with the key */
    PlayerSetting player[COLOR_COUNT]; /* local player of each side */
    char name[NAME_MAX_BYTES + 1];     /* of the player here, or "" */
} NetworkOptions;

/* Gets the servers that settings (host, port, tls, fingerprint) name, and decides how they are
 * reached (server_connect_decide). The settings' seed chooses the first one to try. */
bool network_servers_from_settings(const Settings *settings, ServerList *servers, Error *error);

/* Parses a game id, or an invitation, as a person types it. `invitation` is "" after an id. */
bool network_parse_id(const char *text, GameId *id, SeatKey *invitation, Error *error);

/* Gets the options from settings (place=network, host, port, game, white or black, watch, name,
 * key-file, private, invite, clock, claim). */
bool network_options_from_settings(const Settings *settings, NetworkOptions *options, Error *error);

/* Sets the options to play a saved seat again; those made from settings keep what the settings say
 * about these servers' encryption. */
void network_options_use_seat(NetworkOptions *options, const SavedSeat *seat);

#endif
