/* The guided tour: Congo for a beginner, lesson by lesson. */
#ifndef TUI_LEARN_TOUR_H
#define TUI_LEARN_TOUR_H

#include "tui/app.h"

/* Begins the tour where it was left. During the tour, shows its lessons to choose from. */
void tour_open(App *app);

/* Returns whether the tour was never begun. */
bool tour_is_unseen(void);

#endif
