/* Opening a network game: a dialog shows that the server is being reached, and can cancel. */
#ifndef TUI_ONLINE_CONNECT_DIALOG_H
#define TUI_ONLINE_CONNECT_DIALOG_H

#include "play/online/seats.h"
#include "tui/app.h"

/* Opens a network game and puts it on the board in place of the current game, which is kept. On
 * failure a dialog says why and offers to try again, and the board stays. Copies the options. */
void connect_dialog_open(App *app, const NetworkOptions *options);
/* Stops opening a network game, if one is being opened. */
void connect_dialog_cancel(App *app);

#endif
