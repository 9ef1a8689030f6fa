/* Exercises from one's own mistakes in a reviewed game: "find a better move"; see
 * play/puzzles/mistake.h. */
#ifndef TUI_LEARN_MISTAKE_SCREEN_H
#define TUI_LEARN_MISTAKE_SCREEN_H

#include "tui/app.h"

/* Shows the first mistake of the game on the board, or says why there is none. Those of the only
 * human at this terminal count; between two people those of both; else those of the side at the
 * bottom of the board. */
void mistake_screen_open(App *app);

#endif
