/*
 * The chance of winning by a score: what a game is worth to a side, between 0 (lost) and 1 (won), a
 * draw counting half. Equal steps of it are about equally important to a player, which is not true
 * of scores.
 */
#ifndef ENGINE_CHANCE_H
#define ENGINE_CHANCE_H

#include "engine/score.h"

/* Returns the chance of the side from whose view the score is. It is 0 or 1 for a forced loss or
 * win. */
double win_probability(Score score);

#endif
