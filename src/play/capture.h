/*
 * A monkey's capture in the making: the jumps of a turn that is still open, with those taken back
 * kept for redo. The position before the first jump, the base, belongs to the game record and is
 * handed in; it may itself be in the middle of a capture.
 */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include <stdbool.h>

#include "rules/move.h"
#include "rules/position.h"

typedef struct PartialCapture {
    Move jumps;        /* every jump known, from the base */
    int jumps_made;    /* how many of them are made; none: no capture is open */
    Position position; /* after these; meaningless when none is made */
} PartialCapture;

void capture_clear(PartialCapture *capture);
static inline bool capture_is_open(const PartialCapture *capture) {
    return capture->jumps_made > 0;
}

/* The squares jumped over on the way from a square in that direction. */
Square capture_jumped_square(Square from, int direction);

/* Adds a legal jump that leaves the turn open. What was taken back before is forgotten. */
void capture_jump(PartialCapture *capture, const Position *base, Square from, Square to);
/* Takes back, or makes again, one jump; false when there is none. */
bool capture_undo(PartialCapture *capture, const Position *base);
bool capture_redo(PartialCapture *capture, const Position *base);
/* Makes every jump of a legal path. False when that would leave nothing open: then nothing has
 * changed. */
bool capture_restore(PartialCapture *capture, const Position *base, Move jumps);

/* The jumps made, as a turn that ends here. */
Move capture_move(const PartialCapture *capture);
/* The jumps made and then a move of the position in the middle of the capture: the stop or further
 * jumps. */
Move capture_move_with(const PartialCapture *capture, Move rest);

#endif
