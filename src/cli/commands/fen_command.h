/* congo fen: shows a position, its errors and its peculiarities. */
#ifndef CLI_COMMANDS_FEN_COMMAND_H
#define CLI_COMMANDS_FEN_COMMAND_H

#include "base/buffer.h"
#include "config/command_options.h"
#include "rules/position.h"

/* Reasons why a position cannot arise in a game of its variant. */

/* Appends a line for each reason found, with `prefix` before it. Returns their number. Not
 * complete: a position without a reason may still be impossible. */
int implausible_list(const Position *position, const char *prefix, Buffer *text);

CommandRunner fen_command; /* FenOptions */

#endif
