/* The key hints in aligned columns. */
#ifndef BOARD_HINT_PANEL_H
#define BOARD_HINT_PANEL_H

#include <stdbool.h>

#include "board/view.h"
#include "term/rect.h"

/* The positions of the hints, in cells. */
typedef struct HintPlaces {
    int count;
    Rect area[VIEW_HINTS_MAX];
    int index[VIEW_HINTS_MAX]; /* into the hints of the view */
    int action[VIEW_HINTS_MAX];
} HintPlaces;

/* Arranges the hints that fit: the first ones, and the last one, the help. */
HintPlaces hint_panel_arrange(const View *view, Rect area);

void hint_panel_paint(const View *view, const HintPlaces *places);

/* Sets *action to that of the hint at a cell of the screen. Returns false if there is none. */
bool hint_panel_hit(const HintPlaces *places, int y, int x, int *action);

#endif
