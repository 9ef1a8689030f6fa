/*
 * Events about a game's latest change, for everybody in the game except the client that has made
 * it (NULL: nobody is left out). The game is as after the change. Changes of this server and those
 * that other servers have made (game_sync.h) are told alike.
 */
#ifndef SERVER_CORE_ANNOUNCE_H
#define SERVER_CORE_ANNOUNCE_H

#include <stdint.h>

#include "net/protocol.h"
#include "rules/position.h"
#include "server/store/store.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* The last move. */
void announce_move(Core *core, CachedGame *game, const Client *except);

/* The end, which also changes the lists. */
void announce_end(Core *core, CachedGame *game);

/* A draw offer, or its decline. */
void announce_draw(Core *core, CachedGame *game, const Client *except);

/* What a side has done about a rematch. Adds the game of the rematch, once there is one. */
void announce_rematch(Core *core, CachedGame *game, Color by, DrawAction action,
                      const Client *except);

/* A player who has come, with the name, or has left. */
void announce_join(Core *core, CachedGame *game, Color color, const Client *except);
void announce_leave(Core *core, CachedGame *game, Color color);

/* The loss of a seat, to the client that had it. */
void announce_replaced(Core *core, CachedGame *game, const Client *client);

/* Talk of the client with the serial `speaker` (0: of another server). Until the game is over,
 * players do not receive the talk of spectators. */
void announce_talk(Core *core, CachedGame *game, const StoreTalk *talk, uint64_t speaker);

#endif
