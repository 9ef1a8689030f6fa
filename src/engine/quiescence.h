/* Quiescence: the end of every line, searched until no capture or promotion pays. */
#ifndef ENGINE_QUIESCENCE_H
#define ENGINE_QUIESCENCE_H

#include "engine/node.h"

/* Like alphabeta_search, but searches only captures, promotions and, if the lion is attacked,
 * evasions. */
Score quiescence_search(Search *search, const Position *position, int ply, Score alpha, Score beta);

#endif
