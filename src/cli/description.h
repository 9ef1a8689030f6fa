/* A position and its moves in words, for users who cannot see a board. The functions append
 * sentences or lists without line breaks. */
#ifndef CLI_DESCRIPTION_H
#define CLI_DESCRIPTION_H

#include "base/buffer.h"
#include "cli/presenter.h"
#include "play/ending_verdict.h"
#include "rules/position.h"

/* Appends sentences about the piece on a square, its attackers and its protectors, regardless of
 * the side to move. */
void description_attackers(const Position *position, Square square, Buffer *text);

/* Returns the color's pieces in deep river, without crocodiles. */
Bitboard description_in_river(const Position *position, Color color);

/* Appends a sentence about the color's pieces in deep river. The side to move loses them at the end
 * of this turn, the other side at the end of its next. */
void description_drowning(const Position *position, Color color, Buffer *text);

/* Each of these appends a sentence, or returns false if there is nothing to say: */

/* The side to move could lose its lion to the opponent's next move. */
bool description_lion_attacked(const Position *position, Buffer *text);
/* The line between the lions is open. */
bool description_facing_lions(const Position *position, Buffer *text);
/* The current position has come up twice, and the third time makes a draw, or the variant forbids
 * moves because they repeat a position. */
bool description_repetition(const Record *record, Buffer *text);
/* A monkey is in the middle of a capture. */
bool description_open_capture(const Position *position, Buffer *text);

/* Appends a turn of the side to move: "zebra from g1 to f3", "pawn from d6 to d7, and becomes a
 * superpawn", "monkey from b1 jumps to d3, taking the pawn c2, then to f5, taking the zebra e4, and
 * stops there". move_line_play() reads it. */
void description_move(const Position *position, Move move, Buffer *text);

/* Appends " 2. Z-F3: wins in 12", move number `number` of the list of a solved ending.
 * move_line_play() reads it. */
void description_ending_choice(const Position *position, size_t number, const EndingChoice *choice,
                               NotationStyle style, Buffer *text);

/* Appends sentences about the move, its continuations if it is open, and the pieces that drowned.
 */
void description_transition(const Transition *transition, Buffer *text);

/* Appends the steps of the piece at *index of the list, as in "zebra g1 to f3 or e2.", and moves
 * *index past them. */
void description_steps(const Position *position, const BoardStepList *steps, int *index,
                       Buffer *text);

#endif
