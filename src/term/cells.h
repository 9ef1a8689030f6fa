/*
 * Text in cells, the cells of the window, and the screen as text. A character is one or two columns
 * wide. Curses neither clears the other half of a wide character when one half is drawn over, nor
 * knows what the terminal makes of it: both are done here.
 */
#ifndef TERM_CELLS_H
#define TERM_CELLS_H

#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

/* ---- UTF-8 text in cells ---- */

enum { CELLTEXT_CHARS_MAX = 4 }; /* a base character and its combining marks */

typedef struct TextCell {
    wchar_t chars[CELLTEXT_CHARS_MAX + 1]; /* NUL-terminated */
    int width;                             /* columns, 1 or 2 */
} TextCell;

/*
 * Reads the next cell of a text and advances *text. Returns false at the end. Control characters,
 * malformed bytes and characters that the locale cannot show become '?'. Without `utf8`, characters
 * beyond ASCII become the nearest ASCII character or '?'.
 */
bool celltext_next(const char **text, bool utf8, TextCell *cell);

/* Returns the width of a text in columns. */
int celltext_width(const char *text, bool utf8);

/* Returns the number of bytes in the first line of a text wrapped to `width` columns, at least 1. A
 * word that is too long is cut. Sets *rest to the next line, or to NULL after the last one. */
size_t celltext_break(const char *text, int width, bool utf8, const char **rest);

/* ---- the window ---- */

/* Empties the window. */
void cells_clear(const cchar_t *blank);

/* Put a character of two columns, or some of one column side by side, where there is room. The
 * other half of a wide one that they cover in part becomes a blank. */
void cells_put_wide(int y, int x, const cchar_t *cell);
void cells_put_narrow(int y, int x, int count, const cchar_t *cells);

/* Blanks the rest of each text that reaches from outside into an area that will be drawn over, up
 * to a gap of two blanks. The ends are those after the last line and column. */
void cells_blank_cut_text(int top, int bottom, int left, int right);

/* Blanks the wide characters of the screen that are not in the window, both halves together. Must
 * be called before the window is shown. */
void cells_uncover(void);

/* ---- the screen as text, for scripts and tests; the caller owns the texts ---- */

/* Returns the lines as drawn, in the locale's encoding, without trailing blanks. Each ends with a
 * line feed. */
char *screen_text_read(void);

/* Returns a line, counted from 0, without its line feed. */
char *screen_text_line(int y);

/* Returns lines with a letter for the style of each cell, followed by the meaning of the letters
 * ("a: 230 on 22, bold"). */
char *screen_text_colors(void);

/* Prints two texts side by side, with a mark between lines that differ. */
void screen_text_compare(FILE *out, const char *expected, const char *found);

#endif
