/* congo fen: shows a position, its errors and its peculiarities. */
#ifndef CLI_COMMANDS_FEN_COMMAND_H
#define CLI_COMMANDS_FEN_COMMAND_H

#include "config/command_options.h"

CommandRunner fen_command; /* FenOptions */

#endif
