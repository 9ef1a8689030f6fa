/* Opening a network game: the server is reached while a box says so, and can be given up. */
#ifndef TUI_ONLINE_CONNECT_DIALOG_H
#define TUI_ONLINE_CONNECT_DIALOG_H

#include "tui/app.h"

/*
 * Opens the game that is wished for and puts it on the board, in place of the one there, which is
 * kept. When that fails, a box says why and offers to try again; the board stays as it is. The wish
 * is copied.
 */
void connect_dialog_open(App *app, const NetworkOptions *options);
/* The program ends: gives it up. */
void connect_dialog_cancel(App *app);

#endif
