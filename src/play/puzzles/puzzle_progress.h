/*
 * The file of solved puzzles in the state folder, one position a line. Positions remain valid when
 * a new set changes the numbers; those that are not in the set are kept. puzzle.h reads the file.
 */
#ifndef PLAY_PUZZLE_PROGRESS_H
#define PLAY_PUZZLE_PROGRESS_H

#include "base/error.h"

/* Adds a puzzle durably, without losing what other programs have added. */
bool puzzle_progress_add(int number, Error *error);

#endif
