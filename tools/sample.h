/*
 * A position of a game with its result, as tools/selfplay writes and tools/train reads it:
 * SAMPLE_SIZE bytes, numbers in little-endian order.
 *
 *   0   7  occupied squares, by their numbers: a7 in bit 0
 *   7  20  the pieces on them in the order of the bits, 5 bits each: 16 * colour + type
 *  27   2  score of the search, from White's view
 *  29   1  quiet plies, at most 255
 *  30   1  result (bits 0-1) and side to move (bit 2)
 *  31   1  number of the variant in variants.h
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "rules/position.h"

enum { SAMPLE_SIZE = 32 };

typedef struct Sample {
    Position position; /* its variant is one of variants.h; without an open capture and its key */
    Result result;     /* of the game; never open */
    Score score;       /* of the search, from White's view */
} Sample;

void sample_pack(const Sample *sample, uint8_t bytes[SAMPLE_SIZE]);

/* Returns false if the bytes are no sample. */
bool sample_unpack(const uint8_t bytes[SAMPLE_SIZE], Sample *sample);

#endif
