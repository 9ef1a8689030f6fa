/* Puzzles proved by trying every move (see tests/engine/prover.h), for a test and for a bench. */
#ifndef TESTS_PLAY_PUZZLE_PROOF_H
#define TESTS_PLAY_PUZZLE_PROOF_H

#include "play/puzzle.h"
#include "rules/coordinate.h"

/* Whether the side to move wins in as many moves as the puzzle says and not in fewer, and of all
 * first moves by that of the puzzle only. The error says what is not so. */
bool puzzleproof_win(int number, Error *error);

/* Whether the solver's defence after the first move of the puzzle, and so on to the end, never
 * loses sooner than another move would. */
bool puzzleproof_defence(int number, Error *error);

#endif
