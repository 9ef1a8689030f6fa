/* Showing a computer's move step by step, if the settings say so. Any key ends it. */
#ifndef TUI_ANIMATION_H
#define TUI_ANIMATION_H

#include "tui/app.h"

/* Shows a move that was just made in the position `before`. */
void animation_start(App *app, const Position *before, Move move);
void animation_stop(App *app);

/* Returns the position to show instead of the real one, or NULL. */
const Position *animation_frame(const App *app);

#endif
