/* The lobby: the games of a server on the screen, to be joined, watched or made. */
#ifndef TUI_LOBBY_SCREEN_H
#define TUI_LOBBY_SCREEN_H

#include "tui/app_state.h"

/* Opens it over the board; the game there goes on. */
void lobby_screen_open(App *app);
/* Closes it; its layer goes with the next sweep. */
void lobby_screen_close(App *app);
/* Once a second: false when there is none. */
bool lobby_screen_tick(App *app);

#endif
