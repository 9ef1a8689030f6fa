#include <config.h>

#include "play/capture.h"

void capture_clear(PartialCapture *capture) {
    capture->jumps_made = 0;
    capture->jumps = MOVE_NONE;
}

Square capture_jumped_square(Square from, int direction) {
    return (Square)((int)from + direction_offset[direction]);
}

static Move append_jumps(Move path, Move other, int count) {
    for (int jump = 0; jump < count; jump++)
        path = move_with_jump(path, move_jump_direction(other, jump));
    return path;
}

Move capture_move(const PartialCapture *capture) {
    return append_jumps(move_capture_start(move_from(capture->jumps)), capture->jumps,
                        capture->jumps_made);
}

Move capture_move_with(const PartialCapture *capture, Move rest) {
    return append_jumps(capture_move(capture), rest, move_jumps(rest));
}

/* Makes the first `made` jumps from the base. */
static void replay(PartialCapture *capture, const Position *base, int made) {
    Square at = move_from(capture->jumps);
    capture->position = *base;
    capture->jumps_made = made;
    for (int jump = 0; jump < made; jump++) {
        int direction = move_jump_direction(capture->jumps, jump);
        Square to = capture_jumped_square(capture_jumped_square(at, direction), direction);
        position_make_jump(&capture->position, at, to);
        at = to;
    }
}

void capture_jump(PartialCapture *capture, const Position *base, Square from, Square to) {
    Move before = capture_is_open(capture) ? capture_move(capture) : move_capture_start(from);
    capture->jumps = move_with_jump(before, move_jump_between(from, to));
    replay(capture, base, capture->jumps_made + 1);
}

bool capture_undo(PartialCapture *capture, const Position *base) {
    if (!capture_is_open(capture))
        return false;
    replay(capture, base, capture->jumps_made - 1);
    return true;
}

bool capture_redo(PartialCapture *capture, const Position *base) {
    if (move_is_none(capture->jumps) || capture->jumps_made == move_jumps(capture->jumps))
        return false;
    replay(capture, base, capture->jumps_made + 1);
    return true;
}

bool capture_restore(PartialCapture *capture, const Position *base, Move jumps) {
    PartialCapture restored = {.jumps = jumps};
    if (move_jumps(jumps) == 0 || (move_jumped(jumps) & base->by_type[LION]))
        return false;
    replay(&restored, base, move_jumps(jumps));
    if (!position_can_jump_on(&restored.position))
        return false;
    *capture = restored;
    return true;
}
