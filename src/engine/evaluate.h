/* The static evaluation: the output of the network (nnue.h), less when a draw is near. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "engine/nnue.h"
#include "engine/score.h"
#include "rules/position.h"

/* Below every win by the tables of endings. */
#define EVALUATION_MAX (SCORE_UNCERTAIN_WIN_LEAST - 1)

/* Returns the evaluation from the side to move's view, at most EVALUATION_MAX for either. Both
 * lions must be on the board. */
Score evaluate_position(const Position *position);

/* Recent evaluations of a search, which reaches many positions more than once. Starts as {0}. Index
 * and slot identify a position by 47 bits of its key. */
enum { EVALUATION_CACHE_BITS = 15 };
typedef struct EvaluationCache {
    uint64_t slots[1 << EVALUATION_CACHE_BITS]; /* upper half of the key, and the output */
} EvaluationCache;

/* Looks up the evaluation of a position. Returns false if the cache does not have it. */
bool evaluation_cache_find(const EvaluationCache *cache, const Position *position, Score *score);

/* Evaluates a position whose accumulator is known, and keeps the result. */
Score evaluation_cache_add(EvaluationCache *cache, const Accumulator *accumulator,
                           const Position *position);

/* Returns the value of a piece in exchanges; 0 for a lion, which is never exchanged. */
static inline Score evaluate_piece(const Position *position, PieceType type) {
    static const Score values[NNUE_PIECE_COUNT] = {
        [ZEBRA] = 265,          [ELEPHANT] = 340,       [GIRAFFE] = 400,   [CROCODILE] = 440,
        [MONKEY] = 255,         [PAWN] = 115,           [SUPERPAWN] = 275, [ELEPHANTE] = 450,
        [NNUE_MEGA_PAWN] = 270, [NNUE_MEGAPAWN] = 1000,
    };
    return values[nnue_piece(position->variant->pawns, type)];
}

#endif
