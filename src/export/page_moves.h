/* The moves of a game on a page: a list with marks, comments and other lines, in which each move is
 * a link that holds all that the script shows of its position. */
#ifndef EXPORT_PAGE_MOVES_H
#define EXPORT_PAGE_MOVES_H

#include "base/buffer.h"
#include "rules/record.h"

/* Appends attributes of the position at a ply, each after a blank: data-fen, data-way, and
 * data-score if it is known. */
void page_moves_add_position(const Record *record, size_t ply, Buffer *html);

/* Appends the list. `game` is the number of the game on the page. */
void page_moves_add(const Record *record, size_t game, Buffer *html);

#endif
