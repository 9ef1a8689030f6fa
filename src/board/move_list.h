/* The list of the game's moves. */
#ifndef BOARD_MOVE_LIST_H
#define BOARD_MOVE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "board/view.h"
#include "term/rect.h"

/* The positions of the moves in their section, in cells. */
typedef struct MoveListPlaces {
    Rect area; /* of height 0 without a list */
    size_t first_line;
    int number_width; /* right-aligned numbers end here */
    int white, black; /* columns of the moves, from the left edge of the area */
    bool paired;      /* White's and Black's move on one line */
    size_t leading;   /* 1 if Black began: the first line then has no move of White's */
    size_t ply_count; /* plies in the list, including a move that is awaited */
} MoveListPlaces;

/* Arranges the list so that the move of the shown position is in sight. */
MoveListPlaces move_list_arrange(const View *view, Rect section);

void move_list_paint(const View *view, const MoveListPlaces *places);

/* Sets *ply to the number of the position after the move at a cell of the screen. Returns false if
 * there is no move. */
bool move_list_hit(const MoveListPlaces *places, int y, int x, size_t *ply);

#endif
