/* Marks on squares, drawn as pairs of characters. */
#ifndef BOARD_MARKS_H
#define BOARD_MARKS_H

#include "board/tile.h"

/* The most important first. */
typedef enum Mark {
    MARK_CURSOR,   /* [ ] */
    MARK_CAPTURE,  /* x x: the selected piece can capture here */
    MARK_SELECTED, /* ( ) */
    MARK_TARGET,   /* o o: the selected piece can end its move where it stands */
    MARK_DROWNING, /* ! !: the piece drowns unless it leaves */
    MARK_LAST,     /* > <: part of the last move */
    MARK_ADVICE,   /* * *: part of the advised move */
    MARK_LIONS,    /* | |, / / or \ \: on the line between lions that face each other */
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

Style mark_style(Mark mark, ColorRole square);
/* Returns the left or right character of a mark. `slope` is the slope of the lions' line, -1, 0 or
 * 1: files to the right for each row down. */
const char *mark_text(Mark mark, int right, int slope);

/* Puts a set of marks, of mark_bit, on a tile. Each takes both sides of its preferred place or of a
 * free one. Further marks share a place; the least important may be left out. The first place is
 * the cursor's. */
void marks_put(Tile *tile, unsigned marks, int slope, const MarkPlace *places, int place_count);

#endif
