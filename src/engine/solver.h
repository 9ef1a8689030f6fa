/*
 * Proofs of forced wins: the lion falls within a number of moves whatever the opponent does.
 *
 * A game's search also tries to prove short wins (solver_prove), which pruning may hide for many
 * iterations. A Solver, for puzzles, is complete: if it returns no win, there is none. It also
 * counts a position without a legal move as lost. It ignores the game before the position, which
 * cannot affect a win this short as long as there are few quiet plies.
 */
#ifndef ENGINE_SOLVER_H
#define ENGINE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/search.h"
#include "rules/position.h"

/*
 * Tries to prove that a root move wins within `plies`, an odd number from 3 on, and moves it to the
 * front with its score and line. Gives up after about `nodes` nodes. Not complete: unless the
 * defender has few pieces, the last move but one must attack the lion. The search has begun; no
 * lion can be captured at once, and there is no shorter win.
 */
bool solver_prove(Search *search, int plies, uint64_t nodes);

typedef struct Solver Solver;

/* Creates a solver, which takes several MiB, for the positions of one variant: it remembers results
 * by keys that do not include it. Returns NULL with an error if there is no memory. */
Solver *solver_create(Error *error);
void solver_free(Solver *solver); /* NULL is allowed */

/* Limits the nodes that the solver may search from now on. UINT64_MAX: no limit. */
void solver_set_limit(Solver *solver, uint64_t nodes);
/* Returns whether the limit was reached. All results since then are meaningless. */
bool solver_limit_reached(const Solver *solver);

/* Returns the least number of moves, 1 to `moves`, in which the side to move can force a win, or 0.
 * The position must not be in the middle of a capture. */
int solver_win(Solver *solver, const Position *position, int moves);

/* Like solver_win, for a win that begins with a legal move, which counts as one of `moves`. */
int solver_win_by(Solver *solver, const Position *position, Move move, int moves);

typedef struct Defence {
    Move move;
    int loses_in; /* moves in which the opponent can win after it; 0: no win in sight */
} Defence;

/* Returns the best defence against a win within `moves`: a move that refutes it, else the one that
 * loses last, of these the one with the fewest winning answers. Ties are broken by the static
 * evaluation. The game must not be over. */
Defence solver_defend(Solver *solver, const Position *position, int moves);

#endif
