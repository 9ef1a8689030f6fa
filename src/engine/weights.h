/* The weights of the evaluation: one table of data. All are in hundredths of a pawn. */
#ifndef ENGINE_WEIGHTS_H
#define ENGINE_WEIGHTS_H

#include "rules/bitboard.h"
#include "rules/piece.h"

enum { PAWN_FAMILY_COUNT = 2, FILES_FROM_CENTRE = 4 };

typedef struct Weights {
    int material[PAWN_FAMILY_COUNT][KIND_COUNT];
    int rank[KIND_COUNT][BOARD_RANKS];       /* of standing on the own first rank, second, ... */
    int file[KIND_COUNT][FILES_FROM_CENTRE]; /* of standing 0, 1, 2, 3 files from the d file */
    int mobility[KIND_COUNT];                /* of each square attacked that holds no own man */
    int lion_zone[KIND_COUNT]; /* of each square attacked among the enemy lion's own and next ones
                                */
    int river;                 /* of a man that must leave the river with the next turn */
    int turn;                  /* of being to move */
} Weights;

extern const Weights weights;

#endif
