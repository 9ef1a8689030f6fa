/* The lines between the squares of a ruled board. */
#ifndef TUI_GRID_H
#define TUI_GRID_H

#include "tui/layout.h"

void grid_draw(const Layout *layout);

#endif
