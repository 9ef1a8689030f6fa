/* The list of the game's moves. */
#ifndef BOARD_MOVE_LIST_H
#define BOARD_MOVE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "board/view.h"
#include "term/rect.h"

/* Where the moves stand in their section. */
typedef struct MoveListPlaces {
    Rect area; /* of height 0 without a list */
    size_t first_line;
    int number_width;
    int column_width;
    bool paired;      /* White's and Black's move on one line */
    size_t leading;   /* 1 if Black began, so that the first line has no move of White's */
    size_t ply_count; /* plies with a place; the last may be the one that is awaited */
} MoveListPlaces;

/* Keeps the shown position's move in sight. */
MoveListPlaces move_list_arrange(const View *view, Rect section);

void move_list_paint(const View *view, const MoveListPlaces *places);

/* Gives the number of the position after the move at a place of the screen. Returns false if there
 * is no move. */
bool move_list_hit(const MoveListPlaces *places, int y, int x, size_t *ply);

#endif
