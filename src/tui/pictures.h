/* The pictures of glyphs.h, as data. */
#ifndef TUI_PICTURES_H
#define TUI_PICTURES_H

#include "tui/glyphs.h"

typedef enum Art {
    ART_LION,
    ART_ZEBRA,
    ART_ELEPHANT,
    ART_GIRAFFE,
    ART_CROCODILE,
    ART_MONKEY,
    ART_PAWN,
    ART_SUPERPAWN,
    ART_MEGAPAWN,
    ART_ELEPHANTE,
    ART_COUNT
} Art;

enum { PICTURE_LETTERS = 20 }; /* L Z E G C M P S Q T in upper, then in lower case */

/* '#' is the piece's own colour, 'o' the warmer one of its details, which most of the animals are:
 * in black and cream alone they would seem to be the other side's. */
extern const char *const pictures_small[ART_COUNT][PICTURE_SMALL];
extern const char *const pictures_large[ART_COUNT][PICTURE_LARGE];
extern const char *const letters_small[PICTURE_LETTERS][LETTER_SMALL];
extern const char *const letters_large[PICTURE_LETTERS][LETTER_LARGE];

#endif
