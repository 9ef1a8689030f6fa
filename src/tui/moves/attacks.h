/* Marks the squares that a side attacks; see movegen_attacks(). */
#ifndef TUI_MOVES_ATTACKS_H
#define TUI_MOVES_ATTACKS_H

#include "tui/app.h"

/* Marks the squares that the opponent attacks; then, each time, those of the player, of both sides,
 * and none. Says what is marked. Between two people the player is the one to move. */
void attacks_cycle(App *app);

void attacks_fill_view(const App *app, View *view);

#endif
