/*
 * Whether the game so far leaves room for a win of a solved ending. The tables leave out the limit
 * of quiet plies and repetition, so a win is certain only if it comes before the limit and no
 * position that its next occurrence would draw may lie on the way. On the way the distance shrinks
 * with every ply, so only positions that are closer to the win matter.
 */
#ifndef ENDINGS_ENDING_CERTAINTY_H
#define ENDINGS_ENDING_CERTAINTY_H

#include <stddef.h>

#include "endings/endings.h"

/* Reasons why a win is not certain. */
typedef enum EndingDoubt {
    ENDING_DOUBT_NONE,
    ENDING_DOUBT_QUIET,     /* the limit of quiet plies may make a draw first */
    ENDING_DOUBT_REPETITION /* so may a position that has come up twice */
} EndingDoubt;

/* What a game means for the wins that may follow it. */
typedef struct EndingCertainty {
    int men; /* of the last position: with fewer, no position of the game can come up again */
    /* By winner: plies of the longest win that repetition cannot spoil. It is the shortest win
     * among the positions that have come up twice. */
    int plies[COLOR_COUNT];
} EndingCertainty;

/* Looks at the positions of a game, at least one, of a variant that fits the endings. */
void ending_certainty_init(EndingCertainty *certainty, const Endings *endings,
                           const Position *positions, size_t count);

/* Returns whether the value of a position, which is the last one of the game or follows it, holds
 * in the game. */
EndingDoubt ending_certainty_doubt(const EndingCertainty *certainty, const Position *position,
                                   EndingValue value);

/* Returns by how many plies a win from a position comes later than the limit of quiet plies, or 0.
 */
int ending_certainty_excess(const Position *position, EndingValue value);

#endif
