/* The page of the user's results. */
#ifndef TUI_GAMES_GAMES_RESULTS_H
#define TUI_GAMES_GAMES_RESULTS_H

#include "tui/games/games_screen.h"

/* Draws the page from its line `screen->results_top` on, and stores how long it is. */
void games_results_draw(GamesScreen *screen, Rect area);

#endif
