/*
 * The lobby of a server: games that wait for a player, games in progress, and the user's own games.
 * network_open.h opens one of them. A server that can tells the lobby what changes; an older one is
 * asked by lobby_refresh.
 */
#ifndef PLAY_ONLINE_LOBBY_H
#define PLAY_ONLINE_LOBBY_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "net/protocol.h"
#include "play/online/lobby_game.h"
#include "play/online/seats.h"

typedef struct Lobby Lobby;

enum { LOBBY_GAMES_MAX = 2000 }; /* of a list; the rest is left out */

typedef struct LobbyList {
    bool loaded; /* at least once */
    const LobbyGame *games;
    size_t count;
} LobbyList;

/* Called when a list has changed or the connection was made or lost, never from within a lobby
 * function. It must not call lobby_free. */
typedef void LobbyListener(void *context, Lobby *lobby);

/* Connects to one of the servers and reads all lists. A lost connection is restored automatically.
 */
Lobby *lobby_create(uv_loop_t *loop, const ServerList *servers, LobbyListener *listener,
                    void *context);
void lobby_free(Lobby *lobby); /* NULL is allowed; as connection_free */

/* Reads the saved seats again, and requests everything that the server does not push. */
void lobby_refresh(Lobby *lobby);
/* Returns whether the server pushes changes of the lists. */
bool lobby_is_subscribed(const Lobby *lobby);
bool lobby_is_online(const Lobby *lobby);
/* Returns the whole seconds to the next attempt to connect, 0 while connecting or connected, and -1
 * if there will be no further attempt. */
int lobby_retry_s(const Lobby *lobby);
/* Returns whether lists are being read. */
bool lobby_is_busy(const Lobby *lobby);
/* Returns the server that is connected or is being tried. */
const ServerAddress *lobby_server(const Lobby *lobby);
/* As connection_untrusted_server. */
const UntrustedServer *lobby_untrusted_server(const Lobby *lobby);
/* Returns why there is no connection or no list, or "". */
const char *lobby_error_text(const Lobby *lobby);
/* Returns a list that is valid until the loop runs. Among the open games are those that the user
 * may join: not their own. */
LobbyList lobby_list(const Lobby *lobby, ListChoice choice);
/* Returns the user's own games on the server; valid as above, and until lobby_refresh. */
OwnGameList lobby_own_games(const Lobby *lobby);

#endif
