/*
 * What a position is worth before anything is searched: a sum of weights (weights.h), each times
 * how often the position has what it is for, faded from the middle game to the end game as men
 * leave the board.
 */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "engine/score.h"
#include "engine/weights.h"
#include "rules/position.h"

/* The static evaluation, from the side to move's view, of a position with both lions in which no
 * lion can be taken; never a decided score. */
Score evaluate_position(const Position *position);

/* What a search remembers of its latest evaluations: it comes to many positions more than once.
 * Empty when all is 0. A slot is told from others by 47 bits of the key. */
enum { EVALUATION_CACHE_BITS = 15 };
typedef struct EvaluationCache {
    uint64_t slots[1 << EVALUATION_CACHE_BITS]; /* upper half: of the key, lower: a Weight */
} EvaluationCache;

/* The same as evaluate_position, by way of a cache. */
Score evaluate_cached(EvaluationCache *cache, const Position *position);

/* How an evaluation came about. */
typedef struct EvaluationTrace {
    int16_t count[COLOR_COUNT][WEIGHT_COUNT]; /* how often each weight counts for a side */
    int phase;                                /* 0, the end game, to PHASE_MAX */
    int scale; /* of SCALE_MAX: what is left of the sum when a draw is near */
} EvaluationTrace;

enum { SCALE_MAX = 128 };

/* The same evaluation, from White's view. It is, but for rounding,
 * the sum of (White's count - Black's) * (middle * phase + end * (PHASE_MAX - phase)) / PHASE_MAX
 * over all weights, times scale / SCALE_MAX. */
Score evaluate_trace(const Position *position, EvaluationTrace *trace);

/* The worth of a piece in exchanges; a lion's is 0, because it is never exchanged. */
Score evaluate_piece(const Position *position, PieceType type);

#endif
