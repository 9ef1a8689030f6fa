/* congo file tree: what was played from a position in many games. */
#ifndef CLI_COMMANDS_TREE_COMMAND_H
#define CLI_COMMANDS_TREE_COMMAND_H

#include "config/command_options.h"

CommandRunner tree_command; /* FileTreeOptions */

#endif
