/* Paints the squares of the board, in every zoom. */
#ifndef BOARD_SQUARES_H
#define BOARD_SQUARES_H

#include "board/layout.h"
#include "board/pieces.h"
#include "board/view.h"

/* Paints the board with the labels that the layout has, and puts the terminal's cursor on the
 * view's cursor. */
void squares_paint(const View *view, const Layout *layout);

/* Composes the tile at column 0..6 from the left and row 0..6 from the top of the screen. */
void squares_compose(const View *view, const Layout *layout, int column, int row, Tile *tile);

/* Paints a piece on the ground of a square, filling an area of at most 24 columns and 12 rows, with
 * the cursor if `chosen` and if squares of that size have one. The palette must be set. */
void squares_paint_piece(Rect area, GlyphSet glyphs, PieceType type, Color color,
                         const Variant *variant, Square on, bool chosen);

/* Returns whether marks are drawn in squares of this size. Elsewhere they are characters. */
bool squares_have_pixels(int columns, int rows);

/* Returns the square at column 0..6 from the left and row 0..6 from the top of the screen. */
Square squares_at(bool flipped, int column, int row);

/* Returns the cells that a square fills on the screen. */
Rect squares_area(const Layout *layout, bool flipped, Square square);

#endif
