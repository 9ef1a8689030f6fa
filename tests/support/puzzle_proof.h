/* Proof of puzzles by trying every move (prover.h), for a test and a benchmark. */
#ifndef TESTS_SUPPORT_PUZZLE_PROOF_H
#define TESTS_SUPPORT_PUZZLE_PROOF_H

#include "play/puzzles/puzzle.h"
#include "rules/coordinate.h"

/* Returns whether the side to move wins in exactly the moves of the puzzle, and only with its first
 * move. */
bool puzzleproof_win(int number, Error *error);

/* Returns whether the solver's defence, from the first move to the end, never loses sooner than
 * another move would. */
bool puzzleproof_defence(int number, Error *error);

#endif
