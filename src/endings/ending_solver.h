/*
 * Solves one class by retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames",
 * ICCA Journal 9(3), 1986), given all classes that captures, drownings and promotions lead to.
 *
 * Moves that leave the class are looked up once for each position. Then, in round n, the positions
 * won (n odd) or lost (n even) in n plies are found, a row of some 40 positions at once (row.h): a
 * forward pass over the rows, repeated until nothing changes.
 */
#ifndef ENDINGS_ENDING_SOLVER_H
#define ENDINGS_ENDING_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/error.h"
#include "endings/ending_table.h"
#include "endings/quiet_moves.h"

/* A ply below what a table can store, so that values one ply longer fit in a byte on the way. */
enum { RETROGRADE_PLIES_MAX = ENDING_PLIES_MAX - 1 };

/* Fills in the values of a table of the set, which are owned by the table. Fails if memory runs
 * out, if a win takes more than RETROGRADE_PLIES_MAX plies (ERROR_RANGE), or when `cancelled` is
 * set (ERROR_STATE). */
bool retrograde_solve(const EndingTables *tables, EndingTable *table, const Variant *variant,
                      const QuietMoves *moves, const atomic_bool *cancelled, Error *error);

#endif
