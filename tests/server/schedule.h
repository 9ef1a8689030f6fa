/* Simulated time, in milliseconds, and what happens in it. */
#ifndef TESTS_SERVER_SCHEDULE_H
#define TESTS_SERVER_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "server/base/timers.h"

/* Something that happens at a time. A member of its owner. */
typedef struct Task {
    Timer timer; /* the first member; its owner is the argument of ... */
    void (*run)(void *owner);
} Task;

/* Zero-initialized. */
typedef struct Schedule {
    Timers timers;
    int64_t now_ms;
} Schedule;

static inline Task task_for(void (*run)(void *owner), void *owner) {
    return (Task){.timer = {.owner = owner}, .run = run};
}

static inline bool task_is_set(const Task *task) {
    return task->timer.heap_index != 0;
}

static inline void schedule_after(Schedule *schedule, Task *task, int64_t ms) {
    timers_set(&schedule->timers, &task->timer, schedule->now_ms + ms);
}

static inline void schedule_cancel(Schedule *schedule, Task *task) {
    timers_cancel(&schedule->timers, &task->timer);
}

/* Runs what happens until a time, which is `now_ms` then. */
static inline void schedule_run(Schedule *schedule, int64_t until_ms) {
    while (timers_next_due(&schedule->timers) <= until_ms) {
        if (timers_next_due(&schedule->timers) > schedule->now_ms)
            schedule->now_ms = timers_next_due(&schedule->timers);
        Timer *timer = timers_pop_due(&schedule->timers, schedule->now_ms);
        ((Task *)timer)->run(timer->owner);
    }
    schedule->now_ms = until_ms;
}

static inline void schedule_free(Schedule *schedule) {
    timers_free(&schedule->timers);
}

/* Returns a number from `low` to `high`. */
static inline int64_t random_between(uint64_t *random, int64_t low, int64_t high) {
    return low + (int64_t)random_below(random, (size_t)(high - low + 1));
}

/* Returns true once in `n` times. */
static inline bool random_once_in(uint64_t *random, size_t n) {
    return random_below(random, n) == 0;
}

#endif
