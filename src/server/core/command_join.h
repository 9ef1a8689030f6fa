/* JOIN: takes a seat, or returns to it. */
#ifndef SERVER_CORE_COMMAND_JOIN_H
#define SERVER_CORE_COMMAND_JOIN_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_join;
CompletionHandler command_join_done;

#endif
