/* Glyphs of pieces: emoji, and pictures made of pixels. */
#ifndef BOARD_GLYPHS_H
#define BOARD_GLYPHS_H

#include "rules/piece.h"

/* A square picture. Its rows are static strings: '#' is the colour of the piece, 'o' of its
 * details, and '.' is transparent. */
typedef struct Picture {
    int size; /* pixels each way */
    const char *const *rows;
} Picture;

/* Return the largest picture that is not larger than `size`. Animals have 8, 12, 16 or 20 pixels,
 * letters 6, 8 or 10. */
Picture glyphs_picture(PieceType type, PawnFamily family, int size);
Picture glyphs_letter_picture(char letter, int size);

#endif
