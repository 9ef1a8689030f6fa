/* The static evaluation: a sum of weights (weights.h) times the counts of their features,
 * interpolated between middle game and end game as pieces leave the board. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "engine/score.h"
#include "engine/weights.h"
#include "rules/position.h"

/* Below every win by the tables of endings, also with the correction that a search adds. */
#define EVALUATION_MAX (SCORE_UNCERTAIN_WIN_LEAST - 500)

/* Returns the evaluation from the side to move's view, at most EVALUATION_MAX for either. Both
 * lions must be on the board, and the side to move must not be able to capture one. */
Score evaluate_position(const Position *position);

/* Recent evaluations of a search, which reaches many positions more than once. Starts as {0}. Index
 * and slot identify a position by 47 bits of its key. */
enum { EVALUATION_CACHE_BITS = 15 };
typedef struct EvaluationCache {
    uint64_t slots[1 << EVALUATION_CACHE_BITS]; /* upper half of the key, and a Weight */
} EvaluationCache;

/* Like evaluate_position, through a cache. */
Score evaluate_cached(EvaluationCache *cache, const Position *position);

/* The terms of an evaluation. */
typedef struct EvaluationTrace {
    int16_t count[COLOR_COUNT][WEIGHT_COUNT]; /* occurrences of each weight's feature, by side */
    int phase;                                /* 0, the end game, to PHASE_MAX */
    int scale;                                /* of SCALE_MAX; lower when a draw is near */
} EvaluationTrace;

enum { SCALE_MAX = 128 };

/* Evaluates from White's view and fills the trace. Except for rounding, the score is the sum of
 * (White's count - Black's) * (middle * phase + end * (PHASE_MAX - phase)) / PHASE_MAX
 * over all weights, times scale / SCALE_MAX. */
Score evaluate_trace(const Position *position, EvaluationTrace *trace);

/* Returns the value of a piece in exchanges; 0 for a lion, which is never exchanged. */
Score evaluate_piece(const Position *position, PieceType type);

#endif
