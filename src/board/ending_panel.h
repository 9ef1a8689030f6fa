/* The panel of a solved ending: its verdict and, if they are listed, all moves. */
#ifndef BOARD_ENDING_PANEL_H
#define BOARD_ENDING_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#include "board/view.h"
#include "term/rect.h"

/* The places of the remark and of the moves in the panel, in cells. */
typedef struct EndingPlaces {
    Rect remark; /* of height 0 if absent, as the next one */
    Rect moves;  /* one a line */
    size_t top;  /* index of the first move in sight */
    size_t count;
} EndingPlaces;

/* Returns the lines that the panel needs in a width of `width` columns within its margins. */
int ending_panel_lines(const ViewEnding *ending, int width);

/* Arranges the panel so that the selected move is in sight. NULL or a panel of height 0 is allowed.
 */
EndingPlaces ending_panel_arrange(const ViewEnding *ending, Rect panel);

/* Returns the longest form of the verdict that fits into `width` columns, or "". */
const char *ending_panel_verdict(const ViewEnding *ending, int width);

/* Paints all but the title, and puts the terminal's cursor on the selected move. */
void ending_panel_paint(const ViewEnding *ending, const EndingPlaces *places);

/* Sets *move to the index of the move at a cell of the screen. Returns false if there is none. */
bool ending_panel_hit(const EndingPlaces *places, int y, int x, size_t *move);

#endif
