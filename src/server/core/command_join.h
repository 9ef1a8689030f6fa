/* JOIN: takes a seat, or returns to it. */
#ifndef SERVER_CORE_COMMAND_JOIN_H
#define SERVER_CORE_COMMAND_JOIN_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_join;
CompletionHandler command_join_done;

/* Stores in a shared store that a player has come, or with SEAT_NONE the game's creator. Returns
 * HANDLER_PENDING. */
HandlerStatus command_arrive_submit(const Command *command, CachedGame *game, Seat seat,
                                    const SeatKey *key);
CompletionHandler command_arrive_done;

#endif
