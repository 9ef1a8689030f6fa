/* Pruning of nodes and moves, and late move reductions. */
#ifndef ENGINE_PRUNING_H
#define ENGINE_PRUNING_H

#include "engine/node.h"
#include "engine/picker.h"

enum { REDUCTION_GRAIN = 1024 }; /* parts of a ply */

/* A move that a node is about to search. */
typedef struct Candidate {
    Move move;
    bool quiet;
    int history_score;
    int reduction; /* parts of a ply */
    int extension; /* plies */
} Candidate;

/* Tries to score a non-PV node whose lion is not attacked without searching all of its moves, by
 * razoring, reverse futility, null move and ProbCut. Returns true with the score on success. */
bool prune_node(Search *search, Node *node, Score *score);

/* Returns whether to skip a move that is not the first. May also skip the picker's remaining quiet
 * moves. */
bool prune_move(const Node *node, Picker *picker, const Candidate *candidate);

/* Returns the basic reduction, in parts of a ply, of a move after `tried` others of a node that is
 * searched `depth` plies deep. */
int reduction_base(int depth, int tried);

/* Returns the late move reduction in plies of a move that has been entered. */
int reduction_late_move(const Node *node, const Candidate *candidate);

#endif
