/* What a position is worth before anything is searched. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "engine/score.h"

/* The static evaluation, from the side to move's view, of a position with both lions in which no
 * lion can be taken; never a decided score. */
Score evaluate_position(const Position *position);

/* The worth of a piece in exchanges; a lion's is 0, because it is never exchanged. */
Score evaluate_kind(const Position *position, Kind kind);

#endif
