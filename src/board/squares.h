/* PaintContext the squares of the board, in every zoom. */
#ifndef BOARD_SQUARES_H
#define BOARD_SQUARES_H

#include "board/layout.h"
#include "board/marks.h"
#include "board/tile.h"
#include "board/view.h"

/* Whether the squares are told apart by lines: there is no colour. */
bool squares_are_ruled(void);

/* Paints the board and its labels (those that the layout has) and puts the hardware cursor on the
 * view's cursor. */
void squares_paint(const View *view, const Layout *layout);

/* The square at a place of the board on the screen: column 0..6 from the left, row 0..6 from the
 * top.
 */
Square squares_at(bool flipped, int column, int row);

/*
 * What the painters of squares share: the view and layout that are painted, what this zoom and
 * terminal can show, and the state of one square.
 */

/* Where things are in a square. */
typedef struct SquareGeometry {
    int glyph_row, glyph_column; /* of a letter */
    int place_count;
    MarkPlace places[MARK_PLACES_MAX];
} SquareGeometry;

typedef struct PaintContext {
    const View *view;
    const Layout *layout;
    const SquareGeometry *geometry;
    bool color, utf8, rich;
    GlyphSet glyphs; /* what this zoom and terminal can show */
    bool big;        /* letters, dots and crosses are made of pixels too */
    int slope;       /* of the lions' line: files to the right for each row down */
} PaintContext;

typedef struct SquareState {
    Square square;
    int column, row;
    ColorRole role;
    PieceType kind; /* PIECE_NONE: empty */
    Color color;
    unsigned marks;
} SquareState;

PaintContext paint_context_create(const View *view, const Layout *layout);
/* The square at a place of the board on the screen. */
SquareState squares_state(const View *view, int column, int row);

/* --- men.c --- */

/* Puts the piece of a square that is not empty. */
void squares_put_piece(const PaintContext *context, Tile *tile, const SquareState *state);
/* Whose it is, where the piece itself does not say it: after the marks, in a place they left. */
void squares_put_letter_tag(const PaintContext *context, Tile *tile, const SquareState *state);

/* --- ground.c --- */

/* Waves, trees and the castles' sides, where nothing else is. */
void ground_put(const PaintContext *context, Tile *tile, const SquareState *state);

#endif
