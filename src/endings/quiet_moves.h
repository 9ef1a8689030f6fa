/*
 * The moves of single pieces that neither capture nor promote, as retrograde analysis needs them.
 * They are not written down here but found by asking the move generator, so that the rules are in
 * one place.
 */
#ifndef ENDINGS_QUIET_MOVES_H
#define ENDINGS_QUIET_MOVES_H

#include "rules/position.h"

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

#endif
