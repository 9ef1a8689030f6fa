/*
 * The network of the evaluation: one hidden layer that is updated move by move ("efficiently
 * updatable": Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
 * Computer Shogi", 2018). It is trained by tools/train and computes with integers, so that every
 * machine gets the same scores.
 *
 * Each side has its own view of the board: its own pieces first, its back rank at the bottom. The
 * inputs of a view are the pieces on their squares and the islands. The hidden values of the side
 * to move and those of the other side, clipped to 0..1 and squared, make the output, with weights
 * that depend on the number of pieces.
 */
#ifndef ENGINE_NNUE_H
#define ENGINE_NNUE_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fnv.h"
#include "rules/position.h"

/* Piece types as the network distinguishes them: the mega family's pawns have their own. */
typedef enum NnuePiece {
    NNUE_MEGA_PAWN = PIECE_TYPE_COUNT,
    NNUE_MEGAPAWN,
    NNUE_PIECE_COUNT
} NnuePiece;

#define NNUE_HEADING "congo network inputs %d hidden %d buckets %d hash %016" PRIx64

enum {
    NNUE_ISLANDS = COLOR_COUNT * NNUE_PIECE_COUNT * SQUARE_COUNT, /* first input of them */
    NNUE_INPUTS = NNUE_ISLANDS + BOARD_FILES,
    NNUE_HIDDEN = 64,
    NNUE_BUCKETS = 8,       /* of numbers of pieces */
    NNUE_BUCKET_PIECES = 4, /* of a bucket */
    NNUE_ONE = 255,         /* 1 in hidden values and weights */
    NNUE_OUTPUT_ONE = 64,   /* 1 in output weights */
    NNUE_SCALE = 400,       /* score of an output of 1 */
    NNUE_WEIGHT_MAX = 126   /* largest output weight; hidden weights have the same range */
};

/* All members are int16_t, which the files of networks hold in this order. */
typedef struct NnueWeights {
    int16_t hidden[NNUE_INPUTS][NNUE_HIDDEN];
    int16_t hidden_bias[NNUE_HIDDEN];
    int16_t output[NNUE_BUCKETS][COLOR_COUNT][NNUE_HIDDEN]; /* side to move, other side */
    int16_t output_bias[NNUE_BUCKETS];                      /* scores */
} NnueWeights;

extern const NnueWeights nnue;

/* Returns the first line of the network's file: its sizes, hash and origin. */
const char *nnue_heading(void);

/* Hidden values of a position. */
typedef struct Accumulator {
    int16_t values[COLOR_COUNT][NNUE_HIDDEN];       /* by the view of each colour */
    Bitboard pieces[PIECE_TYPE_COUNT][COLOR_COUNT]; /* whose sum they are */
} Accumulator;

/* Computes the hidden values of a position from scratch. */
void accumulator_refresh(Accumulator *accumulator, const Position *position);

/* Computes them from those of another position of the game, `from`. */
void accumulator_update(Accumulator *accumulator, const Accumulator *from,
                        const Position *position);

/* Returns the output, a score from the side to move's view. */
int nnue_output(const Accumulator *accumulator, const Position *position);

/* ---- without the weights: tools/train makes those of another network with these ---- */

static inline int nnue_piece(PawnFamily family, PieceType type) {
    if (family == PAWNS_MEGA && (type == PAWN || type == SUPERPAWN))
        return type == PAWN ? NNUE_MEGA_PAWN : NNUE_MEGAPAWN;
    return (int)type;
}

/* Returns the input of a piece on a square in a side's view. */
static inline int nnue_input(Color view, Color color, int piece, Square square) {
    const Square seen = view == WHITE ? square : square_exchange(square);
    const int owner = color != view;
    return (owner * NNUE_PIECE_COUNT + piece) * SQUARE_COUNT +
           (square_rank(seen) - 1) * BOARD_FILES + square_file(seen);
}

/* Returns the input of an island, in both views. */
static inline int nnue_island_input(Square square) {
    return NNUE_ISLANDS + square_file(square);
}

static inline int nnue_bucket(const Position *position) {
    return (popcount64(position_occupied(position)) - 1) / NNUE_BUCKET_PIECES;
}

/* Returns the hash of a network that its file states. */
static inline uint64_t nnue_hash(const NnueWeights *hashed) {
    const int16_t *numbers = &hashed->hidden[0][0];
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < sizeof *hashed / sizeof *numbers; i++)
        hash = fnv_number(hash, (uint16_t)numbers[i]);
    return hash;
}

#endif
