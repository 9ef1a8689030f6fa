/*
 * Sets of squares.
 *
 * A bitboard has one bit for each square: 7 rows of 8 columns, a7 in bit 0, g7 in bit 6, a6 in bit
 * 8, g1 in bit 54. The eighth column is always empty, so that a step sideways or diagonally is a
 * shift by a constant and a mask. White moves up the board, towards lower bits.
 */
#ifndef RULES_BITBOARD_H
#define RULES_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "rules/piece.h"
#include "rules/square.h"

typedef uint64_t Bitboard;

#define BOARD_MASK   UINT64_C(0x007f7f7f7f7f7f7f)
#define ROW_MASK(r)  (UINT64_C(0x7f) << (8 * (r))) /* row 0 is rank 7 */
#define RIVER_MASK   ROW_MASK(3)
#define CASTLE_FILES UINT64_C(0x001c1c1c1c1c1c1c)
#define WHITE_CASTLE (CASTLE_FILES & (ROW_MASK(4) | ROW_MASK(5) | ROW_MASK(6)))
#define BLACK_CASTLE (CASTLE_FILES & (ROW_MASK(0) | ROW_MASK(1) | ROW_MASK(2)))

/* Returns the rank on which pawns promote. */
static inline Bitboard last_rank(Color color) {
    return color == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
}

static inline Bitboard square_bit(Square square) {
    return UINT64_C(1) << square;
}

/* Returns the lowest square of a set that is not empty. */
static inline Square bitboard_first(Bitboard set) {
    return (Square)lowest_bit(set);
}

/* Removes the lowest square from a set that is not empty, and returns it. */
static inline Square bitboard_pop(Bitboard *set) {
    Square square = bitboard_first(*set);
    *set &= *set - 1;
    return square;
}

static inline bool bitboard_has(Bitboard set, Square square) {
    return (set >> square) & 1;
}

#endif
