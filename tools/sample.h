/*
 * A position of a game with its result, as written by tools/selfplay and read by tools/fit:
 *
 *   FEN;variant;quiet plies;result;score;game
 *
 * for example "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12;345".
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "engine/engine.h"
#include "rules/position.h"

enum { SAMPLE_LINE_SIZE = 256 }; /* with newline and NUL */

typedef struct Sample {
    Position position; /* its variant is one of variants.h */
    Result result;     /* of the game; never open */
    Score score;       /* of the search, from White's view */
    uint32_t game;     /* number of the game in its file */
} Sample;

/* Appends the line, with its newline. */
void sample_write(const Sample *sample, Buffer *text);

/* Parses a line, with or without a newline. */
bool sample_read(const char *line, Sample *sample, Error *error);

#endif
