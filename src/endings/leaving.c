#include <config.h>

#include "endings/leaving.h"

#include <assert.h>

#include "rules/movegen.h"

/* Returns whether a move has led to another class. The number of pieces falls, or that of pawns. */
static bool left_class(const Position *before, const Position *after) {
    return popcount64(position_occupied(before)) != popcount64(position_occupied(after)) ||
           popcount64(before->by_type[PAWN]) != popcount64(after->by_type[PAWN]);
}

static uint8_t lookup(const EndingTables *tables, const Position *position) {
    EndingPlace place = ending_tables_place(tables, position);
    assert(place.table != NULL && place.table->values[place.side] != NULL);
    return place.table->values[place.side][place.number];
}

uint8_t leaving_value(const EndingTables *tables, const Position *position) {
    if (position_bare_lions_draw(position))
        return ENDING_BYTE_DRAW;
    if (position_can_capture_lion(position))
        return ending_byte(1);
    /* Without endangered pieces, nothing drowns. */
    const bool any_may_leave = position_endangered(position) != 0;
    EndingValue best = {ENDING_LOSS, -1};
    MoveList list;
    movelist_init(&list);
    if (any_may_leave)
        movegen_distinct(position, &list);
    else
        movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position after = *position;
        position_make(&after, list.moves[i]);
        if (any_may_leave && !left_class(position, &after))
            continue;
        EndingValue value = ending_value_before(ending_value(lookup(tables, &after)));
        if (best.plies < 0 || ending_value_rank(value) > ending_value_rank(best))
            best = value;
    }
    movelist_free(&list);
    if (best.plies < 0)
        return ending_byte(0);
    return best.result == ENDING_DRAW ? ENDING_BYTE_DRAW : ending_byte(best.plies);
}
