/* Playing somebody: inviting them to a game on the user's own server, and what to tell them. */
#ifndef TUI_ONLINE_INVITE_H
#define TUI_ONLINE_INVITE_H

#include "tui/app.h"

/* ---- inviting ---- */

/* Shows the address and the id, or the invitation, of the game on the board, if it is on the user's
 * own server or has a seat that is kept for whom the user invites. Returns false if it is not. */
bool invite_show(App *app);

/* ---- playing somebody, at this keyboard or on a server ---- */

/* Each asks where the other player is, the second one without this keyboard. Without a game on the
 * board, Esc goes back to the start. */
void play_somebody_open(App *app);

void play_somebody_open_online(App *app);

#endif
