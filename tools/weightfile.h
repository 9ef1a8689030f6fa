/* The weights as a source file. */
#ifndef TOOLS_WEIGHTFILE_H
#define TOOLS_WEIGHTFILE_H

#include <stdbool.h>

#include "base/error.h"
#include "engine/weights.h"

/* Parameters (see traces.h) as weights, rounded. */
void weightfile_round(const double x[2 * WEIGHT_COUNT], Weights *to);

/* Writes what is to be src/engine/weights.c, with a comment that tells where it comes from. A file
 * that is there is replaced when the new one is complete. */
bool weightfile_write(const char *path, const Weights *from, const char *comment, Error *error);

#endif
