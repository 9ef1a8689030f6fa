/* NEW: creates a game, or enters the game that was created with the same key. */
#ifndef SERVER_CORE_COMMAND_NEW_H
#define SERVER_CORE_COMMAND_NEW_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_new;
CompletionHandler command_new_done;

#endif
