/*
 * Opens a game on a server: creates, joins or watches it there, and reads it from its start. The
 * result is the setup of a session.
 */
#ifndef PLAY_NETWORK_OPEN_H
#define PLAY_NETWORK_OPEN_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "config/settings.h"
#include "net/field.h"
#include "net/server_address.h"
#include "play/network.h"
#include "play/session.h"

/* Begins every error that came from a server. */
#define SERVER_ERROR_PREFIX "Server response error: "

/* The tag of the record with the id of a network game. */
#define GAME_ID_TAG "GameId"

typedef enum NetworkAction { NETWORK_CREATE, NETWORK_JOIN, NETWORK_WATCH } NetworkAction;

typedef struct NetworkOptions {
    ServerAddress address;
    NetworkAction action;
    GameId id;                       /* of the game to join or watch */
    char game[FEN_INPUT_SIZE];       /* to create: "standard" or a FEN ... */
    char variant[VARIANT_NAME_SIZE]; /* ... of a variant built into the server ... */
    bool is_private;                 /* ... not listed in the lobby ... */
    GameClock clock;                 /* ... with these clocks; 0 seconds: no clock */
    Seat seat;    /* to take: SEAT_WHITE or SEAT_BLACK, or SEAT_ANY to join either */
    bool has_key; /* `key` is given; else the saved key of the game is used, or a new one */
    SeatKey key;  /* of that seat */
    PlayerSetting player[COLOR_COUNT]; /* local player of each side */
    char name[NAME_MAX_BYTES + 1];     /* of the player here, or "" */
} NetworkOptions;

/* Gets the server that settings (host, port) name. */
bool network_address_from_settings(const Settings *settings, ServerAddress *address, Error *error);

/* Writes an address for a person: "localhost:7153". */
void network_address_text(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]);

/* Parses a game id as a person types it. */
bool network_parse_id(const char *text, GameId *id, Error *error);

/* Gets the options from settings (place=network, host, port, game, white or black, watch, name,
 * key-file, private, clock). */
bool network_options_from_settings(const Settings *settings, NetworkOptions *options, Error *error);

/* Called once with the setup, to be passed to session_create or session_setup_discard, or with NULL
 * and an error, which begins with SERVER_ERROR_PREFIX if it came from the server. */
typedef void NetworkOpenListener(void *context, SessionSetup *setup, const Error *error);

/* Starts to open a game; `opened` is called from the loop, never before this returns. The first
 * failed connection is an error. `settings` fill in the rest of the setup. */
Network *network_open(uv_loop_t *loop, const Settings *settings, const NetworkOptions *options,
                      NetworkOpenListener *opened, void *context);

/* Cancels an open that has not been reported; `opened` is not called. */
void network_cancel(Network *network);

#endif
