/*
 * Drawing in cells: text, boxes and fills in a role's style. Roles are what a theme gives colours
 * and attributes to. Text is UTF-8; what does not fit is cut at a cell; control characters and what
 * the terminal cannot show become '?' or the nearest ASCII character.
 */
#ifndef TERM_DRAW_H
#define TERM_DRAW_H

#include <stdbool.h>

#include "term/rect.h"
#include "term/style.h"

int draw_lines(void); /* of the screen */
int draw_columns(void);

/* Sets the colours of everything drawn from now on; call it before anything is drawn. The palette
 * is borrowed, and has a colour for each role that is used. */
void draw_set_palette(const PaletteColor *colors);
/* Whether what is drawn from now on lies on a dialog: the roles' usual background is then a
 * dialog's and no more the screen's. */
void draw_set_surface(bool dialog);
/* Empties the screen. */
void draw_clear(void);

void draw_fill(Rect area, UiRole role);
/* Writes at most `width` columns of text; returns the columns used. */
int draw_text(int y, int x, int width, UiRole role, const char *text);
/* The same, and blanks up to the width. */
void draw_line(int y, int x, int width, UiRole role, const char *text);
/* The same as draw_text in hues of the caller's choice. */
int draw_styled(int y, int x, int width, Style style, const char *text);
/* A frame with a title in its top line (NULL: none); ASCII or box lines by the terminal. */
void draw_box(Rect area, UiRole border, UiRole title_role, const char *title);
/* Columns that a text needs. */
int draw_width(const char *text);
/* Word-wraps a text into an area from its line `skip` on; returns how many lines the whole text
 * has. */
int draw_wrapped(Rect area, UiRole role, const char *text, int skip);
/* Returns the number of lines of a text when it is word-wrapped. */
int draw_wrapped_height(const char *text, int width);
/* The first text where the terminal shows UTF-8, else the second. */
const char *draw_select(const char *utf8, const char *ascii);
/* Where the hardware cursor stands after the flush. */
void draw_place_cursor(int y, int x);

#endif
