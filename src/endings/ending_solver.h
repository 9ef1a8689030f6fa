/*
 * Solves one class by retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames",
 * ICCA Journal 9(3), 1986), given all classes that captures, drownings and promotions lead to.
 *
 * Moves that leave the class are looked up once for each position. Then, in round n, the positions
 * won (n odd) or lost (n even) in n plies are found, a row of some 40 positions at once: a
 * forward pass over the rows, repeated until nothing changes.
 */
#ifndef ENDINGS_ENDING_SOLVER_H
#define ENDINGS_ENDING_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/error.h"
#include "endings/ending_table.h"
#include "rules/position.h"

/* ---- quiet moves ----
 * The moves of single pieces that neither capture nor promote, as retrograde analysis needs them.
 * They are not written down here but found by asking the move generator, so that the rules are in
 * one place. */

enum {
    QUIET_TARGETS_MAX = 24,
    QUIET_SHIFTS_MAX = 40,
    QUIET_BETWEEN_MAX = 5 /* squares that a slide passes */
};

typedef struct QuietMove {
    Square to;
    Bitboard between; /* squares that must be empty, besides the target */
} QuietMove;

typedef struct QuietMoveList {
    int count;
    QuietMove moves[QUIET_TARGETS_MAX];
} QuietMoveList;

/* The moves by one offset from many squares at once. */
typedef struct QuietShift {
    int offset;    /* added to a Square */
    Bitboard from; /* squares from which the move exists */
    int between_count;
    int between[QUIET_BETWEEN_MAX]; /* offsets of the squares that must be empty */
} QuietShift;

typedef struct QuietShiftList {
    int count;
    QuietShift shifts[QUIET_SHIFTS_MAX];
} QuietShiftList;

typedef struct QuietMoves {
    QuietMoveList from[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN];
    QuietShiftList shifts[COLOR_COUNT][PIECE_TYPE_COUNT]; /* not of lions */
} QuietMoves;

/* Finds the moves of all pieces of a variant. */
void quiet_moves_find(QuietMoves *moves, const Variant *variant);

/* ---- solving ---- */

/* A ply below what a table can store, so that values one ply longer fit in a byte on the way. */
enum { RETROGRADE_PLIES_MAX = ENDING_PLIES_MAX - 1 };

/* Fills in the values of a table of the set, which are owned by the table. Fails if memory runs
 * out, if a win takes more than RETROGRADE_PLIES_MAX plies (ERROR_RANGE), or when `cancelled` is
 * set (ERROR_STATE). */
bool retrograde_solve(const EndingTables *tables, EndingTable *table, const Variant *variant,
                      const QuietMoves *moves, const atomic_bool *cancelled, Error *error);

#endif
