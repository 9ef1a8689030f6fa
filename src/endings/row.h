/*
 * Rows: the positions of a class that differ only in the square of the last piece. A row is a word
 * with a bit for each square, so that a move is made from about 40 positions at once. A row has
 * equal pieces in every order, unlike the index of a table.
 */
#ifndef ENDINGS_ROW_H
#define ENDINGS_ROW_H

#include "endings/ending_index.h"
#include "endings/quiet_moves.h"

enum {
    CONFIG_PIECES_MAX = ENDING_PIECES_MAX - 1, /* the pieces but the last */
    ROW_SPAN = SQUARE_SPAN /* places of a row, those of the guard column included */
};

typedef struct RowPiece {
    Color color;
    PieceType type;
} RowPiece;

typedef struct RowLayout {
    const EndingIndex *index;
    const Variant *variant;
    const QuietMoves *moves;
    int piece_count;
    RowPiece pieces[ENDING_PIECES_MAX];  /* the last one varies within a row */
    int config_count;                    /* the pieces but the last */
    uint32_t strides[CONFIG_PIECES_MAX]; /* of the numbers of their squares, in rows */
    uint32_t config_rows;                /* rows of one placement of the lions */
    uint32_t row_count;
} RowLayout;

/* What the positions of a row have in common. */
typedef struct Row {
    uint32_t number;
    int placement; /* of the lions, as in ending_index.h */
    Square lions[COLOR_COUNT];
    Square squares[CONFIG_PIECES_MAX];
    Bitboard occupied;  /* by lions and config pieces */
    Bitboard positions; /* squares of the last piece; none if no position exists */
} Row;

/* Lays out the rows of a class. Borrows everything. */
void row_layout_init(RowLayout *layout, const EndingIndex *index, const Variant *variant,
                     const QuietMoves *moves);

Row row_at(const RowLayout *layout, uint32_t number);

/* Sets up the lions and config pieces of a row, with `side` to move. */
Position row_position(const RowLayout *layout, const Row *row, Color side);

/* Adds the last piece of the class to a position, or takes it away again. Does nothing in a class
 * without pieces. */
void row_toggle_last(const RowLayout *layout, Position *position, Square square);

/* Returns the place, row * ROW_SPAN + square, of a position of a row with equal pieces in the order
 * of their squares: the place at hand, or that of the same position. */
uint32_t row_sorted_place(const RowLayout *layout, const Row *row, Square last);

/*
 * Returns the positions of a row, with `side` to move, that have a move within the class to a
 * position in `words`, by row number, in which the other side is to move. Some that do not exist
 * may be among them.
 */
Bitboard row_reach(const RowLayout *layout, const Row *row, Color side, const Bitboard *words);

#endif
