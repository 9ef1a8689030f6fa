/* The dialog for a new game. */
#ifndef TUI_SETUP_NEW_GAME_H
#define TUI_SETUP_NEW_GAME_H

#include "tui/feature.h"

/* `fen` fills the field of the position; "" for the start position. */
void new_game_open(App *app, const char *fen);

/* The same with the position and its variant. */
void new_game_open_position(App *app, const Position *position);

extern const Feature new_game_feature;

#endif
