/* Frames: a box, or one around sections that stand above each other, with titles in the lines. */
#ifndef TERM_FRAME_H
#define TERM_FRAME_H

#include <stdbool.h>

#include "term/draw.h"

/* Room for titles in a line of a frame. */
typedef struct TitlePlace {
    int y, x, width;
} TitlePlace;

/* Draws an empty dialog box with a title in its top line. */
void frame_box(Rect area, const char *title);

/* Draw the frame of sections: its sides without the first and last line, the line above a section
 * (the top of the frame for the first one), and the last line. */
void frame_sides(Rect frame);
TitlePlace frame_separator(Rect section, bool first);
void frame_end(Rect frame);

/* Writes a title with a blank at both sides and takes its room from the place. The next title
 * shares the blank on the right. */
void frame_title(TitlePlace *place, UiRole role, const char *text);
/* Writes a title at the right end if it fits. */
void frame_right_title(TitlePlace *place, UiRole role, const char *text);

#endif
