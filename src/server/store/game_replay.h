/* Replays stored games under all rules, for congod --check and for exports. */
#ifndef SERVER_STORE_GAME_REPLAY_H
#define SERVER_STORE_GAME_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/record.h"
#include "server/store/store.h"

/*
 * Returns the game as a record with names, times and end, owned by the caller. Returns NULL with an
 * error if the game is invalid: an unknown variant, a start position that is over, an illegal move,
 * a move after the end, or an end that contradicts the moves.
 */
Record *game_replay_record(const StoreGame *game, Error *error);

/* Returns whether game_replay_record() succeeds. */
bool game_replay_check(const StoreGame *game, Error *error);

/* How the clocks of a game run. Times in milliseconds. */
typedef struct ClockRule {
    int64_t base_ms;      /* 0: no clocks */
    int64_t increment_ms; /* added after each turn */
    bool per_move;        /* after each turn the clock is at `base_ms` again */
} ClockRule;

/* Returns a side's clock in milliseconds after its turn, at least the increment. The first turn of
 * each side is free. */
int64_t game_replay_charge_clock(const ClockRule *rule, int64_t left_ms, uint32_t ply,
                                 uint32_t used_ms);

#endif
