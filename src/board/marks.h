/* Marks on squares: pixels, or pairs of characters where a cell has no room for pixels. */
#ifndef BOARD_MARKS_H
#define BOARD_MARKS_H

#include "board/tile.h"

/* The most important first. */
typedef enum Mark {
    MARK_CURSOR,   /* [ ], a frame */
    MARK_DROWNING, /* ! !, red corners: the piece drowns unless it leaves */
    MARK_CAPTURE,  /* x x, corners: the selected piece can capture here */
    MARK_TARGET,   /* o o, a dot: the selected piece can end its move here */
    MARK_SELECTED, /* ( ), bars at the sides */
    MARK_PREMOVE,  /* = =, ticks above and below: part of the move that is made next */
    MARK_LAST,     /* > <, ticks at the sides: part of the last move */
    MARK_ADVICE,   /* * *, ticks at all sides: part of the advised move */
    MARK_LIONS,    /* | |, / / or \ \, dots: on the line between lions that face each other */
    MARK_WAY,      /* . ., dots: the way of a capture so far */
    MARK_COUNT
} Mark;

static inline unsigned mark_bit(Mark mark) {
    return 1U << mark;
}

/* A place for a mark: two columns, left and right of the piece. */
typedef struct MarkPlace {
    signed char row, left, right;
} MarkPlace;

enum { MARK_PLACES_MAX = 4 };

Style mark_style(Mark mark);
/* Returns the left or right character of a mark. `slope` is the slope of the lions' line, -1, 0 or
 * 1: files to the right for each row down. */
const char *mark_text(Mark mark, int right, int slope);

/* Puts a set of marks, of mark_bit, on a tile. Each takes both sides of its preferred place or of a
 * free one. Further marks share a place; the least important may be left out. The first place is
 * the cursor's. */
void marks_put(Tile *tile, unsigned marks, int slope, const MarkPlace *places, int place_count);

/* What marks_put_pixels needs to know of a square. `area` is the part of the tile inside walls. */
typedef struct MarkSpot {
    Rect area;
    int thickness; /* of a frame's sides */
    bool occupied;
    ColorRole ink;   /* of the piece, or of the side that moves */
    ColorRole frame; /* of the cursor */
} MarkSpot;

/* Puts the most important mark, and under the cursor's frame what of the next one has room. */
void marks_put_pixels(Tile *tile, unsigned marks, const MarkSpot *spot);

/* Puts a tick into the lower left or right corner: the square is attacked by a side. */
void marks_put_attack(Tile *tile, const MarkSpot *spot, bool right, ColorRole ink);

#endif
