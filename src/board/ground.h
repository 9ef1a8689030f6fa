/* The ground of the board: water, trees and castles on a square, and the lines of a ruled board. */
#ifndef BOARD_GROUND_H
#define BOARD_GROUND_H

#include "board/squares.h"

/* Adds waves, trees and the castles' sides in empty cells. */
void ground_put(const PaintContext *context, Tile *tile, const SquareState *state);

/* Draws the lines between the squares, those around the castles heavier. */
void ground_draw_lines(const Layout *layout);

#endif
