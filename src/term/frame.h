/* The frame around sections that stand one above the other, with a title in each line between. */
#ifndef TERM_FRAME_H
#define TERM_FRAME_H

#include "term/draw.h"

/* Where a section's title begins and how many columns it may have. */
typedef struct TitlePlace {
    int y, x, width;
} TitlePlace;

/* Left and right, but for the first and the last line. */
void frame_sides(Rect frame);
/* The line between a section and the one above it, or the frame's first. */
TitlePlace frame_separator(Rect section, bool first);
/* The frame's last line. */
void frame_end(Rect frame);
/* A text on the line, with a blank at both sides, the right one of which the next text may share;
 * takes its room off the place. */
void frame_title(TitlePlace *place, UiRole role, const char *text);
/* The same at the right end, if it fits. */
void frame_right_title(TitlePlace *place, UiRole role, const char *text);

#endif
