/* Perft: the number of move sequences of a given length; a lost lion ends a sequence, repetition
 * and draws are not applied, every path of a monkey is a move of its own. */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/position.h"

/* Sequences of `depth` plies; depth 0 is 1. The last ply is counted without making its moves. */
uint64_t perft_count(const Position *position, int depth);

/* The same number with every leaf made, its key kept: *keys receives the sum (wrapping) of the
 * leaves' keys, so that the work cannot be left out. */
uint64_t perft_made(const Position *position, int depth, uint64_t *keys);

#endif
