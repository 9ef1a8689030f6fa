/* The weights of the evaluation, a table that tools/fit writes. Every weight is a pair for the
 * middle game and the end game, in hundredths of a pawn. */
#ifndef ENGINE_WEIGHTS_H
#define ENGINE_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/bitboard.h"
#include "rules/piece.h"

/* A pair in one word, whose halves are added at once: the middle game in the low 16 bits, the end
 * game in the high ones. */
typedef int32_t Weight;

#define WEIGHT(middle, end) ((Weight)((end)*65536 + (middle)))

static inline int weight_middle(Weight weight) {
    return (int16_t)(uint16_t)((uint32_t)weight & UINT16_MAX);
}

static inline int weight_end(Weight weight) {
    return (int16_t)(uint16_t)(((uint32_t)weight + 0x8000) >> 16);
}

/* Piece types as the weights distinguish them: the mega family's pawns have their own. */
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

/* Attacking pieces by their value. */
typedef enum Attacker {
    ATTACKER_PAWN,  /* any pawn except the megapawn */
    ATTACKER_LIGHT, /* zebra, elephant, giraffe, elephante */
    ATTACKER_HEAVY, /* crocodile, monkey, megapawn */
    ATTACKER_LION,
    ATTACKER_COUNT
} Attacker;

enum {
    FILES_FROM_CENTRE = 4,
    PLACE_COUNT = BOARD_RANKS * FILES_FROM_CENTRE, /* squares, mirrored on the d file */
    MOBILITY_MAX = 12,
    BESIEGERS_MAX = 5,
    ESCAPES_MAX = 8,
    PAWN_FAMILY_COUNT = 2,
    PHASE_MAX = 12 /* pieces besides lions and pawns that make a full middle game */
};

/* All members are weights. Each counts for the side that has its feature. */
typedef struct Weights {
    Weight material[EVAL_PIECE_COUNT][1];
    Weight square[EVAL_PIECE_COUNT][PLACE_COUNT]; /* by own rank and files d, c/e, b/f, a/g */
    /* By the number of squares the piece attacks, or a monkey can move to, that hold no own piece
     * and that no enemy pawn attacks. */
    Weight mobility[EVAL_PIECE_COUNT][MOBILITY_MAX + 1];
    Weight zone[EVAL_PIECE_COUNT][1];       /* per attacked square of the enemy lion's zone */
    Weight besiegers[1][BESIEGERS_MAX + 1]; /* by the number of pieces that attack that zone */
    Weight escapes[1][ESCAPES_MAX + 1];     /* by the number of safe steps of the own lion */
    Weight threat[ATTACKER_COUNT][EVAL_PIECE_COUNT]; /* by attacker and attacked enemy piece */
    Weight loose[EVAL_PIECE_COUNT][1];               /* own piece attacked and undefended */
    Weight pinned[EVAL_PIECE_COUNT][1];              /* own piece alone between the lions */
    Weight wet[2][EVAL_PIECE_COUNT]; /* own piece in deep river; second row: its side to move */
    Weight passed[PAWN_FAMILY_COUNT][BOARD_RANKS]; /* passed pawn, by its own rank */
    Weight chained[PAWN_FAMILY_COUNT][1];          /* pawn defended by a pawn */
    Weight turn[1][1];                             /* side to move */
} Weights;

extern const Weights weights;

enum { WEIGHT_COUNT = sizeof(Weights) / sizeof(Weight) };

#endif
