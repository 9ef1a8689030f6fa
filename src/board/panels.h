/* Everything around the board: the cards and panels, the turn, hints and status. */
#ifndef BOARD_PANELS_H
#define BOARD_PANELS_H

#include "board/painter.h"

/* `layout` is that of the screen, or with a longer status. */
void panels_paint(const View *view, const Layout *layout, const Screen *screen);

#endif
