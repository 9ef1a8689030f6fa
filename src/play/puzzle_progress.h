/* The file of the puzzles that were solved, for puzzle_game.c; see puzzle.h for reading it. */
#ifndef PLAY_PUZZLE_PROGRESS_H
#define PLAY_PUZZLE_PROGRESS_H

#include "base/error.h"

/* Adds a puzzle to those that the file says are solved, durably; what other programs of the user
 * have added meanwhile stays. */
bool puzzle_progress_add(int number, Error *error);

#endif
