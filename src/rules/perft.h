/* Perft: the number of move sequences of a given length. A captured lion ends a sequence.
 * Repetition and draws are not applied. Every monkey path is a move of its own. */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/position.h"

/* Counts sequences of `depth` plies; 1 for depth 0. The moves of the last plies are counted, not
 * made. */
uint64_t perft_count(const Position *position, int depth);

/* Like perft_count, but makes every leaf. *keys receives the sum of the leaves' keys modulo 2^64.
 */
uint64_t perft_made(const Position *position, int depth, uint64_t *keys);

#endif
