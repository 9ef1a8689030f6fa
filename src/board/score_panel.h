/* The score as White's share of a bar and of a graph. */
#ifndef BOARD_SCORE_PANEL_H
#define BOARD_SCORE_PANEL_H

#include "board/view.h"
#include "term/rect.h"

/* Paints the share of the position shown, or how the game ended. */
void score_panel_paint_bar(const View *view, Rect area);

/* Paints the game, a column for each position. A column of a game longer than the area is wide
 * stands for several positions. */
void score_panel_paint_graph(const View *view, Rect area);

#endif
