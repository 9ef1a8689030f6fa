/* congo fen: shows a position, its errors and its peculiarities. */
#ifndef CLI_COMMANDS_FEN_COMMAND_H
#define CLI_COMMANDS_FEN_COMMAND_H

#include "base/buffer.h"
#include "config/command_options.h"
#include "rules/position.h"

/* Appends a line, with `prefix` before it, for each reason found why a position cannot arise in a
 * game of its variant. Returns their number. Not complete: a position without a reason may still be
 * impossible. */
int implausible_list(const Position *position, const char *prefix, Buffer *text);

CommandRunner fen_command; /* FenOptions */

#endif
