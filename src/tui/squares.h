/* PaintContext the squares of the board, in every zoom. */
#ifndef TUI_SQUARES_H
#define TUI_SQUARES_H

#include "tui/layout.h"
#include "tui/view.h"

/* Whether the squares are told apart by lines: there is no colour. */
bool squares_are_ruled(void);

/* Paints the board and its labels (those that the layout has) and puts the hardware cursor on the
 * view's cursor. */
void squares_paint(const View *view, const Layout *layout);

/* The square at a place of the board on the screen: column 0..6 from the left, row 0..6 from the
 * top.
 */
Square squares_at(bool flipped, int column, int row);

#endif
