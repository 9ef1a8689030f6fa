/* The section with the result of a search. */
#ifndef BOARD_THINKING_PANEL_H
#define BOARD_THINKING_PANEL_H

#include "board/view.h"
#include "term/rect.h"

enum { THINKING_SUMMARY_SIZE = 128 };

/* Writes score and depth, as much as fits in `width` columns. Writes "" if nothing fits, if
 * `thinking` is NULL, or if the advisor does not search. */
void thinking_panel_summary(const ViewThinking *thinking, int width,
                            char text[THINKING_SUMMARY_SIZE]);

/* Paints the variations that fit, the best first. */
void thinking_panel_paint(const ViewThinking *thinking, Rect section);

#endif
