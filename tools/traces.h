/* Positions of games as rows of the regression, whose features are the weights of the evaluation.
 */
#ifndef TOOLS_TRACES_H
#define TOOLS_TRACES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/weights.h"
#include "tools/dataset.h"

enum { TRACES_HOLDOUT = 10 }; /* every tenth game is held out of the fit */

/* Starts as {0}. */
typedef struct Traces {
    Dataset training;
    Dataset holdout;
    size_t games;
    size_t positions;
    uint64_t seen[WEIGHT_COUNT]; /* how often each weight counted, for both sides */
} Traces;

/* Adds the positions of a file from tools/selfplay. Fails with an error at the line if a position
 * is malformed, or if its evaluation is not the sum of its weights. */
bool traces_load(Traces *traces, const char *path, Error *error);
void traces_free(Traces *traces);

/* Converts weights to parameters: the middle game's and the end game's of each, alternating. */
void traces_parameters(const Weights *from, double x[2 * WEIGHT_COUNT]);

#endif
