/* The pictures of glyphs.h, as data. */
#ifndef TUI_PICTURES_H
#define TUI_PICTURES_H

#include "tui/glyphs.h"

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
