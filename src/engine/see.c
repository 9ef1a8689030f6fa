#include <config.h>

#include "engine/see.h"

#include "engine/evaluate.h"
#include "rules/generate.h"

/* ---- the move itself ---- */

static Score pieces_value(const Position *position, Bitboard pieces) {
    Score value = 0;
    while (pieces) {
        PieceType type = position_piece_at(position, bitboard_pop(&pieces));
        value += type == LION ? SCORE_WIN : evaluate_piece(position, type);
    }
    return value;
}

PieceType see_victim(const Position *position, Move move) {
    Bitboard captured = position_captured(position, move);
    PieceType victim = PIECE_NONE;
    Score value = -1;
    while (captured) {
        PieceType type = position_piece_at(position, bitboard_pop(&captured));
        if (type == LION)
            return LION;
        if (evaluate_piece(position, type) > value) {
            value = evaluate_piece(position, type);
            victim = type;
        }
    }
    return victim;
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

/* ---- the exchange ---- */

typedef struct SeeState {
    const Position *position;
    Square square;
    Bitboard pieces; /* still on the board */
} SeeState;

/* Least valuable first by evaluate_piece. The monkey, whose capture ends the exchange, comes late
 * all the same, because it may be taken where it lands; the lion last, because it must not be. */
static const PieceType capture_order[PAWN_FAMILY_COUNT][PIECE_TYPE_COUNT] = {
    [PAWNS_CONGO] = {PAWN, ZEBRA, SUPERPAWN, ELEPHANT, GIRAFFE, CROCODILE, ELEPHANTE, MONKEY, LION},
    [PAWNS_MEGA] = {ZEBRA, PAWN, ELEPHANT, GIRAFFE, CROCODILE, ELEPHANTE, MONKEY, SUPERPAWN, LION},
};

/* Removes the first attacker in that order from the board. Returns false if there is none. */
static bool see_pop_attacker(SeeState *see, Color by, PieceType *type) {
    const PieceType *order = capture_order[see->position->variant->pawns];
    for (int i = 0; i < PIECE_TYPE_COUNT; i++) {
        Bitboard found =
            generate_attackers_of(see->position, by, order[i], see->square, see->pieces);
        if (found) {
            see->pieces &= ~(found & (~found + 1));
            *type = order[i];
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
 * Plays out the recaptures, the first by `by`. `balance`, below 0, is the surplus over its target
 * of the side that captured last, if it loses its piece on the square. Returns the side that fails:
 * it has no attacker left, or falls short even if it is not recaptured.
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

bool see_ge(const Position *position, Move move, Score threshold) {
    const Bitboard endangered = position_endangered(position);
    Score balance = immediate_gain(position, endangered, move) - threshold;
    if (balance < 0)
        return false;
    if (drowns(position, endangered, move))
        return true;
    balance -=
        evaluate_piece(position, move_promotes(position, move) ? SUPERPAWN : move_piece(move));
    if (balance >= 0)
        return true;
    SeeState see = {.position = position, .square = move_to(move)};
    see.pieces = position_occupied(position) & ~position_captured(position, move) & ~endangered &
                 ~square_bit(move_from(move));
    see.pieces |= square_bit(see.square);
    Color enemy = color_other(position_side(position));
    return see_loser(&see, enemy, balance) == enemy;
}
