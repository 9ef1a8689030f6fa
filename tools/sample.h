/*
 * A position of a game with what came of it: the lines that games leave and weights are fitted to.
 *
 *   FEN;variant;quiet plies;result;score;game
 *
 * as in "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12;345".
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "engine/engine.h"
#include "rules/position.h"

enum { SAMPLE_LINE_SIZE = 256 }; /* room for any line with its newline and NUL */

typedef struct Sample {
    Position position; /* of a variant of variants.h, with its count of quiet plies */
    Result result;     /* of the game; never open */
    Score score;       /* of the search, from White's view */
    uint32_t game;     /* tells the games of a file apart */
} Sample;

/* Appends the line, with its newline. */
void sample_write(const Sample *sample, Buffer *text);

/* Reads a line, with or without a newline. */
bool sample_read(const char *line, Sample *sample, Error *error);

#endif
