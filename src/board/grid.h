/* The lines between the squares of a ruled board. */
#ifndef BOARD_GRID_H
#define BOARD_GRID_H

#include "board/layout.h"

void grid_draw(const Layout *layout);

#endif
