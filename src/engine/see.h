/* What an exchange of captures on one square brings, without a search. */
#ifndef ENGINE_SEE_H
#define ENGINE_SEE_H

#include <stdbool.h>

#include "engine/score.h"

/* What the move takes and gains by promotion, less what drowns with it: all but the exchange that
 * follows. A captured lion is worth SCORE_WIN. */
Score see_gain(const Position *position, Move move);

/*
 * Whether the move, and the captures that follow on its target square, each by the least valuable
 * man, bring the mover at least `least` (static exchange evaluation by the swap algorithm). A
 * monkey that takes a man leaves its square empty, which ends the exchange there; men that are
 * bound by the lions' line, and the drowning of other men later on, are not seen.
 */
bool see_ge(const Position *position, Move move, Score least);

#endif
