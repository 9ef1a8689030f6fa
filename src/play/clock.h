/*
 * The two clocks of a game and the time used for the turn. Pure: the caller passes the time, in
 * milliseconds of a monotonic clock.
 *
 * A side's first turn is free, as on the server: it is measured, but its clock neither counts down
 * nor gains the increment. With a time for each move, every turn begins with all of it.
 */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "config/settings.h"
#include "rules/piece.h"

typedef struct Clock {
    ClockSetting setting;
    int64_t left_ms[COLOR_COUNT]; /* at the start of the turn */
    Color side;                   /* whose turn it is */
    bool counts_down;             /* the side's clock counts down in this turn */
    bool running;
    int64_t since_ms; /* start of the current run */
    int64_t used_ms;  /* in this turn before `since_ms` */
} Clock;

/* Gives both sides the full time, with no turn running. */
void clock_init(Clock *clock, ClockSetting setting);
/* Returns whether there is a time limit. Without one, only the time used is measured. */
bool clock_is_set(const Clock *clock);

/* Starts a turn, stopped until clock_run. */
void clock_begin_turn(Clock *clock, Color side, bool counts_down);
/* Starts or stops the clock; no effect if it is already running or stopped. */
void clock_run(Clock *clock, int64_t now_ms);
void clock_stop(Clock *clock, int64_t now_ms);
/* Ends the turn. A clock that counted down and has not run out gains the increment. */
void clock_end_turn(Clock *clock, int64_t now_ms);

/* Returns the time used in this turn while the clock ran. */
int64_t clock_used(const Clock *clock, int64_t now_ms);
/* Returns the time left of a side, at least 0. */
int64_t clock_left(const Clock *clock, Color color, int64_t now_ms);
/* Returns whether the side to move has run out of time. */
bool clock_flag_fell(const Clock *clock, int64_t now_ms);
/* Returns the time until the display of the running clock changes: hours above a day, whole
 * seconds, tenths in the last ten, the fall of the flag. At least 1; -1 if nothing counts down. */
int64_t clock_next_change(const Clock *clock, int64_t now_ms);

enum { CLOCK_TEXT_SIZE = TEXT_SECONDS_SIZE };
/* Writes the time left, rounded up to seconds, to hours above a day, or to tenths in the last ten
 * seconds: "2 d 5 h", "1:05:00", "4:44", "0:09.4". */
void clock_write(int64_t left_ms, char text[CLOCK_TEXT_SIZE]);

#endif
