/* Animation of a computer's move, if the settings ask for it. Any input ends it. */
#ifndef TUI_ANIMATION_H
#define TUI_ANIMATION_H

#include "tui/app.h"

/* Animates a move that was just made in the position `before`: a monkey's capture jump by jump, any
 * other move by a glimpse of the position before. */
void animation_start(App *app, const Position *before, Move move);
void animation_stop(App *app);

/* Returns the position to show instead of the real one, or NULL. */
const Position *animation_frame(const App *app);

#endif
