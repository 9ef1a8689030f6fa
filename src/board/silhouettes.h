/* Silhouettes of pieces in pixels of a quarter cell: two pixels a cell each way. */
#ifndef BOARD_SILHOUETTES_H
#define BOARD_SILHOUETTES_H

#include "rules/piece.h"

/* The rows are static strings: '#' is the piece, and '.' the ground. */
typedef struct Silhouette {
    int width, height; /* pixels */
    const char *const *rows;
} Silhouette;

/* Returns the largest silhouette that fits into a square of that many cells. They are made for
 * squares of 6x3, 8x4, 10x5, 14x7, 18x9 and 24x12. Returns a width of 0 if the square is smaller.
 */
Silhouette silhouettes_get(PieceType type, PawnFamily family, int columns, int rows);

#endif
