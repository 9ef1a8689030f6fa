/* Commands of clients: each line of the protocol has a handler, and each change of a game a
 * function for its completion by the store. */
#ifndef SERVER_CORE_COMMANDS_H
#define SERVER_CORE_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "net/protocol.h"
#include "server/core/pending.h"

typedef struct Core Core;

typedef struct Client Client;

typedef struct CachedGame CachedGame;

typedef enum HandlerStatus {
    HANDLER_DONE,         /* the reply is complete, or continues as a stream */
    HANDLER_RETRY,        /* the command is run again when its game has no pending change and is
                           * refreshed */
    HANDLER_PENDING,      /* the store's completion sends the reply; in a shared store the command
                           * may be run again */
    HANDLER_PENDING_RETRY /* as HANDLER_PENDING, but the command may be run again */
} HandlerStatus;

/* A command that is being run; all members are borrowed. */
typedef struct Command {
    Core *core;
    Client *client;
    const Request *request;
    CachedGame *game; /* loaded; NULL if the command needs no game */
} Command;

typedef HandlerStatus CommandHandler(const Command *command);

/* Parses and runs the line in the client's reader. */
HandlerStatus command_run(Core *core, Client *client);

/* ---- called by pending.c when the store has completed a change ---- */

CompletionHandler command_join_done, command_arrive_done;
CompletionHandler command_new_done; /* of every STORE_CREATE */
CompletionHandler command_move_done, command_end_done, command_draw_done;
CompletionHandler command_rematch_done, command_say_done;

/* Ends the game if the side to move has used up its time. Returns whether that end was submitted to
 * the store. Only core_tick() calls this: a move that has arrived before counts. */
bool command_flag_fall(Core *core, CachedGame *game);

#endif
