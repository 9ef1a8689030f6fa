/* The steps of the side to move: plain moves, single jumps, and the stop in a monkey's capture. */
#ifndef CLI_STEPS_H
#define CLI_STEPS_H

#include "play/session.h"
#include "rules/bitboard.h"

typedef struct BoardStep {
    Square from, to;
} BoardStep;

enum { STEPS_MAX = PIECES_MAX * SQUARE_COUNT };

/* In the order of the origins' numbers, then of the targets'. */
typedef struct BoardStepList {
    int count;
    BoardStep step[STEPS_MAX];
} BoardStepList;

/* Those of the position shown; none when the game is over. */
void transition_list_steps(const Session *session, BoardStepList *list);
/* Where a piece can go from there in one step. */
Bitboard transition_targets(const Session *session, Square from);

#endif
