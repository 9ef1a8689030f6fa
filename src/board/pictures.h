/* Pictures of the pieces, made of pixels: silhouettes and letters. */
#ifndef BOARD_PICTURES_H
#define BOARD_PICTURES_H

#include "rules/piece.h"

enum { SMALL_LETTER_HEIGHT = 5 };

/* The rows are static strings: '#' is the colour of the piece, 'o' of its details, and '.' is
 * transparent. */
typedef struct Picture {
    const char *const *rows;
    int width, height; /* pixels */
} Picture;

/* Returns the largest letter that is not larger than `size`: 6, 8 or 10 pixels each way. It is in
 * upper case for White. */
Picture picture_letter(char letter, int size);

/* Returns the largest silhouette that fits into a square of that many cells, which are two pixels
 * wide and 2, 3 or 4 high. Those of 2 are made for squares of 6x3, 8x4, 10x5, 14x7, 18x9 and 24x12,
 * those of 3 for the first two, and those of 4 for the first. Returns a width of 0 if the square is
 * smaller. */
Picture picture_silhouette(PieceType type, PawnFamily family, int columns, int rows,
                           int cell_height);

/* Returns the pixels of a cell from top to bottom in the finest silhouette for a square. */
int picture_cell_height(int columns, int rows);

/* Returns a letter for a square of 6x3, with two pixels a cell each way. */
Picture picture_small_letter(char letter);

#endif
