/* Messages of the core, and the lines of replies. */
#ifndef SERVER_CORE_REPLY_H
#define SERVER_CORE_REPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "net/identity.h"
#include "net/message.h"
#include "server/core/game_state.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* These begin the core's message, which is valid until the next one is begun. */
Message *reply_begin(Core *core, MessageType type, const char *tag);
Message *reply_begin_game(Core *core, MessageType type, const char *tag, const CachedGame *game);
/* An error; fields can be added. */
Message *reply_begin_error(Core *core, const char *tag, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Add fields to a message. */
void reply_set_clocks(Message *message, const GameState *state, int64_t now_ms); /* wms= bms= */
void reply_set_position(Message *message, const Position *position);             /* fen= hash= */
void reply_set_result(Message *message, const GameState *state); /* result= reason= */

/* Send a line. */
void reply_error(Core *core, Client *client, const char *tag, ProtocolError word,
                 const char *format, ...) PRINTF_LIKE(5, 6);
/* The refusal of a command because the game is over. */
void reply_game_over(Core *core, Client *client, const char *tag, const CachedGame *game);
/* The last line of NEW or JOIN: the seat and its key ("": none). */
void reply_seat(Core *core, Client *client, MessageType type, const char *tag,
                const CachedGame *game, Seat seat, const SeatKey *key, bool is_duplicate);
void reply_game(Core *core, Client *client, const char *tag, const CachedGame *game);
void reply_move(Core *core, Client *client, const char *tag, const CachedGame *game, uint32_t ply);
void reply_listed_game(Core *core, Client *client, const char *tag, const CachedGame *game);

#endif
