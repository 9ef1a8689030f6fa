#include <config.h>

#include "engine/see.h"

#include "engine/evaluate.h"
#include "rules/generate.h"

/* ---- the move itself ---------------------------------------------------- */

static Score pieces_value(const Position *position, Bitboard pieces) {
    Score value = 0;
    while (pieces) {
        PieceType type = position_piece_at(position, bitboard_pop(&pieces));
        value += type == LION ? SCORE_WIN : evaluate_piece(position, type);
    }
    return value;
}

/* The value of the man that moves, on the square where it arrives. */
static Score mover_value(const Position *position, Move move) {
    return evaluate_piece(position, move_promotes(position, move) ? SUPERPAWN : move_piece(move));
}

static bool drowns(const Position *position, Bitboard endangered, Move move) {
    return bitboard_has(endangered, move_from(move)) &&
           bitboard_has(variant_deep(position->variant), move_to(move));
}

static Score immediate_gain(const Position *position, Bitboard endangered, Move move) {
    Bitboard others = endangered & ~square_bit(move_from(move));
    Score value =
        pieces_value(position, position_captured(position, move)) - pieces_value(position, others);
    if (drowns(position, endangered, move))
        return value - evaluate_piece(position, move_piece(move));
    if (move_promotes(position, move))
        value += evaluate_piece(position, SUPERPAWN) - evaluate_piece(position, PAWN);
    return value;
}

Score see_gain(const Position *position, Move move) {
    return immediate_gain(position, position_endangered(position), move);
}

/* ---- the exchange ------------------------------------------------------- */

typedef struct SeeState {
    const Position *position;
    Square square;
    Bitboard pieces; /* those that are still on the board */
} SeeState;

/* The squares from which a pawn's forward steps arrive here. */
static Bitboard pawn_origins(Color by, Square square) {
    Bitboard here = square_bit(square);
    Bitboard behind = bitboard_shift(here, by == WHITE ? 8 : -8);
    return behind | bitboard_shift(behind, 1) | bitboard_shift(behind, -1);
}

static Bitboard beside(Square square) {
    return bitboard_shift(square_bit(square), 1) | bitboard_shift(square_bit(square), -1);
}

/* The men of a kind and colour, still there, that can capture on the square. */
static Bitboard see_attackers(const SeeState *see, Color by, PieceType type) {
    const Position *position = see->position;
    const Square square = see->square;
    const PawnFamily family = position->variant->pawns;
    Bitboard pieces = position_pieces(position, by, type) & see->pieces;
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
        return pieces & (pawn_origins(by, square) |
                         (family == PAWNS_MEGA ? beside(square) & generate_beyond_river(by) : 0));
    case SUPERPAWN:
        if (family == PAWNS_MEGA)
            return pieces & (table_king[square] | table_knight[square] | table_leap[square]);
        return pieces & (pawn_origins(by, square) | beside(square));
    default:
        break;
    }
    Bitboard empty = BOARD_MASK & ~see->pieces;
    for (; pieces; pieces &= pieces - 1) {
        Square from = bitboard_first(pieces);
        Bitboard reach = type == MONKEY ? generate_jumpable(from, square_bit(square), empty)
                                        : generate_attacks(position, by, type, family, from, empty);
        if (bitboard_has(reach, square))
            found |= square_bit(from);
    }
    return found;
}

/* From the least valuable on, as far as the order is the same in every variant; the lion last,
 * because it must not be retaken. */
static const PieceType order[] = {PAWN,      SUPERPAWN, ZEBRA,  GIRAFFE, ELEPHANT,
                                  ELEPHANTE, CROCODILE, MONKEY, LION};
static const PieceType see_mega_order[] = {PAWN,      ZEBRA,  GIRAFFE,   ELEPHANT, ELEPHANTE,
                                           CROCODILE, MONKEY, SUPERPAWN, LION};

/* Takes the least valuable attacker off the board; false when there is none. */
static bool see_pop_attacker(SeeState *see, Color by, PieceType *type) {
    const PieceType *types = see->position->variant->pawns == PAWNS_MEGA ? see_mega_order : order;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        Bitboard found = see_attackers(see, by, types[i]);
        if (found) {
            see->pieces &= ~(found & (~found + 1));
            *type = types[i];
            return true;
        }
    }
    return false;
}

static bool see_has_attacker(SeeState see, Color by) {
    PieceType type;
    return see_pop_attacker(&see, by, &type);
}

/*
 * The captures that follow, of which `by` is to make the first. `balance`, below 0, is what the
 * side that captured last would have above its aim if its man on the square were lost. Returns the
 * side that fails: it has nothing left to capture with, or falls short even without being retaken.
 */
static Color see_loser(SeeState *see, Color by, Score balance) {
    PieceType type;
    while (see_pop_attacker(see, by, &type)) {
        by = color_other(by);
        if (type == MONKEY)
            return by;
        if (type == LION)
            return see_has_attacker(*see, by) ? color_other(by) : by;
        balance = -balance - 1 - evaluate_piece(see->position, type);
        if (balance >= 0)
            return by;
    }
    return by;
}

bool see_ge(const Position *position, Move move, Score least) {
    const Bitboard endangered = position_endangered(position);
    Score balance = immediate_gain(position, endangered, move) - least;
    if (balance < 0)
        return false;
    if (drowns(position, endangered, move))
        return true;
    balance -= mover_value(position, move);
    if (balance >= 0)
        return true;
    SeeState see = {.position = position, .square = move_to(move)};
    see.pieces = position_occupied(position) & ~position_captured(position, move) &
                 ~square_bit(move_from(move));
    see.pieces |= square_bit(see.square);
    Color enemy = color_other(position_side(position));
    return see_loser(&see, enemy, balance) == enemy;
}
