/* Commands of clients. Those that change games are in command_new.h, command_join.h and
 * command_play.h. */
#ifndef SERVER_CORE_COMMAND_H
#define SERVER_CORE_COMMAND_H

#include "base/compiler.h"
#include "net/protocol_error.h"
#include "net/request.h"

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

/* End a command with "+VERB" and the game's id, or with an error. Both return HANDLER_DONE. */
HandlerStatus command_succeed(const Command *command);
HandlerStatus command_reject(const Command *command, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Ends a command that the client may repeat after a time, with RATE. Returns HANDLER_DONE. */
HandlerStatus command_reject_rate(const Command *command, int64_t wait_ms, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Called before a command is refused that a change by another server may allow, which this one has
 * not heard of yet. Returns true, in a shared store and once for each line, if the game is
 * refreshed first: then the handler returns HANDLER_RETRY. */
bool command_refreshes(const Command *command);

#endif
