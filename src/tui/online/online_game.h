/* A network game on the board: its sentences and questions, its rematch, its talk, and its part of
 * the view. The session implements the game itself; see play/online/network.h. */
#ifndef TUI_ONLINE_ONLINE_GAME_H
#define TUI_ONLINE_ONLINE_GAME_H

#include "tui/feature.h"

extern const Feature online_feature;

/* ---- a rematch of the game on the board that is over ----
 * One key offers and answers it, and it is opened when both players want it. Spectators are asked
 * whether they follow. */

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

/* ---- talk ---- */

/* Writes a line such as "Ada: hello", with runs of blanks collapsed into one. Returns `text`. */
const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]);

#endif
