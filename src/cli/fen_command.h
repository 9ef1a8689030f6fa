/* congo fen: shows a position, and what is wrong or special about it. */
#ifndef CLI_FEN_COMMAND_H
#define CLI_FEN_COMMAND_H

#include "config/command_options.h"

CommandRunner fen_command; /* FenOptions */

#endif
