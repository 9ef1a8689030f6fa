/* Play somebody: at this keyboard, or on a server. */
#ifndef TUI_ONLINE_PLAY_SOMEBODY_H
#define TUI_ONLINE_PLAY_SOMEBODY_H

#include "tui/app.h"

/* Each asks where the other player is, the second one without this keyboard. Without a game on the
 * board, Esc goes back to the start. */
void play_somebody_open(App *app);
void play_somebody_open_online(App *app);

#endif
