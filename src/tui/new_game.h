/* The dialog for a new game. */
#ifndef TUI_NEW_GAME_H
#define TUI_NEW_GAME_H

#include "tui/app.h"

/* `fen` fills the field of the position; "" for the start position. */
void new_game_open(App *app, const char *fen);

#endif
