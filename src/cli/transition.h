/* The steps of the side to move: plain moves, single jumps, and the stop in a monkey's capture. */
#ifndef CLI_TRANSITION_H
#define CLI_TRANSITION_H

#include "play/session.h"
#include "rules/bitboard.h"
#include "rules/position.h"

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

/* A turn as it is told, or a part of one. */

/* What has just been played: a turn, or a part of one, from a position that may be in the middle of
 * a monkey's capture. */
typedef struct Transition {
    const Position *before;
    Move move;          /* legal in `before`; the jumps made, if the turn is still open */
    bool open;          /* the monkey can jump on */
    bool stopped_early; /* the monkey could have jumped on, but the turn is over */
    Bitboard drowned;   /* by the end of the turn */
} Transition;

/*
 * The transition of a move from a position, which must live as long. `told`: so many of its jumps
 * are left out, and the position is moved on by them. `open`: the turn is not over.
 */
Transition transition_make(Position *before, Move move, int skipped_jumps, bool open);

/* What drowned on that square: "zebra". */
const char *transition_drowned_name(const Transition *transition, Square square);

/* Further squares of a transition: "(b1,d3)", ... Returns how many there are. */
enum { TRANSITION_STEPS_MAX = MOVE_JUMPS_MAX + 1 };
int transition_steps(const Transition *transition, BoardStep steps[TRANSITION_STEPS_MAX]);

#endif
