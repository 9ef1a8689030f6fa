/* The command endings: what the solved endings say of the position. */
#ifndef CLI_LINE_ENDINGS_H
#define CLI_LINE_ENDINGS_H

#include "cli/line_commands.h"

LineCommandHandler line_endings;
LineCommandCompleter line_endings_complete;

#endif
