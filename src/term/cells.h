/*
 * The cells of the window, in which a character is one or two columns wide. Curses neither clears
 * the other half of a wide character when one half is drawn over, nor knows what the terminal makes
 * of it: both are done here.
 */
#ifndef TERM_CELLS_H
#define TERM_CELLS_H

#include <curses.h>

/* Empties the window. */
void cells_clear(const cchar_t *blank);

/* Puts a character at a place where it fits. The other half of a wide one that it covers in part
 * becomes a blank. */
void cells_put(int y, int x, int width, const cchar_t *cell);

/* Puts characters of one column side by side, where there is room. */
void cells_put_narrow(int y, int x, int count, const cchar_t *cells);

/* Blanks the wide characters of the screen that are not in the window, both halves together. Must
 * be called before the window is shown. */
void cells_uncover(void);

#endif
