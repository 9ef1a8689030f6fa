/* REMATCH: another game of the same players, with colors swapped. */
#ifndef SERVER_CORE_COMMAND_REMATCH_H
#define SERVER_CORE_COMMAND_REMATCH_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_rematch;
CompletionHandler command_rematch_done;

/* Called when the game of an accepted offer was created, or existed already. */
CompletionHandler command_rematch_created;

#endif
