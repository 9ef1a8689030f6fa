/* Paints a View on the whole screen. */
#ifndef BOARD_PAINTER_H
#define BOARD_PAINTER_H

#include <stdbool.h>

#include "board/layout.h"
#include "board/move_list.h"
#include "board/view.h"

/* Where things lie on the screen. All zero on a screen that is too small, and before the first one
 * is arranged. */
typedef struct Screen {
    Layout layout;
    bool flipped;
    MoveListPlaces moves;
} Screen;

/* Arranges a view on the terminal as it is. The status, hints and thinking have no influence. */
Screen painter_arrange(const View *view);

/* Draws everything and puts the terminal's cursor on the board's. If the screen is too small, it
 * says how large one is needed. */
void painter_paint(const View *view, const Screen *screen);

Hit painter_hit(const Screen *screen, int y, int x);

/* Returns whether all of a status, or of a lesson, can be shown; true without an arranged screen.
 */
bool painter_status_fits(const Screen *screen, const char *status);
bool painter_lesson_fits(const Screen *screen, const ViewLesson *lesson);

/* Paints the board of a view at the top left of an area, for help pages and dialogs, with the
 * largest squares that fit (6x3, 4x2 or 2x1). Returns the rectangle used, of height 0 if the board
 * does not fit. */
Rect painter_small_board(Rect area, const View *view);

#endif
