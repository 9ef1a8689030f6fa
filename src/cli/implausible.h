/* What about a position cannot have come about in a game of its variant. */
#ifndef CLI_IMPLAUSIBLE_H
#define CLI_IMPLAUSIBLE_H

#include "base/buffer.h"
#include "rules/position.h"

/*
 * Adds a line for each oddity that is found, with its end, and returns how many there are. What is
 * found is certain; a position without oddities may still be one that no game leads to.
 */
int implausible_list(const Position *position, const char *before, Buffer *text);

#endif
