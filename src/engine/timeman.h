/* How long to think. */
#ifndef ENGINE_TIMEMAN_H
#define ENGINE_TIMEMAN_H

#include <stdint.h>

#include "engine/engine.h"

/* Milliseconds since the search was asked for; INT64_MAX: no limit. */
typedef struct TimePlan {
    int64_t soft_limit_ms; /* begin no other iteration after about this */
    int64_t hard_limit_ms; /* stop */
} TimePlan;

/* The plan for a move of `side`: movetime_ms to its end, clocks with a reserve. */
TimePlan timeman_plan(const SearchLimits *limits, Color side);

#endif
