#include <config.h>

#include "rules/perft.h"

#include "rules/apply.h"
#include "rules/generate.h"

typedef struct PerftSum {
    uint64_t leaves;
    uint64_t keys;
} PerftSum;

#define UPPER_HALF (ROW_MASK(0) | ROW_MASK(1) | ROW_MASK(2))
#define LOWER_HALF (ROW_MASK(4) | ROW_MASK(5) | ROW_MASK(6))

/* Returns the squares one and two behind a set, in one direction. */
static ALWAYS_INLINE Bitboard behind(Bitboard set, int offset) {
    Bitboard first = bitboard_shift(set, offset);
    return first | bitboard_shift(first, offset);
}

/* Returns the squares on which an enemy hinders a pawn's retreat. */
static ALWAYS_INLINE Bitboard pawn_relevant_squares(const Position *position, Color us,
                                                    PawnFamily family) {
    const int back = us == WHITE ? 8 : -8;
    Bitboard supers = position_pieces(position, us, SUPERPAWN);
    if (family == PAWNS_MEGA)
        return 0;
    return behind(position_pieces(position, us, PAWN) & generate_beyond_river(us), back) |
           behind(supers, back) | behind(supers, back - 1) | behind(supers, back + 1);
}

/*
 * Returns the squares on which the number of moves of `us` depends on whether an enemy stands
 * there. A piece that can capture on a square can also enter it when it is empty, so most moves do
 * not depend on it. Moves that cannot capture do, and so do slides, the line between the lions, and
 * monkeys, whose captures can go on anywhere.
 */
static ALWAYS_INLINE Bitboard relevant_squares(const Position *position, Color us,
                                               PawnFamily family) {
    const Bitboard empty = position_empty(position);
    const Bitboard enemies = position->by_color[us == WHITE ? BLACK : WHITE];
    Bitboard squares = pawn_relevant_squares(position, us, family);
    Bitboard line = generate_between_lions(position);
    squares |= line == BOARD_MASK ? 0 : line;
    for (Bitboard set = position_pieces(position, us, GIRAFFE); set; set &= set - 1)
        squares |= table_king[bitboard_first(set)];
    Bitboard crocodiles = position_pieces(position, us, CROCODILE);
    squares |= crocodiles & RIVER_MASK ? RIVER_MASK : 0;
    squares |= behind(crocodiles & UPPER_HALF, 8) & UPPER_HALF;
    squares |= behind(crocodiles & LOWER_HALF, -8) & LOWER_HALF;
    for (Bitboard set = position_pieces(position, us, MONKEY); set; set &= set - 1) {
        Square from = bitboard_first(set);
        squares |= table_king[from] | table_leap[from];
        if (generate_jumpable(from, enemies, empty))
            return BOARD_MASK;
    }
    for (Bitboard set = position_pieces(position, us, ELEPHANTE); set; set &= set - 1)
        squares |= generate_forward_slide(us, bitboard_first(set), BOARD_MASK);
    return squares;
}

/* Returns whether a move captures nothing, is not the lion's, and leaves `squares` alone. `both`:
 * its origin and target. */
static ALWAYS_INLINE bool is_irrelevant(const Position *position, Move move, Bitboard squares,
                                        Bitboard both) {
    return !(both & squares) && move_jumps(move) == 0 && move_piece(move) != LION &&
           !(position_occupied(position) & square_bit(move_plain_to(move)));
}

/*
 * Counts the last two plies. The replies are counted once, as if after a null move. That number
 * holds after every move that leaves the relevant squares alone; after the others they are counted
 * again.
 */
static ALWAYS_INLINE uint64_t count_replies(const Position *position, const MoveList *list,
                                            Color us, PawnFamily family) {
    const Color them = us == WHITE ? BLACK : WHITE;
    if (list->count == 0)
        return 0;
    Bitboard endangered = apply_endangered(position, us);
    Bitboard relevant = endangered ? BOARD_MASK : relevant_squares(position, them, family);
    uint64_t same = generate_moves(GENERATE_COUNT, position, them, family, NULL);
    uint64_t leaves = 0;
    for (size_t i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        Bitboard both = square_bit(move_from(move)) | square_bit(move_plain_to(move));
        if (LIKELY(is_irrelevant(position, move, relevant, both))) {
            leaves += same;
            continue;
        }
        Position child = *position;
        apply_turn(&child, move, us, endangered, APPLY_BOARD);
        leaves += generate_moves(GENERATE_COUNT, &child, them, family, NULL);
    }
    return leaves;
}

typedef uint64_t CountFunction(const Position *position, int depth);
typedef void MadeFunction(const Position *position, int depth, PerftSum *sum);

/* The compiler specialises the next two functions for colour and family. */

static ALWAYS_INLINE uint64_t count_turns(const Position *position, int depth, Color us,
                                          PawnFamily family, CountFunction *opposite) {
    if (depth == 1)
        return generate_moves(GENERATE_COUNT, position, us, family, NULL);
    MoveList list;
    movelist_init(&list);
    generate_moves(GENERATE_ALL, position, us, family, &list);
    uint64_t leaves = 0;
    if (depth == 2) {
        leaves = count_replies(position, &list, us, family);
    } else {
        Bitboard endangered = apply_endangered(position, us);
        for (size_t i = 0; i < list.count; i++) {
            Position child = *position;
            apply_turn(&child, list.moves[i], us, endangered, APPLY_BOARD);
            leaves += opposite(&child, depth - 1);
        }
    }
    movelist_free(&list);
    return leaves;
}

static ALWAYS_INLINE void make_turns(const Position *position, int depth, Color us,
                                     PawnFamily family, MadeFunction *opposite, PerftSum *sum) {
    MoveList list;
    movelist_init(&list);
    generate_moves(GENERATE_ALL, position, us, family, &list);
    Bitboard endangered = apply_endangered(position, us);
    PerftSum leaves = *sum;
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        apply_turn(&child, list.moves[i], us, endangered, APPLY_ALL);
        if (depth > 1) {
            opposite(&child, depth - 1, &leaves);
        } else {
            leaves.leaves++;
            leaves.keys += child.key;
        }
    }
    *sum = leaves;
    movelist_free(&list);
}

/* The two functions of a colour and family, which call each other for the other colour's turns. */
#define PERFT(side, other, us, family, variety)                                                    \
    static CountFunction count_##other##_##variety;                                                \
    static MadeFunction made_##other##_##variety;                                                  \
    static uint64_t count_##side##_##variety(const Position *position, int depth) {                \
        return count_turns(position, depth, us, family, count_##other##_##variety);                \
    }                                                                                              \
    static void made_##side##_##variety(const Position *position, int depth, PerftSum *sum) {      \
        make_turns(position, depth, us, family, made_##other##_##variety, sum);                    \
    }

PERFT(white, black, WHITE, PAWNS_CONGO, congo)
PERFT(black, white, BLACK, PAWNS_CONGO, congo)
PERFT(white, black, WHITE, PAWNS_MEGA, mega)
PERFT(black, white, BLACK, PAWNS_MEGA, mega)

static CountFunction *const count_functions[COLOR_COUNT][2] = {
    {count_white_congo, count_white_mega}, {count_black_congo, count_black_mega}};
static MadeFunction *const made_functions[COLOR_COUNT][2] = {{made_white_congo, made_white_mega},
                                                             {made_black_congo, made_black_mega}};

/* Makes the first ply of a position with an open capture, which generate_moves cannot. */
static void perft_first_ply(const Position *position, int depth, bool made, PerftSum *sum) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        if (depth == 1) {
            sum->leaves++;
            sum->keys += child.key;
        } else if (made) {
            made_functions[child.side][child.variant->pawns](&child, depth - 1, sum);
        } else {
            sum->leaves += count_functions[child.side][child.variant->pawns](&child, depth - 1);
        }
    }
    movelist_free(&list);
}

uint64_t perft_count(const Position *position, int depth) {
    if (depth <= 0)
        return 1;
    if (!position_in_capture(position))
        return count_functions[position->side][position->variant->pawns](position, depth);
    PerftSum sum = {0, 0};
    perft_first_ply(position, depth, false, &sum);
    return sum.leaves;
}

uint64_t perft_made(const Position *position, int depth, uint64_t *keys) {
    PerftSum sum = {1, position->key};
    if (depth > 0) {
        sum = (PerftSum){0, 0};
        if (position_in_capture(position))
            perft_first_ply(position, depth, true, &sum);
        else
            made_functions[position->side][position->variant->pawns](position, depth, &sum);
    }
    *keys = sum.keys;
    return sum.leaves;
}
