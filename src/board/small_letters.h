/* Letters of pieces in pixels of a quarter cell, for squares of 6x3. */
#ifndef BOARD_SMALL_LETTERS_H
#define BOARD_SMALL_LETTERS_H

#include "board/pieces.h"

enum { SMALL_LETTER_HEIGHT = 5 };

/* Returns a piece's letter, White's in upper case. */
PixelArt small_letters_get(char letter);
/* Returns the letter with one row less. */
PixelArt small_letters_get_low(char letter);

#endif
