#include <config.h>

#include "engine/timeman.h"

#include "base/number.h"

enum {
    MOVES_EXPECTED = 25,  /* until the end of the game */
    HARD_LIMIT_FACTOR = 4 /* of the planned time */
};

/* The hard limit leaves at least half of the clock for later moves, unless this is the last move
 * before the time control. */
static TimePlan plan_clock(const SearchLimits *limits, Color side) {
    int64_t left = limits->clock_ms[side], increment = limits->increment_ms[side];
    int64_t overhead = limits->move_overhead_ms;
    int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : MOVES_EXPECTED;
    int64_t usable = left > 2 * overhead ? left - overhead : left / 2;
    int64_t share = min_i64(usable / moves + increment * 3 / 4, usable);
    int64_t most = moves == 1 ? usable : usable / 2;
    return (TimePlan){.soft_limit_ms = share / 2,
                      .hard_limit_ms = min_i64(share * HARD_LIMIT_FACTOR, most)};
}

TimePlan timeman_plan(const SearchLimits *limits, Color side) {
    TimePlan plan = {INT64_MAX, INT64_MAX};
    if (limits->clock_ms[side] > 0)
        plan = plan_clock(limits, side);
    if (limits->movetime_ms > 0)
        plan.hard_limit_ms = min_i64(plan.hard_limit_ms, limits->movetime_ms);
    return plan;
}
