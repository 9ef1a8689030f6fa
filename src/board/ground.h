/* The ground of the board: colours, waves, castle walls, and the lines of a ruled board. */
#ifndef BOARD_GROUND_H
#define BOARD_GROUND_H

#include "board/squares.h"

/* The thickness of the castle's walls on a square, in pixels. Upright walls lie in the last column
 * of a square, also those left of a castle. */
typedef struct GroundWalls {
    int right, top, bottom;
} GroundWalls;

/* Returns the colour of a square's ground. */
ColorRole ground_role(const Variant *variant, Square square);

GroundWalls ground_walls(const PaintContext *context, const SquareState *state);

/* Adds waves, the castles' sides and the texture of terminals with few colours. */
void ground_put(const PaintContext *context, Tile *tile, const SquareState *state);

/* Draws the lines between the squares, those around the castles heavier. */
void ground_draw_lines(const Layout *layout);

#endif
