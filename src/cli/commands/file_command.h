/* congo file check and merge: files of games. */
#ifndef CLI_COMMANDS_FILE_COMMAND_H
#define CLI_COMMANDS_FILE_COMMAND_H

#include "config/command_options.h"

CommandRunner file_check; /* FileCheckOptions */
CommandRunner file_merge; /* FileMergeOptions */

#endif
