/* Positions of games as rows for the regression: the evaluation's weights are the features. */
#ifndef TOOLS_TRACES_H
#define TOOLS_TRACES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/weights.h"
#include "tools/dataset.h"

enum { TRACES_HOLDOUT = 10 }; /* every so many games one is kept out of the fit */

/* Starts as {0}. */
typedef struct Traces {
    Dataset training;
    Dataset holdout; /* all positions of some games */
    size_t games;
    size_t positions;
    uint64_t seen[WEIGHT_COUNT]; /* how often each weight counted, for either side */
} Traces;

/* Adds the positions of a file that tools/selfplay wrote. Fails, with the line in the error, when
 * one cannot be read, or when the evaluation of one is not the sum of its weights. */
bool traces_load(Traces *traces, const char *path, Error *error);
void traces_free(Traces *traces);

/* The weights as parameters: the middle game and the end game of each, in turns. */
void traces_parameters(const Weights *from, double x[2 * WEIGHT_COUNT]);

#endif
