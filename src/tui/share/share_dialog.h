/* Sharing a position or a game with others. */
#ifndef TUI_SHARE_SHARE_DIALOG_H
#define TUI_SHARE_SHARE_DIALOG_H

#include "tui/app.h"

/* Offers the position as a FEN or a picture, and the game as a page. */
void share_dialog_open(App *app);
/* Copies the position to the clipboard as a FEN, and shows it. */
void share_dialog_copy_fen(App *app);

#endif
