/* The score as White's share of a bar and of a graph, and the review below the graph. */
#ifndef BOARD_SCORE_PANEL_H
#define BOARD_SCORE_PANEL_H

#include "board/layout.h"
#include "board/view.h"
#include "term/rect.h"

/* Paints the share of the position shown, or the result of a finished game; nothing if it is
 * unknown. */
void score_panel_paint_bar(const View *view, Rect area);

/* The place of the graph, with a column for each position, or for several positions if the game is
 * longer than the graph is wide. */
typedef struct GraphPlaces {
    Rect columns; /* of height 0 without a graph */
    Rect marks;   /* a line below it with the mistakes of a review; of height 0 without one */
    Rect text;    /* of a review; likewise */
    size_t positions;
} GraphPlaces;

GraphPlaces score_panel_arrange(const View *view, const Layout *layout);

/* Paints the graph and, of a review, the marks and the text. */
void score_panel_paint(const View *view, const GraphPlaces *places);

/* Sets *ply to the last position of the column at a cell. Returns false if there is none. */
bool score_panel_hit(const GraphPlaces *places, int y, int x, size_t *ply);

#endif
