/*
 * The lobby of a server: the games that wait for a player, and those that are being played. What is
 * chosen there is opened with network_open (network.h).
 */
#ifndef PLAY_LOBBY_H
#define PLAY_LOBBY_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "net/field.h"
#include "net/server_address.h"

typedef struct Lobby Lobby;

typedef struct LobbyGame {
    GameId id;
    char variant[VARIANT_NAME_SIZE];
    bool taken[COLOR_COUNT];                      /* the seat is, ... */
    char player[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* ... by somebody of this name; "": none */
    uint32_t ply;
    GameClock clock; /* 0 seconds: none */
} LobbyGame;

enum { LOBBY_GAMES_MAX = 2000 }; /* of a list; what is beyond is left out */

typedef struct LobbyList {
    bool loaded; /* the list was read at least once */
    const LobbyGame *games;
    size_t count;
} LobbyList;

/* Told when a list has been read, or the connection is there or lost; not from within a lobby_
 * function. It may not call lobby_free. */
typedef void LobbyListener(void *context, Lobby *lobby);

/* Connects, and reads both lists. Lost connections are made again by themselves. */
Lobby *lobby_create(uv_loop_t *loop, const ServerAddress *address, LobbyListener *listener,
                    void *context);
void lobby_free(Lobby *lobby); /* NULL is allowed; the loop has to run on: connection_free */

/* Reads both lists anew. */
void lobby_refresh(Lobby *lobby);
bool lobby_is_online(const Lobby *lobby);
/* While there is no connection: whole seconds to the next attempt; 0: it is being made; -1: none
 * will be made. */
int lobby_retry_s(const Lobby *lobby);
/* Whether lists are being read. */
bool lobby_is_busy(const Lobby *lobby);
/* Why there is no connection or no list, a sentence; "": nothing is wrong. */
const char *lobby_error_text(const Lobby *lobby);
/* Valid until the loop runs. */
LobbyList lobby_list(const Lobby *lobby, ListChoice choice);

#endif
