/* The players: name, clock, counts of pieces, and how their game stands. */
#ifndef BOARD_PLAYER_PANEL_H
#define BOARD_PLAYER_PANEL_H

#include <stdbool.h>

#include "board/view.h"
#include "term/rect.h"

/* Paints a player's section; the first one is the top of the frame. */
void player_panel_paint(const View *view, Rect section, Color color, bool first);

/* Paints the quiet plies, where the variant counts them, at the end of the lower player's last line
 * if they fit there. */
void player_panel_paint_quiet(const View *view, Rect section);

/* Paints the line that takes the place of the sections: "* White to move" and a clock. */
void player_panel_paint_turn(const View *view, Rect area);

#endif
