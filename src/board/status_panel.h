/* The status line below the board. */
#ifndef BOARD_STATUS_PANEL_H
#define BOARD_STATUS_PANEL_H

#include <stdbool.h>

#include "term/rect.h"

/*
 * Paints a sentence and its warnings, each beginning with "  ! ". Warnings stay in a place of their
 * own while the sentence changes. If there is too little room, warnings are shortened, then all but
 * the first are dropped, and then the text is cut from the end.
 */
void status_panel_paint(const char *status, Rect area);

/* Returns whether the sentence and all its warnings fit unshortened. */
bool status_panel_fits(const char *status, Rect area);

#endif
