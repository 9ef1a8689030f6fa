/*
 * Squares and sets of squares.
 *
 * A bitboard has one bit a square: 7 rows of 8 columns, a7 in bit 0, g7 in bit 6, a6 in bit 8, g1
 * in bit 54. The eighth column is a guard that is always empty, so that one step sideways or
 * diagonally is a shift by a constant and a mask. White moves up, which is towards lower bits.
 */
#ifndef RULES_BITBOARD_H
#define RULES_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

typedef uint64_t Bitboard;

/* A square is the number of its bit. Iterating over a bitboard from its lowest bit therefore meets
 * the squares in the order of the rules' square numbers (left to right, top to bottom). */
typedef enum Square {
    A7 = 0,
    B7,
    C7,
    D7,
    E7,
    F7,
    G7,
    A6 = 8,
    B6,
    C6,
    D6,
    E6,
    F6,
    G6,
    A5 = 16,
    B5,
    C5,
    D5,
    E5,
    F5,
    G5,
    A4 = 24,
    B4,
    C4,
    D4,
    E4,
    F4,
    G4,
    A3 = 32,
    B3,
    C3,
    D3,
    E3,
    F3,
    G3,
    A2 = 40,
    B2,
    C2,
    D2,
    E2,
    F2,
    G2,
    A1 = 48,
    B1,
    C1,
    D1,
    E1,
    F1,
    G1,
    SQUARE_NONE = 63
} Square;

enum {
    BOARD_FILES = 7,
    BOARD_RANKS = 7,
    SQUARE_COUNT = 49, /* squares of the board */
    SQUARE_SPAN = 56   /* length of an array indexed by Square */
};

#define BOARD_MASK   UINT64_C(0x007f7f7f7f7f7f7f)
#define ROW_MASK(r)  (UINT64_C(0x7f) << (8 * (r))) /* row 0 is rank 7 */
#define RIVER_MASK   ROW_MASK(3)
#define CASTLE_FILES UINT64_C(0x001c1c1c1c1c1c1c)
#define WHITE_CASTLE (CASTLE_FILES & (ROW_MASK(4) | ROW_MASK(5) | ROW_MASK(6)))
#define BLACK_CASTLE (CASTLE_FILES & (ROW_MASK(0) | ROW_MASK(1) | ROW_MASK(2)))

static inline Bitboard square_bit(Square square) {
    return UINT64_C(1) << square;
}

/* File 0 is a, 6 is g. */
static inline int square_file(Square square) {
    return (int)square & 7;
}

/* Rank 1 to 7, as printed. */
static inline int square_rank(Square square) {
    return 7 - ((int)square >> 3);
}

/* The square of file 0..6 and rank 1..7; SQUARE_NONE outside the board. */
static inline Square square_at(int file, int rank) {
    if (file < 0 || file >= BOARD_FILES || rank < 1 || rank > BOARD_RANKS)
        return SQUARE_NONE;
    return (Square)((7 - rank) * 8 + file);
}

/* The rules' square number 0..48 (a7 = 0, g1 = 48), as FEN writes it. */
static inline int square_number(Square square) {
    return ((int)square >> 3) * BOARD_FILES + ((int)square & 7);
}

/* The square of a square number 0..48; SQUARE_NONE for any other number. */
static inline Square square_from_number(int number) {
    if (number < 0 || number >= SQUARE_COUNT)
        return SQUARE_NONE;
    return (Square)(number / BOARD_FILES * 8 + number % BOARD_FILES);
}

/* The lowest square of a set that is not empty. */
static inline Square bitboard_first(Bitboard set) {
    return (Square)lowest_bit(set);
}

/* Takes the lowest square out of a set that is not empty and returns it. */
static inline Square bitboard_pop(Bitboard *set) {
    Square square = bitboard_first(*set);
    *set &= *set - 1;
    return square;
}

static inline bool bitboard_has(Bitboard set, Square square) {
    return (set >> square) & 1;
}

#endif
