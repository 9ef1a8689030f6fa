/* The guided tour: Congo for somebody who has never played it, lesson by lesson. */
#ifndef TUI_LEARN_TOUR_H
#define TUI_LEARN_TOUR_H

#include "tui/app.h"

/* Begins the tour where it was left; in the tour, shows its lessons to choose from. */
void tour_open(App *app);

/* Whether nobody has begun the tour yet. */
bool tour_is_unseen(void);

#endif
