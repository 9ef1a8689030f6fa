/* Frames with titles in their lines: a dialog box, or a frame around a column of sections. */
#ifndef TERM_FRAME_H
#define TERM_FRAME_H

#include <stdbool.h>

#include "term/draw.h"

/* The free part of a line of a frame, for titles. */
typedef struct TitlePlace {
    int y, x, width;
} TitlePlace;

/* Draws an empty dialog box with a title in its top line. */
void frame_box(Rect area, const char *title);

/* Draw the parts of a frame around sections: the sides without the first and last line, the line
 * above a section (the top of the frame for the first section), and the bottom line. */
void frame_sides(Rect frame);
TitlePlace frame_separator(Rect section, bool first);
void frame_end(Rect frame);

/* Writes a title with a blank on each side and shrinks the place to what is left. The next title
 * shares the blank on the right. */
void frame_title(TitlePlace *place, UiRole role, const char *text);
/* Writes a title at the right end if it fits. */
void frame_right_title(TitlePlace *place, UiRole role, const char *text);

#endif
