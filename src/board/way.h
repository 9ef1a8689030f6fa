/* A dotted line over several squares. */
#ifndef BOARD_WAY_H
#define BOARD_WAY_H

#include "board/squares.h"

/* Puts the part of a line between the middles of two squares that lies on a tile, behind pieces. */
void way_put(const PaintContext *context, Tile *tile, const SquareState *state, Square from,
             Square to, ColorRole role);

#endif
