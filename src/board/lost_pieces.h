/* The pieces that both sides have lost, drawn: a panel of tall sidebars. */
#ifndef BOARD_LOST_PIECES_H
#define BOARD_LOST_PIECES_H

#include "board/view.h"
#include "term/rect.h"

/* Returns the lines of the panel, with its title, in a width of `width` columns within its margins;
 * 0 if nothing is lost or the terminal draws no pieces. Depends only on the record of the view and
 * on the position shown. */
int lost_pieces_lines(const View *view, int width);

/* Paints the lost pieces of the player at the top of the board, then those of the other. */
void lost_pieces_paint(const View *view, Rect area);

#endif
