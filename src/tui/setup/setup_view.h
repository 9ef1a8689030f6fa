/* Turns the state of the position editor into a View. */
#ifndef TUI_SETUP_SETUP_VIEW_H
#define TUI_SETUP_SETUP_VIEW_H

#include "tui/setup/setup_state.h"

/* Fills the view, which borrows from the screen, and arranges screen->screen for it. */
void setup_view_fill(SetupScreen *screen, View *view);

#endif
