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

enum {
    PICTURE_SIZE_SMALL = 8, /* animals */
    PICTURE_SIZE_LARGE = 12,
    LETTER_SIZE_SMALL = 6, /* letters */
    LETTER_SIZE_LARGE = 8
};

/* Returns one wide character in UTF-8. */
const char *glyphs_emoji(PieceType type);
/* Returns the largest picture of 8, 12, 16 or 20 pixels that is not larger than `size`, which is at
 * least 8. */
Picture glyphs_picture(PieceType type, PawnFamily family, int size);
/* Returns a piece's letter of LETTER_SIZE_SMALL or LETTER_SIZE_LARGE. */
Picture glyphs_letter_picture(char letter, int size);

#endif
