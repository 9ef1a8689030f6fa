/* Pictures of the pieces, made of pixels: animals, silhouettes and letters. */
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

/* Return the largest square picture that is not larger than `size`. Animals have 8, 12, 16 or 20
 * pixels each way, letters 6, 8 or 10. A letter is in upper case for White. */
Picture picture_animal(PieceType type, PawnFamily family, int size);
Picture picture_letter(char letter, int size);

/* Returns the largest silhouette that fits into a square of that many cells, with two pixels a cell
 * each way. They are made for squares of 6x3, 8x4, 10x5, 14x7, 18x9 and 24x12. Returns a width of 0
 * if the square is smaller. */
Picture picture_silhouette(PieceType type, PawnFamily family, int columns, int rows);

/* Returns a letter for a square of 6x3, with two pixels a cell each way; the low one has one row
 * less, and lasts until the next one. */
Picture picture_small_letter(char letter);
Picture picture_low_letter(char letter);

#endif
