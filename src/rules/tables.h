/* Where pieces go from each square of an empty board, and the random words of the position key. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include "rules/bitboard.h"
#include "rules/piece.h"

/* Indexed by Square; the entries of guard squares are empty. */
extern const Bitboard table_king[SQUARE_SPAN];     /* one step in the 8 directions */
extern const Bitboard table_knight[SQUARE_SPAN];   /* zebra */
extern const Bitboard table_leap[SQUARE_SPAN];     /* exactly two squares in the 8 directions */
extern const Bitboard table_elephant[SQUARE_SPAN]; /* one or two squares along rank or file */
extern const Bitboard table_jump[SQUARE_SPAN]; /* neighbours that a monkey has room to jump over */
extern const Bitboard table_lion[SQUARE_SPAN]; /* one step inside the castle the square is in */

/* Elephante T: the leaps and single steps of each colour, all but its forward slide. */
extern const Bitboard table_elephante[COLOR_COUNT][SQUARE_SPAN];

/*
 * The squares between two lions on the castle squares' numbers 0..8 (see castle_index), first
 * White's, then Black's; where no line joins them, the whole board, so that "nothing stands
 * between" is one test.
 */
extern const Bitboard table_between_lions[9][9];

/* 0..8 for a square of a castle, left to right, top to bottom; `color`'s castle. */
static inline int castle_index(Square square, Color color) {
    int row = ((int)square >> 3) - (color == WHITE ? 4 : 0);
    return row * 3 + ((int)square & 7) - 2;
}

/* Zobrist keys. */
extern const uint64_t key_piece[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN];
extern const uint64_t key_side; /* Black to move */
extern const uint64_t key_jump_start[SQUARE_SPAN];
extern const uint64_t key_jump_at[SQUARE_SPAN];

#endif
