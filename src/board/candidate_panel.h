/* The panel of candidate moves: a summary and, if they are listed, all moves. */
#ifndef BOARD_CANDIDATE_PANEL_H
#define BOARD_CANDIDATE_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#include "board/view.h"
#include "term/rect.h"

/* The places of the remark and of the moves in the panel, in cells. */
typedef struct CandidatePlaces {
    Rect remark; /* of height 0 if absent, as the next one */
    Rect moves;  /* one a line */
    size_t top;  /* index of the first move in sight */
    size_t count;
} CandidatePlaces;

/* Returns the lines that the panel needs in a width of `width` columns within its margins. */
int candidate_panel_lines(const ViewCandidates *candidates, int width);

/* Arranges the panel so that the selected move is in sight. NULL or a panel of height 0 is allowed.
 */
CandidatePlaces candidate_panel_arrange(const ViewCandidates *candidates, Rect panel);

/* Returns the longest form of the summary that fits into `width` columns, or "". */
const char *candidate_panel_summary(const ViewCandidates *candidates, int width);

/* Paints all but the title, and puts the terminal's cursor on the selected move. */
void candidate_panel_paint(const ViewCandidates *candidates, const CandidatePlaces *places);

/* Sets *move to the index of the move at a cell of the screen. Returns false if there is none. */
bool candidate_panel_hit(const CandidatePlaces *places, int y, int x, size_t *move);

#endif
