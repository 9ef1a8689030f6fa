/* The moves of a game on a page: a list with marks, comments and other lines, in which each move is
 * a link that holds all that the script (page.js) shows of its position. */
#ifndef EXPORT_MOVES_SECTION_H
#define EXPORT_MOVES_SECTION_H

#include "base/buffer.h"
#include "review/review.h"
#include "rules/record.h"

/*
 * Appends attributes of the record's current position, each after a blank: data-fen, data-score if
 * it is known, and data-moves unless the game is over. The latter are the legal moves, those of a
 * piece together: "a2:a3,b3 b1:a1,.d3.f5" from a2 and b1. A landing of a jump that captures follows
 * a ".". After a move stand "~" and the square of each piece that drowns, "=" and the letter that a
 * pawn becomes, and "#" if the lion is taken. One way of several from a square to another stands
 * for all: one that takes the lion, or else the one that captures most.
 */
void moves_section_add_position(const Record *record, Buffer *html);

/* Appends the list. `game` is the number of the game on the page. The record's current ply changes.
 */
void moves_section_add(Record *record, const Review *review, NotationStyle style, size_t game,
                       Buffer *html);

#endif
