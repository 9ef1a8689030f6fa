/* Drawing the lobby. */
#ifndef TUI_ONLINE_LOBBY_DRAW_H
#define TUI_ONLINE_LOBBY_DRAW_H

#include "term/layer.h"

/* Draws a layer that is a LobbyScreen, and stores the area of its list for the mouse. */
void lobby_draw(Layer *layer);

/* Returns the columns of a row of the lobby on this screen. */
int lobby_draw_row_width(void);

#endif
