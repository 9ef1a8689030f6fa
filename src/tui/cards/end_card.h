/* The card of the end of a game: who won and why, and what to do next. */
#ifndef TUI_CARDS_END_CARD_H
#define TUI_CARDS_END_CARD_H

#include "tui/app.h"

/* Shows the card over the board, below open dialogs. Called when the game has just ended. */
void end_card_open(App *app);

#endif
