/* The list of unfinished games, on this computer and on servers, that can be resumed. */
#ifndef TUI_CARDS_RESUME_H
#define TUI_CARDS_RESUME_H

#include "tui/app.h"

/* Offers the unfinished games, the most recent first. A new game starts if the user declines, or if
 * there are none. */
void resume_offer(App *app);

#endif
