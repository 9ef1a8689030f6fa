/* The lobby of a server: games that wait for a player and games in progress. network_open.h opens
 * one of them. */
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
    bool taken[COLOR_COUNT];                      /* the seat has a player ... */
    char player[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* ... with this name, or "" */
    uint32_t ply;
    GameClock clock; /* 0 seconds: no clock */
} LobbyGame;

enum { LOBBY_GAMES_MAX = 2000 }; /* of a list; the rest is left out */

typedef struct LobbyList {
    bool loaded; /* at least once */
    const LobbyGame *games;
    size_t count;
} LobbyList;

/* Called when a list was read or the connection was made or lost, never from within a lobby
 * function. It must not call lobby_free. */
typedef void LobbyListener(void *context, Lobby *lobby);

/* Connects and reads both lists. A lost connection is restored automatically. */
Lobby *lobby_create(uv_loop_t *loop, const ServerAddress *address, LobbyListener *listener,
                    void *context);
void lobby_free(Lobby *lobby); /* NULL is allowed; as connection_free */

/* Reads both lists again. */
void lobby_refresh(Lobby *lobby);
bool lobby_is_online(const Lobby *lobby);
/* Returns the whole seconds to the next attempt to connect, 0 while connecting or connected, and -1
 * if there will be no further attempt. */
int lobby_retry_s(const Lobby *lobby);
/* Returns whether lists are being read. */
bool lobby_is_busy(const Lobby *lobby);
/* Returns why there is no connection or no list, or "". */
const char *lobby_error_text(const Lobby *lobby);
/* Returns a list that is valid until the loop runs. */
LobbyList lobby_list(const Lobby *lobby, ListChoice choice);

#endif
