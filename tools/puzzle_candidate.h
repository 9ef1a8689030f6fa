/* A position that may become a puzzle: a unique first move wins, and it is not obvious. */
#ifndef TOOLS_PUZZLE_CANDIDATE_H
#define TOOLS_PUZZLE_CANDIDATE_H

#include <stdbool.h>

#include "engine/solver.h"
#include "rules/position.h"

typedef struct PuzzleCandidate {
    Position position;
    Move move;      /* the winning one */
    int moves;      /* to the win */
    int difficulty; /* 0: easiest */
    int quality;    /* higher is better */
    int grade;      /* 1..5, assigned when the set is complete */
} PuzzleCandidate;

/* Fills in the candidate. Returns whether the position, as the start of a game, is one. */
bool puzzle_candidate_examine(Solver *solver, const Position *position, PuzzleCandidate *candidate);

#endif
