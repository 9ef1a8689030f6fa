/*
 * The move generator. The compiler specialises it for each colour, pawn family and mode, as MPerft
 * does: all three are constants wherever generate_moves is called. There is no check in Congo, so
 * every pseudo-legal move is legal.
 */
#ifndef RULES_GENERATE_H
#define RULES_GENERATE_H

#include "rules/movegen.h"
#include "rules/tables.h"

typedef enum GenerateMode {
    GENERATE_COUNT,    /* counts moves, with every monkey path */
    GENERATE_ALL,      /* lists moves, with every monkey path */
    GENERATE_PLAIN,    /* lists moves without monkey captures */
    GENERATE_DISTINCT, /* lists one of the monkey paths with equal captures and end */
    GENERATE_CAPTURES, /* as DISTINCT, captures and promotions only */
    GENERATE_QUIETS    /* the moves of DISTINCT that CAPTURES leaves out */
} GenerateMode;

/* Counts every path of the captures that begin on a square. In movegen.c, like the next function.
 */
uint64_t generate_count_jumps(Square from, Bitboard enemies, Bitboard lion, Bitboard vacant);

/* Lists the captures that begin on a square; `distinct` as in GENERATE_DISTINCT. */
void generate_list_jumps(Square from, Bitboard enemies, Bitboard lion, Bitboard vacant,
                         bool distinct, MoveList *list);

/* Shifts a set by a direction_offset. Squares that leave the board are dropped: the guard column
 * masks them. */
static ALWAYS_INLINE Bitboard bitboard_shift(Bitboard set, int offset) {
    return (offset > 0 ? set << offset : set >> -offset) & BOARD_MASK;
}

/* Adds the moves of one piece to each of the targets. */
static ALWAYS_INLINE uint64_t generate_to(GenerateMode mode, MoveList *list, PieceType type,
                                          Square from, Bitboard targets) {
    if (mode == GENERATE_COUNT)
        return (uint64_t)popcount64(targets);
    Move *next = list->moves + list->count;
    Move base = move_plain(type, from, (Square)0);
    for (; targets; targets &= targets - 1)
        *next++ = (Move){base.bits | (uint64_t)lowest_bit(targets) << 15};
    list->count = (size_t)(next - list->moves);
    return 0;
}

/* Adds moves of several pieces, all by the same offset, to each of the targets. */
static ALWAYS_INLINE uint64_t generate_by(GenerateMode mode, MoveList *list, PieceType type,
                                          int offset, Bitboard targets) {
    if (mode == GENERATE_COUNT)
        return (uint64_t)popcount64(targets);
    Move *next = list->moves + list->count;
    for (; targets; targets &= targets - 1) {
        int to = lowest_bit(targets);
        *next++ = move_plain(type, (Square)(to - offset), (Square)to);
    }
    list->count = (size_t)(next - list->moves);
    return 0;
}

/* Returns the squares of a slide along the river in both directions, up to and including the first
 * piece. */
static inline Bitboard generate_river_slide(Square from, Bitboard occupied) {
    Bitboard bit = square_bit(from);
    Bitboard pieces = occupied & RIVER_MASK;
    Bitboard right = (pieces & ~(bit | (bit - 1))) | UINT64_C(1) << 31; /* the guard stops it */
    Bitboard left = (pieces & (bit - 1)) | UINT64_C(1) << 23;
    Bitboard up_to = (right & (~right + 1)) * 2 - 1;
    Bitboard down_to = ~(square_bit((Square)highest_bit(left)) - 1);
    return up_to & down_to & RIVER_MASK & ~bit;
}

/* Returns the adjacent enemies with a vacant landing square behind them. */
static inline Bitboard generate_jumpable(Square from, Bitboard enemies, Bitboard vacant) {
    Bitboard near = table_jump[from] & enemies, found = 0;
    for (; near; near &= near - 1) {
        Square over = bitboard_first(near);
        if (bitboard_has(vacant, (Square)(2 * (int)over - (int)from)))
            found |= square_bit(over);
    }
    return found;
}

/* Returns a crocodile's slide from land towards the river, at least from its second square: the
 * first is among its king's steps. */
static ALWAYS_INLINE Bitboard generate_land_slide(Square from, Bitboard empty) {
    Bitboard bit = square_bit(from);
    if (from < A4) {
        Bitboard second = (bit << 8 & empty) << 8;
        Bitboard third = (second & empty) << 8;
        return (second | third) & (ROW_MASK(2) | RIVER_MASK);
    }
    Bitboard second = (bit >> 8 & empty) >> 8;
    Bitboard third = (second & empty) >> 8;
    return (second | third) & (ROW_MASK(4) | RIVER_MASK);
}

static ALWAYS_INLINE Bitboard generate_crocodile(Square from, Bitboard empty) {
    Bitboard slide = square_bit(from) & RIVER_MASK ? generate_river_slide(from, ~empty & BOARD_MASK)
                                                   : generate_land_slide(from, empty);
    return table_king[from] | slide;
}

/* Returns an elephante's forward slide, up to and including the first piece. */
static inline Bitboard generate_forward_slide(Color us, Square from, Bitboard empty) {
    Bitboard reached = 0, bit = square_bit(from);
    do {
        bit = us == WHITE ? bit >> 8 : bit << 8;
        reached |= bit;
    } while (bit & empty);
    return reached & BOARD_MASK;
}

/* Returns the squares beyond the river for a pawn of colour `us`. */
static ALWAYS_INLINE Bitboard generate_beyond_river(Color us) {
    return us == WHITE ? ROW_MASK(0) | ROW_MASK(1) | ROW_MASK(2)
                       : ROW_MASK(4) | ROW_MASK(5) | ROW_MASK(6);
}

/* Returns the squares that a set of pawns of one stage attacks. */
static ALWAYS_INLINE Bitboard generate_pawn_attacks(Color us, PieceType type, PawnFamily family,
                                                    Bitboard set) {
    const int up = us == WHITE ? -8 : 8;
    Bitboard attacks = 0;
    Bitboard sideways = set;
    if (family == PAWNS_MEGA) {
        sideways = set & generate_beyond_river(us);
        for (; type == SUPERPAWN && set; set &= set - 1) {
            Square from = bitboard_first(set);
            attacks |= table_king[from] | table_knight[from] | table_leap[from];
        }
        if (type == SUPERPAWN)
            return attacks;
    } else if (type == PAWN) {
        sideways = 0;
    }
    for (int side = -1; side <= 1; side++)
        attacks |= bitboard_shift(set, up + side);
    return attacks | bitboard_shift(sideways, -1) | bitboard_shift(sideways, 1);
}

/* Returns the squares on which a piece other than a lion captures; for a monkey, those of the
 * pieces it could jump over. */
static ALWAYS_INLINE Bitboard generate_attacks(const Position *position, Color us, PieceType type,
                                               PawnFamily family, Square from, Bitboard empty) {
    switch (type) {
    case ZEBRA:
        return table_knight[from];
    case ELEPHANT:
        return table_elephant[from];
    case GIRAFFE:
        return table_leap[from];
    case CROCODILE:
        return generate_crocodile(from, empty);
    case MONKEY:
        return generate_jumpable(from, position->by_color[us == WHITE ? BLACK : WHITE], empty);
    case PAWN:
    case SUPERPAWN:
        return generate_pawn_attacks(us, type, family, square_bit(from));
    case ELEPHANTE:
        return table_elephante[us][from] | generate_forward_slide(us, from, empty);
    default:
        return 0;
    }
}

/* Returns the squares from which a pawn steps forward to the square. */
static inline Bitboard generate_pawn_origins(Color by, Square square) {
    Bitboard behind = bitboard_shift(square_bit(square), by == WHITE ? 8 : -8);
    return behind | bitboard_shift(behind, 1) | bitboard_shift(behind, -1);
}

static inline Bitboard generate_beside(Square square) {
    return bitboard_shift(square_bit(square), 1) | bitboard_shift(square_bit(square), -1);
}

/*
 * Returns the pieces of a type and colour among `occupied` that capture an enemy on the square with
 * their first jump or step, whatever stands there. The line between the lions is not included.
 * Leaps are symmetric, so they are looked up from the square.
 */
static ALWAYS_INLINE Bitboard generate_attackers_of(const Position *position, Color by,
                                                    PieceType type, Square square,
                                                    Bitboard occupied) {
    const PawnFamily family = position->variant->pawns;
    Bitboard pieces = position_pieces(position, by, type) & occupied;
    Bitboard found = 0;
    if (pieces == 0)
        return 0;
    switch (type) {
    case ZEBRA:
        return pieces & table_knight[square];
    case ELEPHANT:
        return pieces & table_elephant[square];
    case GIRAFFE:
        return pieces & table_leap[square];
    case LION:
        return pieces & table_lion[square];
    case PAWN:
        return pieces &
               (generate_pawn_origins(by, square) |
                (family == PAWNS_MEGA ? generate_beside(square) & generate_beyond_river(by) : 0));
    case SUPERPAWN:
        if (family == PAWNS_MEGA)
            return pieces & (table_king[square] | table_knight[square] | table_leap[square]);
        return pieces & (generate_pawn_origins(by, square) | generate_beside(square));
    default:
        break;
    }
    Bitboard empty = BOARD_MASK & ~occupied;
    for (; pieces; pieces &= pieces - 1) {
        Square from = bitboard_first(pieces);
        Bitboard reach = type == MONKEY ? generate_jumpable(from, square_bit(square), empty)
                                        : generate_attacks(position, by, type, family, from, empty);
        if (bitboard_has(reach, square))
            found |= square_bit(from);
    }
    return found;
}

/* As generate_attackers_of, for the pieces of all types. */
static ALWAYS_INLINE Bitboard generate_attackers(const Position *position, Color by,
                                                 Square square) {
    Bitboard occupied = position_occupied(position);
    return generate_attackers_of(position, by, ZEBRA, square, occupied) |
           generate_attackers_of(position, by, ELEPHANT, square, occupied) |
           generate_attackers_of(position, by, GIRAFFE, square, occupied) |
           generate_attackers_of(position, by, PAWN, square, occupied) |
           generate_attackers_of(position, by, SUPERPAWN, square, occupied) |
           generate_attackers_of(position, by, CROCODILE, square, occupied) |
           generate_attackers_of(position, by, ELEPHANTE, square, occupied) |
           generate_attackers_of(position, by, MONKEY, square, occupied) |
           generate_attackers_of(position, by, LION, square, occupied);
}

/* Returns the squares between the lions, or BOARD_MASK if no line joins them. Both must be on the
 * board. */
static ALWAYS_INLINE Bitboard generate_between_lions(const Position *position) {
    Square white = bitboard_first(position_pieces(position, WHITE, LION));
    Square black = bitboard_first(position_pieces(position, BLACK, LION));
    return table_between_lions[castle_index(white, WHITE)][castle_index(black, BLACK)];
}

/* Returns both lions if the line between them is open, otherwise 0. Both must be on the board. */
static ALWAYS_INLINE Bitboard generate_lion_line(const Position *position) {
    bool open = (position_occupied(position) & generate_between_lions(position)) == 0;
    return open ? position->by_type[LION] : 0;
}

/* Adds slides of one or two squares that do not capture, for a set of pieces. */
static ALWAYS_INLINE uint64_t generate_retreat(GenerateMode mode, MoveList *list, PieceType type,
                                               Bitboard set, int offset, Bitboard quiet_targets) {
    Bitboard first = bitboard_shift(set, offset) & quiet_targets;
    Bitboard second = bitboard_shift(first, offset) & quiet_targets;
    return generate_by(mode, list, type, offset, first) +
           generate_by(mode, list, type, 2 * offset, second);
}

/* Adds the moves of pawns and superpawns. `quiet_targets`: squares that a move without a capture
 * may enter; `reach`: those, and the squares to capture on. */
static ALWAYS_INLINE uint64_t generate_pawns(GenerateMode mode, MoveList *list,
                                             const Position *position, Color us, PawnFamily family,
                                             Bitboard quiet_targets, Bitboard reach,
                                             Bitboard empty) {
    const int up = us == WHITE ? -8 : 8;
    Bitboard pawns = position_pieces(position, us, PAWN);
    Bitboard supers = position_pieces(position, us, SUPERPAWN);
    Bitboard forward = reach;
    uint64_t count = 0;

    if (mode == GENERATE_CAPTURES)
        forward |= empty & last_rank(us);
    else if (mode == GENERATE_QUIETS)
        forward &= ~last_rank(us);
    for (int side = -1; side <= 1; side++)
        count +=
            generate_by(mode, list, PAWN, up + side, bitboard_shift(pawns, up + side) & forward);

    Bitboard beyond = pawns & generate_beyond_river(us);
    if (beyond && family == PAWNS_MEGA) {
        count += generate_by(mode, list, PAWN, -1, bitboard_shift(beyond, -1) & reach);
        count += generate_by(mode, list, PAWN, 1, bitboard_shift(beyond, 1) & reach);
    } else if (beyond) {
        count += generate_retreat(mode, list, PAWN, beyond, -up, quiet_targets);
    }
    if (LIKELY(!supers))
        return count;
    if (family == PAWNS_MEGA) {
        for (; supers; supers &= supers - 1) {
            Square from = bitboard_first(supers);
            Bitboard near = table_king[from] | table_knight[from] | table_leap[from];
            count += generate_to(mode, list, SUPERPAWN, from, near & reach);
        }
        return count;
    }
    for (int side = -1; side <= 1; side++) {
        Bitboard ahead = bitboard_shift(supers, up + side) & reach;
        count += generate_by(mode, list, SUPERPAWN, up + side, ahead);
        count += generate_retreat(mode, list, SUPERPAWN, supers, side - up, quiet_targets);
    }
    count += generate_by(mode, list, SUPERPAWN, -1, bitboard_shift(supers, -1) & reach);
    count += generate_by(mode, list, SUPERPAWN, 1, bitboard_shift(supers, 1) & reach);
    return count;
}

/* Adds the moves of all pieces of a type; the targets may depend on `from`. */
#define GENERATE_EACH(kind_, targets_)                                                             \
    for (Bitboard set_ = position_pieces(position, us, kind_); set_; set_ &= set_ - 1) {           \
        Square from = bitboard_first(set_);                                                        \
        count += generate_to(mode, list, kind_, from, targets_);                                   \
    }

/*
 * Counts or lists the moves of `us` in a position without an open capture. There are none if a lion
 * is missing. The list must have room for MOVELIST_INLINE moves; monkey captures make their own.
 */
static ALWAYS_INLINE uint64_t generate_moves(GenerateMode mode, const Position *position, Color us,
                                             PawnFamily family, MoveList *list) {
    const Color them = us == WHITE ? BLACK : WHITE;
    const Bitboard own_lion = position_pieces(position, us, LION);
    const Bitboard enemy_lion = position_pieces(position, them, LION);
    if (UNLIKELY(!own_lion || !enemy_lion))
        return 0;

    const Bitboard enemies = position->by_color[them];
    const Bitboard empty = position_empty(position);
    const Bitboard quiet_targets = mode == GENERATE_CAPTURES ? 0 : empty;
    const Bitboard reach = mode == GENERATE_QUIETS ? quiet_targets : quiet_targets | enemies;
    const Square lion = bitboard_first(own_lion);
    const Bitboard line = mode == GENERATE_QUIETS ? 0 : generate_lion_line(position) & enemy_lion;
    uint64_t count = generate_to(mode, list, LION, lion, (table_lion[lion] & reach) | line);

    GENERATE_EACH(ZEBRA, table_knight[from] & reach)
    GENERATE_EACH(ELEPHANT, table_elephant[from] & reach)
    GENERATE_EACH(GIRAFFE, (table_king[from] & quiet_targets) | (table_leap[from] & reach))
    GENERATE_EACH(CROCODILE, generate_crocodile(from, empty) & reach)
    for (Bitboard set = position_pieces(position, us, MONKEY); set; set &= set - 1) {
        Square from = bitboard_first(set);
        count += generate_to(mode, list, MONKEY, from, table_king[from] & quiet_targets);
        if (mode == GENERATE_PLAIN || mode == GENERATE_QUIETS || !(table_jump[from] & enemies))
            continue;
        if (mode == GENERATE_COUNT)
            count += generate_count_jumps(from, enemies, enemy_lion, empty | square_bit(from));
        else
            generate_list_jumps(from, enemies, enemy_lion, empty | square_bit(from),
                                mode != GENERATE_ALL, list);
    }
    if (UNLIKELY(position->by_type[ELEPHANTE] != 0)) {
        GENERATE_EACH(ELEPHANTE,
                      (table_elephante[us][from] | generate_forward_slide(us, from, empty)) & reach)
    }
    return count + generate_pawns(mode, list, position, us, family, quiet_targets, reach, empty);
}

#undef GENERATE_EACH

#endif
