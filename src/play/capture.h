/*
 * The monkey capture of an unfinished turn, with the jumps that were taken back kept for redo. The
 * caller passes the base, the position before the first jump, which may itself be in the middle of
 * a capture.
 */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include <stdbool.h>

#include "rules/move.h"
#include "rules/position.h"

typedef struct PartialCapture {
    Move jumps;        /* all jumps from the base, redoable ones included */
    int jumps_made;    /* 0 if no capture is open */
    Position position; /* after these jumps; invalid if jumps_made is 0 */
} PartialCapture;

void capture_clear(PartialCapture *capture);
static inline bool capture_is_open(const PartialCapture *capture) {
    return capture->jumps_made > 0;
}

/* Returns the square jumped over from a square in a direction. */
Square capture_jumped_square(Square from, int direction);

/* Adds a legal jump that leaves the turn open. Clears the redo. */
void capture_jump(PartialCapture *capture, const Position *base, Square from, Square to);
/* Takes back or repeats one jump. Returns false if there is no such jump. */
bool capture_undo(PartialCapture *capture, const Position *base);
bool capture_redo(PartialCapture *capture, const Position *base);
/* Makes the jumps of a legal path. Returns false, without a change, if the turn would not stay
 * open. */
bool capture_restore(PartialCapture *capture, const Position *base, Move jumps);

/* Returns the jumps as a turn that ends here. */
Move capture_move(const PartialCapture *capture);
/* Returns the jumps followed by a move in the middle of the capture: the stop or further jumps. */
Move capture_move_with(const PartialCapture *capture, Move rest);

#endif
