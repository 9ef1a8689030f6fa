/* The table of puzzles. Private to puzzle.c; others call puzzle_get. */
#ifndef PLAY_PUZZLE_SET_H
#define PLAY_PUZZLE_SET_H

#include <stddef.h>

#include "play/puzzles/puzzle.h"

/* Sorted by grade, then by moves. */
extern const Puzzle puzzle_set[];
extern const size_t puzzle_set_size;

#endif
