/* Principal variation search of a node. */
#ifndef ENGINE_ALPHABETA_H
#define ENGINE_ALPHABETA_H

#include "engine/node.h"

/* Returns the score of a position at `ply` for the window alpha..beta, searched to `depth` plies.
 * The position must have been entered (see node_enter). Meaningless if the search was stopped. */
Score alphabeta_search(Search *search, const Position *position, int depth, int ply, Score alpha,
                       Score beta, bool cut_node);

#endif
