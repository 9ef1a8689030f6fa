/* A position as letters in lines, as the user's manual draws it: what every program shows where no
 * cursor is placed. */
#ifndef RULES_DIAGRAM_H
#define RULES_DIAGRAM_H

#include "base/buffer.h"
#include "rules/position.h"

/* The board, White at the bottom, with '-' for land, '+' for the river and '^' for islands: nine
 * lines, each begun with a blank and ended with a line feed. */
void diagram_board(const Position *position, Buffer *text);

/* How many men of each kind a colour has: "2E 1Z 1G 1C 7P 0S 1L 1M". A variant without the
 * elephante does not show it. */
void diagram_pieces(const Position *position, Color color, Buffer *text);

/* The same with the colour before it, and "*" before the side to move: " * white 2E 1Z 1G ...". */
void diagram_player(const Position *position, Color color, Buffer *text);

#endif
