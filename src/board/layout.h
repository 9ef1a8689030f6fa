/*
 * The layout of the screen: rectangles in cells, computed from its size and a few options, without
 * a terminal. They lie on the screen and do not overlap, except that `side` encloses its sections.
 * A part without room has height 0.
 */
#ifndef BOARD_LAYOUT_H
#define BOARD_LAYOUT_H

#include <stdbool.h>

#include "base/display.h"
#include "term/rect.h"

enum {
    LAYOUT_LINES_MIN = 10, /* the smallest screen on which a game can be played */
    LAYOUT_COLUMNS_MIN = 24,
    LAYOUT_SECTION_NARROW = 20 /* a section of fewer columns has no room for blanks */
};

/* Columns and rows from one square to the next. */
typedef struct SquareSize {
    int x, y;
} SquareSize;

typedef struct LayoutOptions {
    int lines, columns;
    Zoom zoom;                /* the largest allowed */
    bool ruled;               /* lines separate the squares */
    int extra_thinking_lines; /* added to the thinking section at the cost of less important ones;
                                 the board keeps its size */
    bool no_graph;
    bool lesson; /* a lesson takes the place of the sections */
} LayoutOptions;

typedef struct Layout {
    Zoom zoom;  /* 0 if the screen is too small; the rest is then zero too */
    bool ruled; /* never in squares of 2x1 */
    SquareSize square_size;
    Rect board; /* 7 by 7 squares; with its lines if ruled, and in squares of 2x1 with a last column
                   for the cursor's bracket */
    Rect ranks; /* the digits left of the board */
    Rect files; /* the letters below the board */
    Rect bar;   /* the evaluation bar */
    Rect turn;  /* whose turn it is, if there are no sections */
    Rect side;  /* the frame of the sections; its last line is the lower edge */
    /* Sections. The first line of each has its title. */
    Rect upper; /* the player at the top of the board */
    Rect moves;
    Rect thinking;
    Rect graph;
    Rect lower; /* the player at the bottom of the board */
    Rect lesson;
    Rect hints;
    Rect status;
} Layout;

Layout layout_make(const LayoutOptions *options);

/* Returns whether the status can take the line of the letters below a board without sections. */
bool layout_can_extend_status(const Layout *layout);
void layout_extend_status(Layout *layout);

/* Returns the layout of a board alone, without labels, with its upper left corner at (y, x). */
Layout layout_board(Zoom zoom, bool ruled, int y, int x);

/* Returns a square of the board without its lines. `column` counts from the left of the screen and
 * `row` from its top, both from 0. */
Rect layout_square(const Layout *layout, int column, int row);

/* Returns the inside of a section: without its title, the frame's sides and, if it is wide,
 * margins. */
Rect layout_inside(Rect section);

#endif
