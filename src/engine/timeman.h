/* Time management: how long to think about a move. */
#ifndef ENGINE_TIMEMAN_H
#define ENGINE_TIMEMAN_H

#include <stdint.h>

#include "engine/engine.h"

/* Milliseconds since the start of the search or, after pondering, since engine_ponder_hit;
 * INT64_MAX: no limit. */
typedef struct TimePlan {
    int64_t soft_limit_ms; /* start no iteration after about this time */
    int64_t hard_limit_ms; /* stop the search */
} TimePlan;

/* Returns the plan for a move of `side`: all of movetime_ms, or a part of the clock. */
TimePlan timeman_plan(const SearchLimits *limits, Color side);

#endif
