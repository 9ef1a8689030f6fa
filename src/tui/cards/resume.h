/* Dialogs that offer to resume unfinished games. If there is none, or the user declines, a new game
 * starts with the settings. */
#ifndef TUI_CARDS_RESUME_H
#define TUI_CARDS_RESUME_H

#include "tui/app.h"

/* Offers games on servers, then local games. */
void resume_offer(App *app);
/* Offers local games only. */
void resume_offer_local(App *app);

#endif
