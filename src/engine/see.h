/* Static exchange evaluation: the material gained by a move and the recaptures on its target
 * square, without a search. */
#ifndef ENGINE_SEE_H
#define ENGINE_SEE_H

#include <stdbool.h>

#include "engine/score.h"
#include "rules/move.h"
#include "rules/position.h"

/* Returns the most valuable piece that the move captures, or PIECE_NONE. */
PieceType see_victim(const Position *position, Move move);

/* Returns the value of what the move captures and gains by promotion, less what drowns with it,
 * without the exchange that follows. A captured lion counts SCORE_WIN. */
Score see_gain(const Position *position, Move move);

/*
 * Returns whether the move and the exchange that follows gain the mover at least `threshold` if
 * both sides capture with their least valuable piece, the monkey late (the swap algorithm). A
 * monkey that captures leaves its target square empty, which ends the exchange. Pins on the line
 * between the lions and later drownings are ignored.
 */
bool see_ge(const Position *position, Move move, Score threshold);

#endif
