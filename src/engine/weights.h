/*
 * The weights of the evaluation: one table of data, which tools/fit writes. Every weight is a pair,
 * for the middle game and for the end game, in hundredths of a pawn.
 */
#ifndef ENGINE_WEIGHTS_H
#define ENGINE_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/bitboard.h"
#include "rules/piece.h"

/* A pair in one word, so that both halves are added at once: the middle game in the low 16 bits,
 * the end game in the high ones. */
typedef int32_t Weight;

#define WEIGHT(middle, end) ((Weight)((end)*65536 + (middle)))

static inline int weight_middle(Weight weight) {
    return (int16_t)(uint16_t)((uint32_t)weight & UINT16_MAX);
}

static inline int weight_end(Weight weight) {
    return (int16_t)(uint16_t)(((uint32_t)weight + 0x8000) >> 16);
}

/* What a weight tells apart: the kinds, with the mega family's two pawns as kinds of their own. */
typedef enum EvalPiece {
    EVAL_LION,
    EVAL_ZEBRA,
    EVAL_ELEPHANT,
    EVAL_GIRAFFE,
    EVAL_CROCODILE,
    EVAL_MONKEY,
    EVAL_PAWN,
    EVAL_SUPERPAWN,
    EVAL_ELEPHANTE,
    EVAL_MEGA_PAWN,
    EVAL_MEGAPAWN,
    EVAL_PIECE_COUNT
} EvalPiece;

static inline EvalPiece eval_piece(PawnFamily family, PieceType type) {
    if (family == PAWNS_MEGA && (type == PAWN || type == SUPERPAWN))
        return type == PAWN ? EVAL_MEGA_PAWN : EVAL_MEGAPAWN;
    return (EvalPiece)type;
}

/* Those that attack, by what they have to lose. */
typedef enum Attacker {
    ATTACKER_PAWN,  /* of any stage and family, but the megapawn */
    ATTACKER_LIGHT, /* zebra, elephant, giraffe, elephante */
    ATTACKER_HEAVY, /* crocodile, monkey, megapawn */
    ATTACKER_LION,
    ATTACKER_COUNT
} Attacker;

enum {
    FILES_FROM_CENTRE = 4,
    PLACE_COUNT = BOARD_RANKS * FILES_FROM_CENTRE, /* squares, mirrored at the d file */
    MOBILITY_MAX = 12,
    BESIEGERS_MAX = 5,
    ESCAPES_MAX = 8,
    PAWN_FAMILY_COUNT = 2,
    PHASE_MAX = 12 /* men besides lions and pawns at which the middle game is at its fullest */
};

/* Nothing but weights. Each counts for the side that has what it is for. */
typedef struct Weights {
    Weight material[EVAL_PIECE_COUNT][1];
    /* Of standing on a square: rows from the own first rank on, in each the files d, c/e, b/f, a/g.
     */
    Weight square[EVAL_PIECE_COUNT][PLACE_COUNT];
    /* Of attacking so many squares (or, for a monkey, having so many to go to) that hold no own man
     * and that no enemy pawn attacks. */
    Weight mobility[EVAL_PIECE_COUNT][MOBILITY_MAX + 1];
    /* Of each attacked square among those of the enemy lion and next to it. */
    Weight zone[EVAL_PIECE_COUNT][1];
    Weight besiegers[1][BESIEGERS_MAX + 1]; /* of so many men that attack one of these squares */
    Weight escapes[1][ESCAPES_MAX + 1]; /* of so many squares to which the own lion can go safely */
    Weight threat[ATTACKER_COUNT][EVAL_PIECE_COUNT]; /* of attacking an enemy man */
    Weight loose[EVAL_PIECE_COUNT][1];               /* of an own man attacked and not defended */
    Weight pinned[EVAL_PIECE_COUNT][1]; /* of an own man that stands alone between the lions */
    /* Of a man that must leave the river with its side's next turn, which is this one or not. */
    Weight wet[2][EVAL_PIECE_COUNT];
    Weight passed[PAWN_FAMILY_COUNT][BOARD_RANKS]; /* of a passed pawn, by its own rank */
    Weight chained[PAWN_FAMILY_COUNT][1];          /* of a pawn that a pawn defends */
    Weight turn[1][1];                             /* of being to move */
} Weights;

extern const Weights weights;

enum { WEIGHT_COUNT = sizeof(Weights) / sizeof(Weight) };

#endif
