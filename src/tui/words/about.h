/* Explains a piece or a square to a beginner in a sentence or two. */
#ifndef TUI_WORDS_ABOUT_H
#define TUI_WORDS_ABOUT_H

#include "rules/position.h"

/* Returns the sentences about the piece on a square, or about the square if it is empty; "" if
 * there is nothing to say. */
const char *about_square(const Position *position, Square square);

#endif
