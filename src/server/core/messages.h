/* The core's messages to clients. */
#ifndef SERVER_CORE_MESSAGES_H
#define SERVER_CORE_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "net/identity.h"
#include "net/protocol.h"
#include "rules/position.h"
#include "server/core/game.h"
#include "server/store/store.h"

typedef struct Core Core;

typedef struct Client Client;

typedef struct CachedGame CachedGame;

/* Begin the core's message, which is valid until the next one is begun. `tag` may be NULL. */
Message *reply_begin(Core *core, MessageType type, const char *tag);

Message *reply_begin_game(Core *core, MessageType type, const char *tag, const CachedGame *game);

/* Begins a line about a move, with the next ply. */
Message *reply_begin_move(Core *core, MessageType type, const char *tag, const CachedGame *game,
                          uint32_t ply);

/* Begins an error, to which fields can be added. */
Message *reply_begin_error(Core *core, const char *tag, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Add fields to a message. */
void reply_set_clocks(Message *message, const GameState *state, int64_t now_ms); /* wms= bms= */

void reply_set_position(Message *message, const Position *position); /* fen= hash= */

void reply_set_result(Message *message, const GameState *state); /* result= reason= */

/* game=, if there is a rematch. */
void reply_set_rematch_game(Message *message, const GameState *state);

/* Send a line with an error. */
void reply_error(Core *core, Client *client, const char *tag, ProtocolError word,
                 const char *format, ...) PRINTF_LIKE(5, 6);

/* Rejects a command because the game is over. */
void reply_game_over(Core *core, Client *client, const char *tag, const CachedGame *game);

/* Sends the last line of NEW or JOIN: the seat, and its key unless that is "". */
void reply_seat(Core *core, Client *client, MessageType type, const char *tag,
                const CachedGame *game, Seat seat, const SeatKey *key, bool is_duplicate);

/* Send a data line of a reply. */
void reply_game(Core *core, Client *client, const char *tag, const CachedGame *game);

void reply_move(Core *core, Client *client, const char *tag, const CachedGame *game, uint32_t ply);

/* Begins a line about a game in a list, a DATA_LIST or an EVENT_LIST. */
Message *reply_begin_listed_game(Core *core, MessageType type, const char *tag,
                                 const CachedGame *game);

void reply_listed_game(Core *core, Client *client, const char *tag, const CachedGame *game);

/* ---- events ---- */

/*
 * Events about a game's latest change, for everybody in the game except the client that has made
 * it (NULL: nobody is left out). The game is as after the change. Changes of this server and those
 * that other servers have made (game.h) are told alike.
 */

/* The last move, with the position after it: first the reply to the client that made it, with the
 * tag of its command, unless it is on another server or gone (NULL). */
void announce_move(Core *core, CachedGame *game, const char *fen, Client *mover, const char *tag);

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
