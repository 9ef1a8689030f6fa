/* The dialog for a new game. */
#ifndef TUI_NEW_GAME_H
#define TUI_NEW_GAME_H

#include "tui/app.h"

/* `fen` fills the field of the position; "" for the start position. */
void new_game_open(App *app, const char *fen);
/* The same with the position and its variant. */
void new_game_open_position(App *app, const Position *position);

/* Starts a game of these players in the last variant, from its first position, and keeps it as the
 * last kind of game. Computers play at the level of the settings. */
void new_game_start(App *app, PlayerControl white, PlayerControl black);

#endif
