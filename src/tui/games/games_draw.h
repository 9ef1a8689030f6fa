/* Drawing the list of games. */
#ifndef TUI_GAMES_GAMES_DRAW_H
#define TUI_GAMES_GAMES_DRAW_H

#include "term/layer.h"

/* Draws a layer that is a GamesScreen, and stores where its parts lie for the mouse. */
void games_draw(Layer *layer);

#endif
