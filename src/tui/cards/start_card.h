/* The card of the first start ever: what Congo is, and what there is to do. */
#ifndef TUI_CARDS_START_CARD_H
#define TUI_CARDS_START_CARD_H

#include "tui/app.h"

/* Shows the card. Esc goes back to the game on the board, if there is one. */
void start_card_open(App *app);

#endif
