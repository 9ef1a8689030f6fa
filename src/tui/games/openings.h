/*
 * Openings: what was played from the position shown, in my games or in the file that was opened
 * last. The user's game is suspended while its positions, and moves that are tried, are on the
 * board.
 */
#ifndef TUI_GAMES_OPENINGS_H
#define TUI_GAMES_OPENINGS_H

#include "tui/app.h"

/* Shows the openings from the position on the board. */
void openings_open(App *app);
bool openings_are_open(const App *app);

/* Fills in the panel, if the openings are open. */
void openings_fill_view(App *app, View *view);
/* Appends how often the selected move was played, and with what results. Returns false unless the
 * openings are open. */
bool openings_status(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
