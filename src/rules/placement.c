#include <config.h>

#include "rules/placement.h"

static const struct {
    Bitboard squares;
    const char *first, *last;
} castles[COLOR_COUNT] = {{WHITE_CASTLE, "c1", "e3"}, {BLACK_CASTLE, "c5", "e7"}};

const char *placement_castle_first(Color color) {
    return castles[color].first;
}

const char *placement_castle_last(Color color) {
    return castles[color].last;
}

static Bitboard last_rank(Color color) {
    return color == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
}

typedef struct FaultList {
    PlacementFault *faults;
    int count;
} FaultList;

static void add(FaultList *list, PlacementFaultType type, Color color, Bitboard squares) {
    list->faults[list->count++] = (PlacementFault){type, color, squares};
}

static void check_pieces(const Position *position, Color color, FaultList *list) {
    Bitboard foreign = 0, lions = position_pieces(position, color, LION);
    for (PieceType type = LION; type < PIECE_NONE; type++)
        if (!variant_has_piece(position->variant, type))
            foreign |= position_pieces(position, color, type);
    Bitboard pawns = position_pieces(position, color, PAWN) & last_rank(color);
    if (foreign)
        add(list, PLACEMENT_FOREIGN_PIECE, color, foreign);
    if (popcount64(lions) > 1)
        add(list, PLACEMENT_SECOND_LION, color, lions);
    if (pawns)
        add(list, PLACEMENT_LAST_RANK, color, pawns);
}

/* The last lion may stand where it captured the other one. */
static void check_lions(const Position *position, FaultList *list) {
    bool both = position_has_both_lions(position);
    if (!position->by_type[LION])
        add(list, PLACEMENT_NO_LIONS, WHITE, 0);
    for (int color = 0; color < COLOR_COUNT; color++) {
        Bitboard lions = position_pieces(position, (Color)color, LION);
        Bitboard allowed = both ? castles[color].squares : WHITE_CASTLE | BLACK_CASTLE;
        if (lions & ~allowed)
            add(list, PLACEMENT_LION_OUTSIDE, (Color)color, lions & ~allowed);
    }
}

int placement_check(const Position *position, PlacementFault faults[PLACEMENT_FAULTS_MAX]) {
    FaultList list = {faults, 0};
    for (int color = 0; color < COLOR_COUNT; color++)
        check_pieces(position, (Color)color, &list);
    check_lions(position, &list);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (popcount64(position->by_color[color]) > PIECES_MAX)
            add(&list, PLACEMENT_TOO_MANY, (Color)color, 0);
    return list.count;
}

bool placement_allows(const Position *position, Color color, PieceType type, Square square,
                      PlacementFault *fault) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    Position with = *position;
    FaultList list = {faults, 0};
    placement_put(&with, color, type, square);
    check_pieces(&with, color, &list);
    for (int i = 0; i < list.count; i++)
        if (bitboard_has(faults[i].squares, square)) {
            *fault = faults[i];
            return false;
        }
    return true;
}

void placement_put(Position *position, Color color, PieceType type, Square square) {
    position->by_type[type] |= square_bit(square);
    position->by_color[color] |= square_bit(square);
}

void placement_remove(Position *position, Square square) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position->by_type[type] &= ~square_bit(square);
    for (int color = 0; color < COLOR_COUNT; color++)
        position->by_color[color] &= ~square_bit(square);
}
