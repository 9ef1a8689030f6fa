/*
 * The file of the solved puzzles in the state folder: their positions, one on each line. Numbers
 * would change with the set, and positions that a new set no longer has are kept. puzzle.h reads
 * it.
 */
#ifndef PLAY_PUZZLE_PROGRESS_H
#define PLAY_PUZZLE_PROGRESS_H

#include "base/error.h"

/* Adds a puzzle durably, without losing what other programs have added. */
bool puzzle_progress_add(int number, Error *error);

#endif
