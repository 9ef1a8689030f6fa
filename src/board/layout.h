/*
 * Where everything goes: rectangles from the size of the screen and a few wishes. No terminal is
 * needed. All rectangles lie on the screen and none overlaps another, but that `side` holds the
 * sections. A thing for which there is no room has a height of 0.
 */
#ifndef BOARD_LAYOUT_H
#define BOARD_LAYOUT_H

#include <stdbool.h>

#include "term/rect.h"

enum {
    ZOOM_MAX = 5,
    LAYOUT_LINES_MIN = 10, /* the smallest screen on which a game can be played */
    LAYOUT_COLUMNS_MIN = 24
};

/* Columns and rows from a square to the next, by zoom 1..5. */
typedef struct SquareSize {
    int x, y;
} SquareSize;
SquareSize layout_square_size(int zoom);

typedef struct LayoutOptions {
    int lines, columns;
    int zoom;   /* 1..5, taken if there is room for it, else the next smaller; 0: by the room */
    bool ruled; /* the board's squares are told apart by lines, not by colours */
    int extra_thinking_lines; /* lines that the thinking panel is to have above its usual number, at
                          the cost of what is less important; the board stays as it is without them
                        */
    bool no_graph;            /* the score's graph is of no use */
    bool lesson; /* beside the board stands a text to read, and nothing else but hints */
} LayoutOptions;

typedef struct Layout {
    int zoom;   /* in force; 0: the screen is too small, and nothing below is set */
    bool ruled; /* there are lines between the squares (not in the smallest zoom) */
    SquareSize square_size;
    Rect board; /* 7 squares each way; with its rules, or a last column for marks in zoom 1 */
    Rect ranks; /* the digits left of it */
    Rect files; /* the letters below it */
    Rect bar;   /* the evaluation bar */
    Rect turn;  /* whose turn it is, where there is no room for the players' sections */
    Rect side;  /* the frame with the sections below; its last line is its lower edge */
    /* the sections, whose first line is their title's */
    Rect upper; /* the player at the top of the board */
    Rect moves;
    Rect thinking;
    Rect graph;
    Rect lower;  /* the player at the bottom */
    Rect lesson; /* instead of the sections, for a wish with a lesson */
    Rect hints;
    Rect status;
} Layout;

Layout layout_make(const LayoutOptions *options);

/* Where the board stands alone, the letters below it may give their line to a sentence that is too
 * long for the status line. */
bool layout_can_extend_status(const Layout *layout);
void layout_extend_status(Layout *layout);

/* A board alone, without labels, at a place of the screen. */
Layout layout_board(int zoom, bool ruled, int y, int x);

/* The rectangle of a square inside the board, without its rules. `column` 0..6 from the left, `row`
 * 0..6 from the top of the screen. */
Rect layout_square(const Layout *layout, int column, int row);

#endif
