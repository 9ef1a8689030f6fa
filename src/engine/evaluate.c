#include <config.h>

#include "engine/evaluate.h"

#include "base/number.h"

/* An advantage without progress shrinks, since the quiet plies will draw the game. */
static Score scale_output(const Position *position, int output) {
    const int limit = position->variant->quiet_plies;
    if (limit > 0)
        output -= output * min_int(position->quiet, limit) / (2 * limit);
    return clamp_int(output, -EVALUATION_MAX, EVALUATION_MAX);
}

Score evaluate_position(const Position *position) {
    Accumulator accumulator;
    accumulator_refresh(&accumulator, position);
    return scale_output(position, nnue_output(&accumulator, position));
}

/* Position keys do not include the variant, whose river and pawns matter. */
static uint64_t cache_key(const Position *position) {
    const uint64_t rules = variant_deep(position->variant) + position->variant->pawns;
    return position->key ^ rules * UINT64_C(0x9e3779b97f4a7c15);
}

/* The output is kept without its scale, which depends on the quiet plies, and these are not in the
 * key. */
bool evaluation_cache_find(const EvaluationCache *cache, const Position *position, Score *score) {
    const uint64_t key = cache_key(position);
    const uint64_t slot = cache->slots[key % (1 << EVALUATION_CACHE_BITS)];
    if ((slot ^ key) >> 32 != 0)
        return false;
    *score = scale_output(position, (int32_t)(uint32_t)slot);
    return true;
}

Score evaluation_cache_add(EvaluationCache *cache, const Accumulator *accumulator,
                           const Position *position) {
    const uint64_t key = cache_key(position);
    const int output = nnue_output(accumulator, position);
    cache->slots[key % (1 << EVALUATION_CACHE_BITS)] = key >> 32 << 32 | (uint32_t)output;
    return scale_output(position, output);
}
