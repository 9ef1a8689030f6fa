/* A position in words, for those who do not look at a board. All texts are plain sentences or
 * lists; nothing ends with a line break. */
#ifndef CLI_DESCRIPTION_H
#define CLI_DESCRIPTION_H

#include "base/buffer.h"
#include "cli/presenter.h"
#include "rules/position.h"

/* "lion d1, elephants c1 e1, zebra g1": the men in a set, kind by kind, from rank 1 up; "nothing"
 * if there are none. */
void description_pieces(const Position *position, Bitboard pieces, Buffer *text);

/* "1 lion, 2 elephants, 7 pawns": how many of each kind a colour has; or "nothing". */
void description_piece_counts(const Position *position, Color color, Buffer *text);

/* What description_pieces lists, as part of a sentence: "lion d1, zebra f3 and pawn a2". */
void description_piece_list(const Position *position, Bitboard pieces, Buffer *text);

/* "d4, e4 and f4", with that word before the last. */
void description_square_list(Bitboard squares, const char *word, Buffer *text);

/* "d4 e4 f4", or "none". */
void description_squares(Bitboard squares, Buffer *text);

/* What stands on a row, in its order: "white zebra c4, black pawn d4", or "empty"; islands too. */
void description_row(const Position *position, Bitboard row, Buffer *text);

/* Sentences about what stands on a square, and what could capture there, or would if it were taken:
 * those who protect it. Whoever's turn it is. */
void description_attackers(const Position *position, Square square, Buffer *text);

/* The men of a colour, not crocodiles, that stand in deep river. */
Bitboard description_in_river(const Position *position, Color color);

/* A sentence about the men of a colour in deep river, or that there are none. Those of the side to
 * move drown at the end of this turn, those of the other at the end of its next. */
void description_drowning(const Position *position, Color color, Buffer *text);

/* Whose attack the lion of a colour is under, were it the other's turn; false, and nothing, if it
 * is not attacked. */
bool description_lion_attacked(const Position *position, Color color, Buffer *text);

/* The open line between the lions; false, and nothing, if it is not. */
bool description_facing_lions(const Position *position, Buffer *text);

/* The capture in progress; false, and nothing, if there is none. */
bool description_open_capture(const Position *position, Buffer *text);

/* Moves in words. */

/* A move of the side to move: "zebra from g1 to f3", "pawn from d6 to d7, and becomes a superpawn",
 * "monkey from b1 jumps to d3, taking the pawn c2, and to f5, taking the zebra e4". */
void description_move(const Position *position, Move move, Buffer *text);

/* A whole sentence, or more than one: who moved, what drowned, what a monkey may still do. */
void description_transition(const Transition *transition, Buffer *text);

/* The steps of one piece, which the list has from `*index` on; *index then is past them. "zebra g1
 * to f3 or e2" */
void description_steps(const Position *position, const BoardStepList *steps, int *index,
                       Buffer *text);

#endif
