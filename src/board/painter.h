/* Paints a View on the whole screen. */
#ifndef BOARD_PAINTER_H
#define BOARD_PAINTER_H

#include "board/view.h"
#include "term/draw.h"

/* Draws everything and puts the hardware cursor on the board cursor. On a screen that is too small
 * it says what it needs instead. */
void painter_paint(const View *view);

/* What lies at a cell of the screen painted last. */
Hit painter_hit(int y, int x);

/* The zoom in force for the last painted screen, 1..5 (0: the screen was too small). */
int painter_zoom(void);

/* Whether a sentence fits into the status line of the screen painted last, all of it. */
bool painter_status_fits(const char *text);

/* Whether the lesson of the screen painted last could be shown beside the board, all of it. */
bool painter_lesson_fits(void);

/*
 * A small board for help pages and dialogs: what the view says of the board and the looks, painted
 * at the area's top left in the largest cell that fits (6x3, 4x2 or 2x1); returns the size used
 * (height 0: it did not fit).
 */
Rect painter_small_board(Rect area, const View *view);

#endif
