/*
 * Short forced wins, decided exactly: every move of both sides is tried, so that a win that is not
 * found is not there. For puzzles, whose moves are counted; the search of a game proves wins in
 * prove.c, as one thing among others.
 *
 * A win in N moves takes the lion, or leaves the opponent without a legal move, with the winner's
 * N-th move at the latest, whatever the opponent does. Positions count as new: nothing is known of
 * a game before them, which no win this short could depend on as long as its quiet plies are few.
 */
#ifndef ENGINE_SOLVER_H
#define ENGINE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/search.h"
#include "rules/position.h"

enum { SOLVE_MOVES_MAX = 6 }; /* the winner's own; each more takes some ten times as long */

typedef struct Solver Solver;

/* With a table of a few MiB. NULL with an error when there is no memory for it. */
Solver *solver_create(Error *error);
void solver_free(Solver *solver); /* NULL is allowed */

/* From now on the solver may look at so many positions, and gives up then. UINT64_MAX: no limit. */
void solver_set_limit(Solver *solver, uint64_t positions);
/* Whether it gave up: what the functions below returned since is worthless. */
bool solver_limit_reached(const Solver *solver);

/* The least number of moves, 1 to `moves`, in which the side to move can force a win; 0: there is
 * none within `moves`. Not in the middle of a capture. */
int solver_win(Solver *solver, const Position *position, int moves);

/* The same for a win that begins with this legal move, which is counted. */
int solver_win_by(Solver *solver, const Position *position, Move move, int moves);

/* What the side to move does best against an opponent who wants to win within some moves. */
typedef struct Defence {
    Move move;
    int loses_in; /* the moves in which the opponent can win after it; 0: not within those */
} Defence;

/* The move after which no win is left, the best by its looks if there are several; else the one
 * that holds out the longest, of these the one with the fewest answers that win as fast, of these
 * the best by its looks. The game goes on. */
Defence solver_defend(Solver *solver, const Position *position, int moves);

/*
 * Whether the lion can be taken by force within `plies`, an odd number from 3 on; if so, the move
 * that does it is in front, with its score and line. Gives up after about so many nodes. Where the
 * defender has men enough, only threats are looked at for the last move but one. The search has
 * begun, no lion can be taken at once, and no shorter win is there.
 */
bool solver_prove(Search *search, int plies, uint64_t nodes);

#endif
