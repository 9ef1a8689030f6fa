/* Talk: SAY, MUTE and UNMUTE. */
#ifndef SERVER_CORE_COMMAND_TALK_H
#define SERVER_CORE_COMMAND_TALK_H

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_say, command_mute, command_unmute;
CompletionHandler command_say_done;

#endif
