/* Showing earlier positions of the game. */
#ifndef TUI_BROWSE_H
#define TUI_BROWSE_H

#include "tui/app.h"

void browse_step(App *app, int plies);
/* Shows the position after `ply` plies; the current one ends the browsing. */
void browse_to(App *app, size_t ply);
void browse_start(App *app);
void browse_end(App *app);

/* Lets a running analysis follow the position shown. */
void browse_update_analysis(App *app);

#endif
