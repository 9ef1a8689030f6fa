/* The board as a picture of letters, as the user's manual has it. */
#ifndef SERVER_PICTURE_H
#define SERVER_PICTURE_H

#include "rules/buffer.h"
#include "rules/position.h"

/* Adds the ranks, the files, and each side's men; "-" is land and islands, "+" is the river, "*"
 * whose turn it is. Each line ends with LF. */
void picture_draw(Buffer *buffer, const Position *position);

#endif
