/* Browsing: showing earlier positions of the game. */
#ifndef TUI_BROWSE_H
#define TUI_BROWSE_H

#include "tui/app.h"

/* Shows the position one ply earlier (-1) or later (1). */
void browse_step(App *app, int direction);

/* Shows the position at a ply; the current one ends the browsing. */
void browse_to(App *app, size_t ply);

void browse_start(App *app);

void browse_end(App *app);

/* Analyses the position shown if the user wants an analysis and the engine is free; stops an
 * analysis of another position. */
void browse_update_analysis(App *app);

#endif
