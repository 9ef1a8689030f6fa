/* A computer's move shown step by step, where the settings ask for it. Any key ends it. */
#ifndef TUI_ANIMATION_H
#define TUI_ANIMATION_H

#include "tui/app.h"

/* Shows a move that has just been made in `before`. */
void animation_start(App *app, const Position *before, Move move);
void animation_stop(App *app);

/* The picture to show instead of the position; NULL: none. */
const Position *animation_frame(const App *app);

#endif
