/* A position as lines of letters, as the manual draws it. */
#ifndef RULES_DIAGRAM_H
#define RULES_DIAGRAM_H

#include "base/buffer.h"
#include "rules/position.h"

/* Appends nine lines: the board with White at the bottom, '-' for land, '+' for the river and '^'
 * for islands, an empty line, and the files. */
void diagram_board(const Position *position, Buffer *text);

/* Appends a side's colour and pieces, with '*' for the side to move: " * white 2E 1Z 1G ...". */
void diagram_player(const Position *position, Color color, Buffer *text);

#endif
