/* Reasons why a position cannot arise in a game of its variant. */
#ifndef CLI_COMMANDS_IMPLAUSIBLE_H
#define CLI_COMMANDS_IMPLAUSIBLE_H

#include "base/buffer.h"
#include "rules/position.h"

/* Appends a line for each reason found, with `prefix` before it. Returns their number. Not
 * complete: a position without a reason may still be impossible. */
int implausible_list(const Position *position, const char *prefix, Buffer *text);

#endif
