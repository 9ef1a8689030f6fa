/*
 * The layout of the screen: rectangles in cells, computed from its size and what is to be shown,
 * without a terminal. They lie in one centred block and do not overlap, except that `side` encloses
 * the cards and panels. A part without room has height 0.
 *
 * The places of the board, the side and the status depend only on the size of the screen, the size
 * of the squares and the number of lines of the board: nothing moves when a panel comes or goes.
 */
#ifndef BOARD_LAYOUT_H
#define BOARD_LAYOUT_H

#include <stdbool.h>

#include "base/display.h"
#include "term/rect.h"

enum {
    LAYOUT_LINES_MIN = 10, /* the smallest screen on which a game can be played */
    LAYOUT_COLUMNS_MIN = 24,
    LAYOUT_CARD_TALL = 4 /* lines of a card with a margin above and below */
};

/* Columns and rows from one square to the next. */
typedef struct SquareSize {
    int x, y;
} SquareSize;

typedef struct LayoutOptions {
    int lines, columns;
    Zoom zoom;  /* the largest allowed */
    bool ruled; /* lines separate the squares */
    /* The panels with something to say, in lines without their titles. Others have 0. */
    int thinking_lines, talk_lines, notice_lines, note_lines, about_lines;
    int candidate_lines; /* with its title, as the next one */
    int lost_lines;
    int review_lines;  /* of text, below its graph */
    bool review_whole; /* they come before all but one of the moves */
    bool bar;          /* the bar of the score */
    bool graph;        /* ... and its graph, in the review if there is one */
    bool lesson;       /* a lesson takes the place of the cards and panels */
} LayoutOptions;

typedef struct Layout {
    Zoom zoom;  /* 0 if the screen is too small; the rest is then zero too */
    bool ruled; /* never in squares of 2x1 */
    SquareSize square_size;
    Rect block; /* encloses everything */
    Rect board; /* 7 by 7 squares; with its lines if ruled, and in squares of 2x1 with a last column
                   for the cursor's bracket */
    Rect ranks; /* the digits left of the board */
    Rect files; /* the letters below the board, or above one that fills all other lines */
    Rect bar;   /* the evaluation bar, beside the board */
    Rect mark;  /* the column for the marker of the side to move */
    Rect turn;  /* whose turn it is, if there are no cards */
    Rect side;  /* the cards and panels */
    Rect upper; /* the card of the player at the top of the board */
    Rect lower;
    Rect lesson;
    /* Panels. The first line of each has its title. */
    Rect moves;
    Rect notes;
    Rect candidates;
    Rect thinking;
    Rect talk;
    Rect lost; /* pieces */
    Rect graph;
    Rect review;
    Rect notice; /* without a title, as the next one */
    Rect about;
    Rect hints;
    Rect status;
} Layout;

Layout layout_make(const LayoutOptions *options);

/* Returns whether the status can take the line of the letters below a board without cards. */
bool layout_can_extend_status(const Layout *layout);
void layout_extend_status(Layout *layout);

/* Returns the layout of a board alone, without labels, with its upper left corner at (y, x). */
Layout layout_board(Zoom zoom, bool ruled, int y, int x);

/* Returns whether the turn, shown without cards, can take the line of the letters too. */
bool layout_can_extend_turn(const Layout *layout);
void layout_extend_turn(Layout *layout);

/* Returns a square of the board without its lines. `column` counts from the left of the screen and
 * `row` from its top, both from 0. */
Rect layout_square(const Layout *layout, int column, int row);

/* Return the columns in which hints stand side by side, and the distance of two of them in cells.
 */
int layout_hint_columns(Rect hints);
int layout_hint_width(Rect hints);

/* Returns the graph in the panel of a review, above the text; of height 0 if there is no room. */
Rect layout_review_graph(Rect review);

/* Return the inside of a panel: within its margins, without its title or of a panel without one. */
Rect layout_inside(Rect panel);
Rect layout_untitled(Rect panel);

#endif
