#include <config.h>

#include "play/clock.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    SECOND_MS = 1000,
    TENTH_MS = 100,
    LAST_SECONDS_MS = 10 * SECOND_MS,
    HOUR_MS = 3600 * SECOND_MS,
    DAY_MS = 24 * HOUR_MS
};

void clock_init(Clock *clock, ClockSetting setting) {
    *clock = (Clock){.setting = setting, .left_ms = {setting.base_ms, setting.base_ms}};
}

bool clock_is_set(const Clock *clock) {
    return clock->setting.base_ms > 0;
}

void clock_begin_turn(Clock *clock, Color side, bool counts_down) {
    clock->side = side;
    clock->counts_down = counts_down && clock_is_set(clock);
    clock->running = false;
    clock->used_ms = 0;
    if (clock->setting.per_move)
        clock->left_ms[side] = clock->setting.base_ms;
}

void clock_run(Clock *clock, int64_t now_ms) {
    if (clock->running)
        return;
    clock->running = true;
    clock->since_ms = now_ms;
}

void clock_stop(Clock *clock, int64_t now_ms) {
    clock->used_ms = clock_used(clock, now_ms);
    clock->running = false;
}

void clock_end_turn(Clock *clock, int64_t now_ms) {
    clock_stop(clock, now_ms);
    if (clock->counts_down) {
        int64_t left = clock_left(clock, clock->side, now_ms);
        if (left > 0)
            left = clock->setting.per_move ? clock->setting.base_ms
                                           : left + clock->setting.increment_ms;
        clock->left_ms[clock->side] = left;
    }
    clock->counts_down = false;
}

int64_t clock_used(const Clock *clock, int64_t now_ms) {
    /* The time stamp of a report may be slightly older than the start of the turn. */
    int64_t running = clock->running && now_ms > clock->since_ms ? now_ms - clock->since_ms : 0;
    return clock->used_ms + running;
}

int64_t clock_left(const Clock *clock, Color color, int64_t now_ms) {
    int64_t left = clock->left_ms[color];
    if (clock->counts_down && color == clock->side)
        left -= clock_used(clock, now_ms);
    return left > 0 ? left : 0;
}

bool clock_flag_fell(const Clock *clock, int64_t now_ms) {
    return clock->counts_down && clock_left(clock, clock->side, now_ms) == 0;
}

int64_t clock_next_change(const Clock *clock, int64_t now_ms) {
    if (!clock->counts_down || !clock->running)
        return -1;
    int64_t left = clock_left(clock, clock->side, now_ms);
    int64_t step = left > DAY_MS ? HOUR_MS : left > LAST_SECONDS_MS ? SECOND_MS : TENTH_MS;
    int64_t rest = left % step;
    if (rest == 0)
        rest = left == 0 ? 1 : step;
    return rest;
}

void clock_write(int64_t left_ms, char text[CLOCK_TEXT_SIZE]) {
    int64_t left = left_ms > 0 ? left_ms : 0;
    if (left > DAY_MS) {
        int64_t hours = (left + HOUR_MS - 1) / HOUR_MS;
        snprintf(text, CLOCK_TEXT_SIZE, "%" PRId64 " d %" PRId64 " h", hours / 24, hours % 24);
    } else if (left > 0 && left <= 9900) {
        int tenths = (int)((left + 99) / 100);
        snprintf(text, CLOCK_TEXT_SIZE, "0:%02d.%d", tenths / 10, tenths % 10);
    } else {
        text_write_seconds((left + 999) / 1000, text);
    }
}
