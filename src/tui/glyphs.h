/* What pieces look like: letters, animals, and pictures made of pixels. */
#ifndef TUI_GLYPHS_H
#define TUI_GLYPHS_H

#include "rules/piece.h"

/* A square picture: rows of as many characters, '#' in the piece's colour, 'o' in the detail's, '.'
 * nothing. */
typedef struct Picture {
    int size;                /* pixels each way */
    const char *const *rows; /* static */
} Picture;

enum {
    PICTURE_SMALL = 8, /* animals */
    PICTURE_LARGE = 12,
    LETTER_SMALL = 6, /* letters */
    LETTER_LARGE = 8
};

/* One wide character in UTF-8. */
const char *glyphs_emoji(PieceType kind);
/* An animal in PICTURE_SMALL or PICTURE_LARGE. */
Picture glyphs_picture(PieceType kind, PawnFamily family, int size);
/* A piece's letter in LETTER_SMALL or LETTER_LARGE. */
Picture glyphs_letter_picture(char letter, int size);

#endif
