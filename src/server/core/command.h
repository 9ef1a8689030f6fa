/* Commands of clients. command_new.h, command_join.h and command_play.h have those that change
 * games. */
#ifndef SERVER_CORE_COMMAND_H
#define SERVER_CORE_COMMAND_H

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

typedef HandlerStatus CommandHandler(Core *core, Client *client, const Request *request);
/* A handler of a command about a game, which is loaded. */
typedef HandlerStatus GameCommandHandler(Core *core, Client *client, const Request *request,
                                         CachedGame *game);

/* Parses and runs the line in the client's reader. */
HandlerStatus command_run(Core *core, Client *client);

#endif
