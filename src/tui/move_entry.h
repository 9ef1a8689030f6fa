/* Making moves in the position shown. In an earlier position the user first confirms that the later
 * moves are discarded. */
#ifndef TUI_MOVE_ENTRY_H
#define TUI_MOVE_ENTRY_H

#include "tui/app.h"

/* Makes one step; see session_step(). Errors are shown. */
void move_entry_step(App *app, Square from, Square to);

/* Makes a legal move of the position shown. Errors are shown. */
void move_entry_move(App *app, Move move);

/* Makes a move in any notation. */
bool move_entry_text(App *app, const char *text, Error *error);

/* Returns whether a human may move in the position shown. If not, says why. */
bool move_entry_is_allowed(App *app);

#endif
