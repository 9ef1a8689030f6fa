/* The talk of players and spectators of a network game. */
#ifndef BOARD_TALK_PANEL_H
#define BOARD_TALK_PANEL_H

#include <stddef.h>

#include "board/view.h"
#include "term/draw.h"

/* Paints the lines before line `end`, the last of them at the bottom of the area. Returns the
 * number of the uppermost line shown. */
size_t talk_panel_paint(const ViewTalk *talk, size_t end, Rect area, UiRole role);

#endif
