#include <config.h>

#include "engine/exchange.h"

#include "engine/evaluate.h"
#include "rules/generate.h"

/* ---- the move itself ---------------------------------------------------- */

static Score men_value(const Position *position, Bitboard men) {
    Score value = 0;
    while (men) {
        Kind kind = position_kind_at(position, bitboard_pop(&men));
        value += kind == LION ? SCORE_WIN : evaluate_kind(position, kind);
    }
    return value;
}

bool move_promotes(const Position *position, Move move) {
    Bitboard last = position_side(position) == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
    return move_kind(move) == PAWN && bitboard_has(last, move_to(move));
}

/* The value of the man that moves, on the square where it arrives. */
static Score mover_value(const Position *position, Move move) {
    return evaluate_kind(position, move_promotes(position, move) ? SUPERPAWN : move_kind(move));
}

static bool drowns(const Position *position, Bitboard endangered, Move move) {
    return bitboard_has(endangered, move_from(move)) &&
           bitboard_has(variant_deep(position->variant), move_to(move));
}

static Score gain(const Position *position, Bitboard endangered, Move move) {
    Bitboard others = endangered & ~square_bit(move_from(move));
    Score value =
        men_value(position, position_captured(position, move)) - men_value(position, others);
    if (drowns(position, endangered, move))
        return value - evaluate_kind(position, move_kind(move));
    if (move_promotes(position, move))
        value += evaluate_kind(position, SUPERPAWN) - evaluate_kind(position, PAWN);
    return value;
}

Score exchange_gain(const Position *position, Move move) {
    return gain(position, position_endangered(position), move);
}

/* ---- the exchange ------------------------------------------------------- */

typedef struct Exchange {
    const Position *position;
    Square square;
    Bitboard men; /* those that are still on the board */
} Exchange;

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
static Bitboard attackers(const Exchange *exchange, Color by, Kind kind) {
    const Position *position = exchange->position;
    const Square square = exchange->square;
    const PawnFamily family = position->variant->pawns;
    Bitboard men = position_pieces(position, by, kind) & exchange->men;
    Bitboard found = 0;
    if (men == 0)
        return 0;
    switch (kind) {
    case ZEBRA:
        return men & table_knight[square];
    case ELEPHANT:
        return men & table_elephant[square];
    case GIRAFFE:
        return men & table_leap[square];
    case LION:
        return men & table_lion[square];
    case PAWN:
        return men & (pawn_origins(by, square) |
                      (family == PAWNS_MEGA ? beside(square) & generate_beyond_river(by) : 0));
    case SUPERPAWN:
        if (family == PAWNS_MEGA)
            return men & (table_king[square] | table_knight[square] | table_leap[square]);
        return men & (pawn_origins(by, square) | beside(square));
    default:
        break;
    }
    Bitboard empty = BOARD_MASK & ~exchange->men;
    for (; men; men &= men - 1) {
        Square from = bitboard_first(men);
        Bitboard reach = kind == MONKEY ? generate_jumpable(from, square_bit(square), empty)
                                        : generate_attacks(position, by, kind, family, from, empty);
        if (bitboard_has(reach, square))
            found |= square_bit(from);
    }
    return found;
}

/* From the least valuable on, as far as the order is the same in every variant; the lion last,
 * because it must not be retaken. */
static const Kind order[] = {PAWN,      SUPERPAWN, ZEBRA,  GIRAFFE, ELEPHANT,
                             ELEPHANTE, CROCODILE, MONKEY, LION};
static const Kind mega_order[] = {PAWN,      ZEBRA,  GIRAFFE,   ELEPHANT, ELEPHANTE,
                                  CROCODILE, MONKEY, SUPERPAWN, LION};

/* Takes the least valuable attacker off the board; false when there is none. */
static bool next_attacker(Exchange *exchange, Color by, Kind *kind) {
    const Kind *kinds = exchange->position->variant->pawns == PAWNS_MEGA ? mega_order : order;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        Bitboard found = attackers(exchange, by, kinds[i]);
        if (found) {
            exchange->men &= ~(found & (~found + 1));
            *kind = kinds[i];
            return true;
        }
    }
    return false;
}

static bool has_attacker(Exchange exchange, Color by) {
    Kind kind;
    return next_attacker(&exchange, by, &kind);
}

/*
 * The captures that follow, of which `by` is to make the first. `balance`, below 0, is what the
 * side that captured last would have above its aim if its man on the square were lost. Returns the
 * side that fails: it has nothing left to capture with, or falls short even without being retaken.
 */
static Color exchange_loser(Exchange *exchange, Color by, Score balance) {
    Kind kind;
    while (next_attacker(exchange, by, &kind)) {
        by = color_other(by);
        if (kind == MONKEY)
            return by;
        if (kind == LION)
            return has_attacker(*exchange, by) ? color_other(by) : by;
        balance = -balance - 1 - evaluate_kind(exchange->position, kind);
        if (balance >= 0)
            return by;
    }
    return by;
}

bool exchange_brings(const Position *position, Move move, Score least) {
    const Bitboard endangered = position_endangered(position);
    Score balance = gain(position, endangered, move) - least;
    if (balance < 0)
        return false;
    if (drowns(position, endangered, move))
        return true;
    balance -= mover_value(position, move);
    if (balance >= 0)
        return true;
    Exchange exchange = {.position = position, .square = move_to(move)};
    exchange.men = position_occupied(position) & ~position_captured(position, move) &
                   ~square_bit(move_from(move));
    exchange.men |= square_bit(exchange.square);
    Color enemy = color_other(position_side(position));
    return exchange_loser(&exchange, enemy, balance) == enemy;
}
