/* Paints the squares of the board, in every zoom. */
#ifndef BOARD_SQUARES_H
#define BOARD_SQUARES_H

#include "board/layout.h"
#include "board/marks.h"
#include "board/tile.h"
#include "board/view.h"

/* Paints the board with the labels that the layout has, and puts the terminal's cursor on the
 * view's cursor. */
void squares_paint(const View *view, const Layout *layout);

/* Returns the square at column 0..6 from the left and row 0..6 from the top of the screen. */
Square squares_at(bool flipped, int column, int row);

/* --- shared with ground.c --- */

/* Positions inside a square, in cells from its upper left corner. */
typedef struct SquareGeometry {
    int glyph_row, glyph_column; /* of a letter */
    int place_count;
    MarkPlace places[MARK_PLACES_MAX];
} SquareGeometry;

/* Values common to all squares while a board is painted. */
typedef struct PaintContext {
    const View *view;
    const Layout *layout;
    const SquareGeometry *geometry;
    bool color, utf8, rich; /* capabilities of the terminal */
    GlyphSet glyphs;        /* the view's, or letters if the zoom or terminal cannot show it */
    bool big;               /* letters, dots and crosses are made of pixels */
    int slope;              /* of the lions' line: files to the right for each row down */
} PaintContext;

typedef struct SquareState {
    Square square;
    int column, row; /* on the screen */
    ColorRole role;  /* of the background */
    PieceType type;  /* PIECE_NONE if empty */
    Color color;
    unsigned marks; /* set of mark_bit */
} SquareState;

#endif
