/* The players: name, clock, piece counts, and turn or result. */
#ifndef BOARD_PLAYER_PANEL_H
#define BOARD_PLAYER_PANEL_H

#include <stdbool.h>

#include "board/view.h"
#include "term/rect.h"

/* Paints a player's section; the first one is the top of the frame. */
void player_panel_paint(const View *view, Rect section, Color color, bool first);

/* Paints the number of quiet plies at the end of the last line of the lower player's section.
 * Paints nothing if the variant does not count them or there is no room. */
void player_panel_paint_quiet(const View *view, Rect section);

/* Paints the line that replaces the sections on a small screen: "* White to move" and a clock, or
 * the task of a lesson. */
void player_panel_paint_turn(const View *view, Rect area);

#endif
