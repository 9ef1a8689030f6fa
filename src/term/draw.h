/*
 * Drawing in cells: text and fills in the style of a role. Text is UTF-8. Words that do not fit in
 * the given width end in "…", in every function with a role but draw_clipped and draw_scrolled.
 * cells.h describes the replacement of characters that the terminal cannot show.
 */
#ifndef TERM_DRAW_H
#define TERM_DRAW_H

#include <stdbool.h>

#include "term/rect.h"
#include "term/style.h"

/* A character. `text` is static, as its address tells characters apart; "" is the right half of a
 * wide one. */
typedef struct StyledChar {
    const char *text;
    Style style;
} StyledChar;

/* The size of the screen. */
int draw_lines(void);
int draw_columns(void);

/* Sets the colours of everything drawn from now on; call it before anything is drawn. The palette
 * is borrowed and needs a colour for each role in use. */
void draw_set_palette(const PaletteColor *colors);
/* Sets the background of the UI roles without their own, COLOR_SCREEN at first. */
void draw_set_surface(ColorRole background);

/* Draws darker from now on: what lies behind a box. With fewer than 256 colours only the text is
 * faint, where the terminal has that. */
void draw_set_dimmed(bool dimmed);

void draw_clear(void);
/* Clears a margin around a box, and what is left of the texts that it cuts. */
void draw_clear_around(Rect box);
/* Notes that a box without a margin covers what lies there. */
void draw_cover(Rect box);
/* Returns the last box with its margin since draw_clear(); of height 0 without one. */
Rect draw_covered(void);
void draw_fill(Rect area, UiRole role);
/* Writes at most `width` columns of text. Returns the columns used. */
int draw_text(int y, int x, int width, UiRole role, const char *text);
/* Like draw_text, for what scrolls sideways or is drawn in parts: it is cut without "…". */
int draw_clipped(int y, int x, int width, UiRole role, const char *text);
/* Like draw_text, for a text that fits or is not in sight at all; a debug build checks that. */
int draw_styled(int y, int x, int width, Style style, const char *text);
/* Draws characters side by side; those that are not in sight are left out. */
void draw_chars(int y, int x, int count, const StyledChar *chars);
/* Word-wraps a text into an area. Returns the number of lines of the whole text. */
int draw_wrapped(Rect area, UiRole role, const char *text);
/* Like draw_wrapped, for a text that scrolls: without its first `skip` lines, and without "…". */
int draw_scrolled(Rect area, UiRole role, const char *text, int skip);

/* Return the width of a text in columns, and its height in lines when word-wrapped. */
int draw_width(const char *text);
int draw_wrapped_height(const char *text, int width);

/* Returns the first text if the terminal shows UTF-8, or else the second. */
const char *draw_select(const char *utf8, const char *ascii);
/* Sets the position of the terminal's cursor after the next flush. */
void draw_place_cursor(int y, int x);

#endif
