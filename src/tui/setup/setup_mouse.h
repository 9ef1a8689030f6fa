/* The mouse in the position editor: a click on a piece and then on a square, or a drag, puts or
 * moves it; a drag off the board and the right button remove it. */
#ifndef TUI_SETUP_SETUP_MOUSE_H
#define TUI_SETUP_SETUP_MOUSE_H

#include "tui/setup/setup_state.h"

void setup_mouse_handle(SetupScreen *screen, MouseEvent mouse);

/* Lets go of a piece that is being dragged; it stays where it was. */
void setup_mouse_release(SetupScreen *screen);

#endif
