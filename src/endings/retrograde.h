/*
 * Solves one class by retrograde analysis, given all classes that captures, drownings and
 * promotions lead to.
 *
 * Positions that differ only in the square of the last piece form a row, one word with a bit for
 * each square, so that about 40 positions are treated at once. In round n, the positions won (n
 * odd) or lost (n even) in n plies are found, by moves of the side to move from all of a row to all
 * of others: a forward pass, repeated until nothing changes. Moves that leave the class are looked
 * up once for each position, before the first round.
 */
#ifndef ENDINGS_RETROGRADE_H
#define ENDINGS_RETROGRADE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/error.h"
#include "endings/ending_table.h"
#include "endings/quiet_moves.h"

/* Fills in the values of a table of the set, which are owned by the table. Fails if memory runs
 * out, if a win takes more than ENDING_PLIES_MAX plies, or when `cancelled` is set (ERROR_STATE).
 */
bool retrograde_solve(const EndingTables *tables, EndingTable *table, const Variant *variant,
                      const QuietMoves *moves, const atomic_bool *cancelled, Error *error);

#endif
