/* Moves in words. */
#ifndef CLI_MOVE_WORDS_H
#define CLI_MOVE_WORDS_H

#include "cli/voice.h"
#include "rules/buffer.h"

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
