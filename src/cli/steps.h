/* The steps of the side to move: plain moves, single jumps, and the stop in a monkey's capture. */
#ifndef CLI_STEPS_H
#define CLI_STEPS_H

#include "play/session.h"
#include "rules/bitboard.h"

typedef struct Step {
    Square from, to;
} Step;

enum { STEPS_MAX = PIECES_MAX * SQUARE_COUNT };

/* In the order of the origins' numbers, then of the targets'. */
typedef struct StepList {
    int count;
    Step step[STEPS_MAX];
} StepList;

/* Those of the position shown; none when the game is over. */
void steps_list(const Session *session, StepList *list);
/* Where a piece can go from there in one step. */
Bitboard steps_from(const Session *session, Square from);

#endif
