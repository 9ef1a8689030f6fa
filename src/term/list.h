/*
 * The state of a list on the screen: how many rows it has, the selected one, and which are in
 * sight. Its owner draws the rows. A text that scrolls takes the same keys.
 */
#ifndef TERM_LIST_H
#define TERM_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "term/draw.h"
#include "term/key.h"

enum {
    LIST_MARK = 2,      /* columns of the mark before a row */
    LIST_WHEEL_ROWS = 3 /* that a notch of the wheel moves by */
};

typedef struct List {
    size_t count;
    size_t selected; /* index of a row; not below `count` if none is selected */
    size_t top;      /* index of the first row in sight */
    Rect area;       /* of the rows in sight, as arranged last */
} List;

/* Returns by how many rows a key moves in a list or a text of which `height` lines are in sight:
 * more than there are for Home and End, and 0 for a key that does not move. */
int list_key_rows(Key key, int height);

/* Selects a row, or the first or last one. */
void list_select(List *list, long row);

/* Moves the selection by a number of rows, up to the first or last one. Returns whether it moved.
 */
bool list_move(List *list, long rows);

/* Places the rows in an area, of which they take as many lines as they need. The rows in sight
 * move as little as the selected one requires. */
void list_arrange(List *list, Rect area);

/* Draws what is in a row after the mark. */
typedef void ListRowDrawer(const void *context, size_t row, Rect line, UiRole role);

/* Draws the rows in a role, or in ROLE_HIGHLIGHT with a mark if selected. Column `border`, unless
 * it is negative, has signs of further rows above and below. */
void list_draw(const List *list, UiRole role, int border, ListRowDrawer *draw_row,
               const void *context);

/* Sets *row to that at a cell of the screen. Returns false if there is none. */
bool list_hit(const List *list, int y, int x, size_t *row);

#endif
