/* Marks on squares: what can be told about a square besides who stands there, as characters. */
#ifndef BOARD_MARKS_H
#define BOARD_MARKS_H

#include "board/tile.h"

/* In the order in which they are given their places. */
typedef enum Mark {
    MARK_CURSOR,   /* [ ] */
    MARK_CAPTURE,  /* x x: the selected piece can capture here */
    MARK_SELECTED, /* ( ) */
    MARK_TARGET,   /* o o: the selected piece can end its move where it stands */
    MARK_DROWNING, /* ! !: drowns unless it leaves */
    MARK_LAST,     /* > <: moved last */
    MARK_ADVICE,   /* * *: advised */
    MARK_LIONS,    /* | |, / / or \ \: the lions face each other along this line */
    MARK_COUNT
} Mark;

static inline unsigned mark_bit(Mark mark) {
    return 1U << mark;
}

/* Two places of a cell, left and right of the piece, where a mark is put. */
typedef struct MarkPlace {
    signed char row, left, right;
} MarkPlace;

enum { MARK_PLACES_MAX = 4 };

/* The ink of a mark on a square. */
Style mark_style(Mark mark, ColorRole square);
/* Its left or right character; the lions' line goes `slope` squares to the right for each down. */
const char *mark_text(Mark mark, int right, int slope);

/*
 * Puts a set of marks (of mark_bit) on a cell: each at both sides of its favourite place, or where
 * there is room; the last ones of many share a place, and at worst the least important go missing.
 * The first place is the cursor's.
 */
void marks_put(Tile *tile, unsigned marks, int slope, const MarkPlace *places, int place_count);

#endif
