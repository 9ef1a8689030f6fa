/* NEW: creates a game, or enters the game that was created with the same key. */
#ifndef SERVER_CORE_COMMAND_NEW_H
#define SERVER_CORE_COMMAND_NEW_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_new;
CompletionHandler command_new_done; /* of every STORE_CREATE */

/* Takes a token of the new games of the client's address. Returns false after rejecting the command
 * if there is none. */
bool command_new_take_token(const Command *command);

/* Submits the creation of the call's header under a new id. */
void command_new_submit(Core *core, PendingCall *pending);

/* Called when the client of an existing game's creator has come, as a shared store knows by now. */
void command_new_entered(Core *core, PendingCall *pending);

#endif
