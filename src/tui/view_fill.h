/* Turns the program's state into a View. */
#ifndef TUI_VIEW_FILL_H
#define TUI_VIEW_FILL_H

#include "board/view.h"
#include "tui/app.h"

/* Fills the view and arranges app->screen for it. The view borrows from the app and its session
 * until the next event. */
void view_fill(App *app, View *view);

/* Returns the squares of a move: its origin and all landings. Empty for MOVE_NONE. */
Bitboard view_move_squares(Move move);

/* Returns whether the user wants to know who is better: in a game in progress only on request. */
bool view_wants_scores(const App *app);

#endif
