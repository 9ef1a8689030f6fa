/* congo file find: the games of files that fit some conditions. */
#ifndef CLI_COMMANDS_FIND_COMMAND_H
#define CLI_COMMANDS_FIND_COMMAND_H

#include "config/command_options.h"

CommandRunner find_command; /* FileFindOptions */

#endif
