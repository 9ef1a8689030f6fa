/* The players' cards: colour, name, clock, piece counts and result. The card of the side to move is
 * lighter, and a marker stands beside the board. */
#ifndef BOARD_PLAYER_CARD_H
#define BOARD_PLAYER_CARD_H

#include "board/layout.h"
#include "board/view.h"

void player_card_paint(const View *view, Rect card, Color color);

/* Paints the marker of the side to move beside its card, or beside its end of the board. */
void player_card_paint_marker(const View *view, const Layout *layout);

/* Paints the line that replaces the cards on a small screen: "* White to move" and a clock, or the
 * task of a lesson. */
void player_card_paint_turn(const View *view, Rect area);

#endif
