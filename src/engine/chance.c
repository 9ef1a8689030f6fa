#include <config.h>

#include "engine/chance.h"

#include <math.h>

/* Steepness of the logistic function, per hundredth of a pawn: the one that predicts the results
 * of games of the engine best (bench/STRENGTH.md). */
static const double steepness = 0.0062;

double win_probability(Score score) {
    if (score_is_decided(score))
        return score > 0 ? 1 : 0;
    return 1 / (1 + exp(-steepness * score));
}
