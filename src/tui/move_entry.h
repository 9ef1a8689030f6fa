/* Making moves in the position shown; one that would cut the game is made after asking. */
#ifndef TUI_MOVE_ENTRY_H
#define TUI_MOVE_ENTRY_H

#include "tui/app.h"

/* Whether a human may move in the position shown; if not, says why. */
bool move_entry_allowed(App *app);

/* One step of a hand: see session_step. */
void move_entry_step(App *app, Square from, Square to);

/* A move in any notation; false with the error when it is none. */
bool move_entry_text(App *app, const char *text, Error *error);

#endif
