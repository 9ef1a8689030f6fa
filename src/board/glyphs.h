/* What pieces look like: letters, animals, and pictures made of pixels. */
#ifndef BOARD_GLYPHS_H
#define BOARD_GLYPHS_H

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

/* The pictures of glyphs.h, as data. */

typedef enum PictureId {
    PICTURE_LION,
    PICTURE_ZEBRA,
    PICTURE_ELEPHANT,
    PICTURE_GIRAFFE,
    PICTURE_CROCODILE,
    PICTURE_MONKEY,
    PICTURE_PAWN,
    PICTURE_SUPERPAWN,
    PICTURE_MEGAPAWN,
    PICTURE_ELEPHANTE,
    PICTURE_COUNT
} PictureId;

enum { PICTURE_LETTERS = 20 }; /* L Z E G C M P S Q T in upper, then in lower case */

/* '#' is the piece's own colour, 'o' the warmer one of its details, which most of the animals are:
 * in black and cream alone they would seem to be the other side's. */
extern const char *const pictures_small[PICTURE_COUNT][PICTURE_SMALL];
extern const char *const pictures_large[PICTURE_COUNT][PICTURE_LARGE];
extern const char *const letters_small[PICTURE_LETTERS][LETTER_SMALL];
extern const char *const letters_large[PICTURE_LETTERS][LETTER_LARGE];

#endif
