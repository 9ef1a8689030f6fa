/* The targets of each piece type on an empty board, and the Zobrist keys. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include "rules/bitboard.h"
#include "rules/piece.h"

/* Indexed by Square. The entries of the guard column are empty. */
extern const Bitboard table_king[SQUARE_SPAN];     /* one step in the 8 directions */
extern const Bitboard table_knight[SQUARE_SPAN];   /* zebra */
extern const Bitboard table_leap[SQUARE_SPAN];     /* exactly two squares in the 8 directions */
extern const Bitboard table_elephant[SQUARE_SPAN]; /* one or two squares along rank or file */
extern const Bitboard table_jump[SQUARE_SPAN]; /* neighbours with a square behind them to land on */
extern const Bitboard table_lion[SQUARE_SPAN]; /* one step inside the castle of the square */

/* The elephante's leaps and single steps, without its forward slide. */
extern const Bitboard table_elephante[COLOR_COUNT][SQUARE_SPAN];

/*
 * The squares between the lions, indexed by castle_index of White's and of Black's. If no line
 * joins the two squares, the entry is the whole board, so that a single test shows whether the line
 * is open.
 */
extern const Bitboard table_between_lions[9][9];

/* Numbers the squares of a colour's castle 0..8, left to right, top to bottom. */
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
