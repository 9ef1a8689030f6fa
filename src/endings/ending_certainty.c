#include <config.h>

#include "endings/ending_certainty.h"

#include <limits.h>

#include "base/number.h"

static Color winner_of(const Position *position, EndingValue value) {
    Color side = position_side(position);
    return value.result == ENDING_WIN ? side : color_other(side);
}

static int men_of(const Position *position) {
    return popcount64(position_occupied(position));
}

/* Returns the index of the first position that can come up again: the first with as few men as the
 * last. The count of quiet plies does not matter, since a pawn can step back. */
static size_t first_returning(const Position *positions, size_t count) {
    size_t first = count - 1;
    while (first > 0 && men_of(&positions[first - 1]) == men_of(&positions[count - 1]))
        first--;
    return first;
}

static bool came_up_before(const Position *positions, size_t first, size_t index) {
    for (size_t i = first; i < index; i++) {
        if (position_same(&positions[i], &positions[index]))
            return true;
    }
    return false;
}

static void note_repeated(EndingCertainty *certainty, const Endings *endings,
                          const Position *position) {
    EndingValue value;
    if (!endings_probe(endings, position, &value) || value.result == ENDING_DRAW)
        return;
    int *plies = &certainty->plies[winner_of(position, value)];
    *plies = min_int(*plies, value.plies);
}

void ending_certainty_init(EndingCertainty *certainty, const Endings *endings,
                           const Position *positions, size_t count) {
    *certainty =
        (EndingCertainty){.men = men_of(&positions[count - 1]), .plies = {INT_MAX, INT_MAX}};
    if (positions[0].variant->repetition != REPETITION_DRAW)
        return;
    const size_t first = first_returning(positions, count);
    for (size_t i = first + 1; i < count; i++) {
        if (!position_in_capture(&positions[i]) && men_of(&positions[i]) <= ENDING_MEN_MAX &&
            came_up_before(positions, first, i))
            note_repeated(certainty, endings, &positions[i]);
    }
}

int ending_certainty_excess(const Position *position, EndingValue value) {
    const int limit = position->variant->quiet_plies;
    return limit > 0 ? max_int(position->quiet + value.plies - limit, 0) : 0;
}

EndingDoubt ending_certainty_doubt(const EndingCertainty *certainty, const Position *position,
                                   EndingValue value) {
    if (value.result == ENDING_DRAW)
        return ENDING_DOUBT_NONE;
    if (ending_certainty_excess(position, value) > 0)
        return ENDING_DOUBT_QUIET;
    const bool can_return = men_of(position) == certainty->men;
    return can_return && value.plies > certainty->plies[winner_of(position, value)]
               ? ENDING_DOUBT_REPETITION
               : ENDING_DOUBT_NONE;
}
