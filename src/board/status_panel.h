/* Below the board: key hints and the status line. */
#ifndef BOARD_STATUS_PANEL_H
#define BOARD_STATUS_PANEL_H

#include <stdbool.h>

#include "term/rect.h"

/* Paints as many hints as fit. `hints` are separated by two blanks; NULL for none. */
void status_panel_paint_hints(const char *hint, Rect area);

/*
 * Paints a sentence and its warnings, which begin with "  ! ". Warnings have a place of their own
 * and stay there while the sentence changes. If there is too little room, warnings are shortened,
 * then all but the first are dropped, and then sentences are cut from the end.
 */
void status_panel_paint(const char *status, Rect area);

/* Returns whether all of it fits. */
bool status_panel_fits(const char *status, Rect area);

#endif
