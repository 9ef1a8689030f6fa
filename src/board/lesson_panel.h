/* A lesson beside the board: its text, the last remark, the task and the key that continues. */
#ifndef BOARD_LESSON_PANEL_H
#define BOARD_LESSON_PANEL_H

#include <stdbool.h>

#include "board/view.h"
#include "term/rect.h"

/* Paints nothing in a section of height 0. A text that does not fit is left out. */
void lesson_panel_paint(const ViewLesson *lesson, Rect section);

/* Returns whether the section has room for the lesson. With a remark, the player has read the text
 * before, and it may be left out. */
bool lesson_panel_fits(const ViewLesson *lesson, Rect section);

/* Returns the task, or else the key that continues, in one line. */
const char *lesson_panel_task(const ViewLesson *lesson);

#endif
