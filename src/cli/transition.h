/* Steps on the board (plain moves, single jumps, and the stop of a monkey's capture), and the
 * transition that a turn, or a part of one, makes. */
#ifndef CLI_TRANSITION_H
#define CLI_TRANSITION_H

#include "play/session.h"
#include "rules/bitboard.h"
#include "rules/position.h"

typedef struct BoardStep {
    Square from, to;
} BoardStep;

enum { STEPS_MAX = PIECES_MAX * SQUARE_COUNT };

/* Sorted by origin, then by target. */
typedef struct BoardStepList {
    int count;
    BoardStep step[STEPS_MAX];
} BoardStepList;

/* Lists the legal steps of the side to move; none when the game is over. */
void transition_list_steps(const Session *session, BoardStepList *list);
/* Returns the targets of the legal steps from a square. */
Bitboard transition_targets(const Session *session, Square from);

/* A turn, or a part of one, that starts from a position, which may be within a monkey's capture. */
typedef struct Transition {
    const Position *before;
    Move move;          /* legal in `before`; only the jumps made so far if the turn is open */
    bool open;          /* the turn is not over */
    bool stopped_early; /* the turn is over, although the monkey could have jumped on */
    Bitboard drowned;   /* at the end of the turn; empty if it is open */
} Transition;

/* Returns the transition of a move, without its first `skipped_jumps` jumps, which are made on
 * `before`. The transition borrows `before`. */
Transition transition_make(Position *before, Move move, int skipped_jumps, bool open);

/* Returns the name of the piece that drowned on a square, as in "zebra". */
const char *transition_drowned_name(const Transition *transition, Square square);

/* Lists the steps of a transition. Returns their number. */
enum { TRANSITION_STEPS_MAX = MOVE_JUMPS_MAX + 1 };
int transition_steps(const Transition *transition, BoardStep steps[TRANSITION_STEPS_MAX]);

#endif
