/* Squares of the board, their numbers and their names. */
#ifndef RULES_SQUARE_H
#define RULES_SQUARE_H

/* The value is the number of the square's bit in a bitboard, whose lowest bits therefore come in
 * the order of the square numbers of the rules: left to right, top to bottom. */
/* clang-format off */
typedef enum Square {
    A7 = 0, B7, C7, D7, E7, F7, G7,
    A6 = 8, B6, C6, D6, E6, F6, G6,
    A5 = 16, B5, C5, D5, E5, F5, G5,
    A4 = 24, B4, C4, D4, E4, F4, G4,
    A3 = 32, B3, C3, D3, E3, F3, G3,
    A2 = 40, B2, C2, D2, E2, F2, G2,
    A1 = 48, B1, C1, D1, E1, F1, G1,
    SQUARE_NONE = 63
} Square;
/* clang-format on */

enum {
    BOARD_FILES = 7,
    BOARD_RANKS = 7,
    SQUARE_COUNT = 49, /* squares of the board */
    SQUARE_SPAN = 56   /* length of an array indexed by Square */
};

/* Returns 0 (a) to 6 (g). */
static inline int square_file(Square square) {
    return (int)square & 7;
}

/* Returns 1 to 7. */
static inline int square_rank(Square square) {
    return 7 - ((int)square >> 3);
}

/* Returns SQUARE_NONE outside the board. */
static inline Square square_at(int file, int rank) {
    if (file < 0 || file >= BOARD_FILES || rank < 1 || rank > BOARD_RANKS)
        return SQUARE_NONE;
    return (Square)((7 - rank) * 8 + file);
}

/* Returns the square on the other side of the board: a1 becomes g1. */
static inline Square square_mirror(Square square) {
    return (Square)(((int)square & ~7) + BOARD_FILES - 1 - square_file(square));
}

/* Returns the square as the other player sees it: a1 becomes a7. */
static inline Square square_exchange(Square square) {
    return (Square)(8 * (BOARD_RANKS - 1) - ((int)square & ~7) + square_file(square));
}

/* Returns the square that a monkey's jump passes and captures on. */
static inline Square square_between(Square from, Square to) {
    return (Square)(((int)from + (int)to) / 2);
}

/* Returns the square number of the rules and of FEN, 0 (a7) to 48 (g1). */
static inline int square_number(Square square) {
    return ((int)square >> 3) * BOARD_FILES + ((int)square & 7);
}

/* Returns SQUARE_NONE for a number outside 0..48. */
static inline Square square_from_number(int number) {
    if (number < 0 || number >= SQUARE_COUNT)
        return SQUARE_NONE;
    return (Square)(number / BOARD_FILES * 8 + number % BOARD_FILES);
}

enum { SQUARE_TEXT_SIZE = 3 }; /* "a1" and the final NUL */

/* Writes "a1". Returns `text`. */
char *square_write(Square square, char text[SQUARE_TEXT_SIZE]);
/* Reads a file letter in either case and a rank digit. Returns SQUARE_NONE for anything else. Text
 * may follow. */
Square square_parse(const char *text);

#endif
