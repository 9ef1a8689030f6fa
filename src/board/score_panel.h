/* The score as White's share of a bar and of a graph. */
#ifndef BOARD_SCORE_PANEL_H
#define BOARD_SCORE_PANEL_H

#include "board/view.h"
#include "term/rect.h"

/* Paints the share of the position shown, or the result of a finished game; nothing if it is
 * unknown. */
void score_panel_paint_bar(const View *view, Rect area);

/* Paints the game, a column for each position, or for several positions if the game is longer than
 * the area is wide. */
void score_panel_paint_graph(const View *view, Rect area);

#endif
