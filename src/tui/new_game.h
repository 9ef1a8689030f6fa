/* The dialog for a new game. */
#ifndef TUI_NEW_GAME_H
#define TUI_NEW_GAME_H

#include "tui/app.h"

/* `fen` fills the field of the position; "" for the start position. */
void new_game_open(App *app, const char *fen);

/* Draws one of the two colours by lot; a seed other than 0 decides it. */
Color new_game_random_color(int seed);

#endif
