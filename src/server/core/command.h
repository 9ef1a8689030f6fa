/* Commands of clients. command_new.h, command_join.h and command_play.h have those that change
 * games. */
#ifndef SERVER_CORE_COMMAND_H
#define SERVER_CORE_COMMAND_H

#include "base/compiler.h"
#include "net/protocol_error.h"
#include "net/request.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

typedef enum HandlerStatus {
    HANDLER_DONE,         /* the reply is complete, or goes on as a stream */
    HANDLER_RETRY,        /* the command is run again when the game it waits for is free */
    HANDLER_PENDING,      /* the reply comes with the store's completion */
    HANDLER_PENDING_RETRY /* the same, and the command may have to be run again */
} HandlerStatus;

/* A command that is run. */
typedef struct Command {
    Core *core;
    Client *client;
    const Request *request;
    CachedGame *game; /* loaded; NULL if the command is about none */
} Command;

typedef HandlerStatus CommandHandler(const Command *command);

/* Parses and runs the line in the client's reader. */
HandlerStatus command_run(Core *core, Client *client);

/* Ends a command with "+VERB" and the game's id, or with an error. Both return HANDLER_DONE. */
HandlerStatus command_succeed(const Command *command);
HandlerStatus command_reject(const Command *command, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(3, 4);

#endif
