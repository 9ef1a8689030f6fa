/* Boxes for dialogs, help, lists and talk: an own ground with an accent on top. Without colours
 * they have frames of lines. */
#ifndef TERM_FRAME_H
#define TERM_FRAME_H

#include <stdbool.h>

#include "term/draw.h"

enum { FRAME_TOP_MAX = 3 };

/* Returns the lines of a box above `height` lines of content: one, or more if the screen has room
 * for a title on a line of its own. */
int frame_top(int height);

/* Returns the columns between an edge of a box of that width and its content. */
int frame_margin(int width);

/* Draws an empty box, apart from what lies behind it, with `top` lines above its content and one
 * below it. The terminal's cursor stands at the title. An empty title is left out. */
void frame_box(Rect area, int top, const char *title);

/* Writes "(more)" at the right end of a line where content is out of sight. */
void frame_more(int y, Rect area);

/* Marks, on the edge of a box, the first or last row of a list with more above or below it. */
void frame_more_rows(int y, int x, bool above);

/* Draws a key and what it does on the lower edge of a box at column *x, and moves *x past them.
 * Draws nothing if `key` is "". Returns false, and draws nothing, if they do not fit. */
bool frame_hint(Rect box, int *x, const char *key, const char *word);

/* Draws a key and what it does, "Esc close". Returns the columns used. */
int frame_key(int y, int x, int width, const char *key, const char *word);

/* Draws a button of frame_button_width() columns. `letter` is the index of the character that
 * presses it, or -1. */
int frame_button_width(const char *label);
void frame_button(int y, int x, const char *label, int letter, bool focused);

#endif
