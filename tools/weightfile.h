/* Writes the weights as a source file. */
#ifndef TOOLS_WEIGHTFILE_H
#define TOOLS_WEIGHTFILE_H

#include <stdbool.h>

#include "base/error.h"
#include "engine/weights.h"

/* Rounds parameters (see traces.h) to weights. */
void weightfile_round(const double x[2 * WEIGHT_COUNT], Weights *to);

/* Writes src/engine/weights.c, or another path, with a comment about its origin. An existing file
 * is replaced once the new one is complete. */
bool weightfile_write(const char *path, const Weights *from, const char *comment, Error *error);

#endif
