/* The position editor in the full screen: a layer that shows its own board. The game waits. */
#ifndef TUI_SETUP_SETUP_SCREEN_H
#define TUI_SETUP_SETUP_SCREEN_H

#include "tui/app.h"

/* Opens the editor with the position shown. */
void setup_screen_open(App *app);

/* Closes the editor, if it is open, and lets the game go on. */
void setup_screen_close(App *app);

#endif
