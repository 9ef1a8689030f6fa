/* A position that makes a puzzle: one first move wins in time, and it is not too plain. */
#ifndef TOOLS_PUZZLE_CANDIDATE_H
#define TOOLS_PUZZLE_CANDIDATE_H

#include <stdbool.h>

#include "engine/solver.h"
#include "rules/position.h"

typedef struct PuzzleCandidate {
    Position position;
    Move move;      /* the one that wins */
    int moves;      /* in so many */
    int difficulty; /* how hard it is, from 0 */
    int quality;    /* how good a puzzle it is; for comparing only */
    int grade;      /* 1..5, given when the set is complete */
} PuzzleCandidate;

/* Looks whether the position, taken as the start of a game, makes one. */
bool puzzle_candidate_examine(Solver *solver, const Position *position, PuzzleCandidate *candidate);

#endif
