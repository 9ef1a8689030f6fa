/*
 * The two clocks of a game and the time used for the turn. Pure: the caller says what time it is,
 * in milliseconds that only go forward.
 *
 * As on the server, a side's first turn is free: it is measured, but its clock neither runs nor
 * gains the increment.
 */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "config/settings.h"
#include "rules/piece.h"

typedef struct Clock {
    ClockSetting setting;
    int64_t left_ms[COLOR_COUNT]; /* as the turn began */
    Color side;                   /* whose turn it is */
    bool counts_down;             /* the side's clock counts down in this turn */
    bool running;
    int64_t since_ms; /* when it began to run */
    int64_t used_ms;  /* of this turn, up to then */
} Clock;

/* Both sides have the whole time, and no turn runs. */
void clock_init(Clock *clock, ClockSetting setting);
/* Whether there is a clock at all; without, only the time used for a turn is measured. */
bool clock_is_set(const Clock *clock);

/* A turn of a side with nothing used yet; it stands still until clock_run. A charged turn counts
 * down. */
void clock_begin_turn(Clock *clock, Color side, bool charged);
/* Runs, or stands still. Doing it twice does nothing. */
void clock_run(Clock *clock, int64_t now_ms);
void clock_stop(Clock *clock, int64_t now_ms);
/* The turn is over: the clock stands, and gains the increment if it was charged and had not fallen.
 */
void clock_end_turn(Clock *clock, int64_t now_ms);

/* Time used for this turn so far, without what was spent standing still. */
int64_t clock_used(const Clock *clock, int64_t now_ms);
/* What a side's clock shows, never below 0. */
int64_t clock_left(const Clock *clock, Color color, int64_t now_ms);
/* Whether the side whose turn it is has used up its time. */
bool clock_flag_fell(const Clock *clock, int64_t now_ms);
/*
 * How long until what the running clock shows changes: whole seconds, tenths of a second in the
 * last ten seconds, and the fall of the flag. At least 1; -1 when nothing counts down.
 */
int64_t clock_next_change(const Clock *clock, int64_t now_ms);

enum { CLOCK_TEXT_SIZE = 24 };
/* Time left, rounded up to seconds, in the last ten to tenths: "1:05:00", "4:44", "0:09.4". */
void clock_write(int64_t left_ms, char text[CLOCK_TEXT_SIZE]);

#endif
