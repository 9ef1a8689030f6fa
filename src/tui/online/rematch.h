/* A rematch of the network game on the board that is over: offered and answered by one key, and
 * opened when both players want it. Spectators are asked whether they follow. */
#ifndef TUI_ONLINE_REMATCH_H
#define TUI_ONLINE_REMATCH_H

#include "tui/app.h"

/* Returns the state of the rematch; REMATCH_NONE also if there can be none. */
RematchState rematch_state(const App *app);
/* Returns whether rematch_run() does something: the user can offer or accept a rematch, or go to
 * the one that was made. */
bool rematch_is_possible(const App *app);

/* Offers a rematch, accepts the opponent's offer, or opens the rematch that was made. */
void rematch_run(App *app);
/* Declines the opponent's offer, or withdraws the user's. */
void rematch_decline(App *app);

/* Writes who offers or has declined a rematch, or that it was made, and with `keys` how to answer;
 * "" if nothing was said. Returns `text`. */
const char *rematch_describe(const App *app, bool keys, char text[VIEW_STATUS_SIZE]);

/* Announces a change since `before`, and opens the rematch for its players. */
void rematch_on_change(App *app, const NetworkView *before);

#endif
