/* A heap of timers, which are members of their owners. Times are milliseconds of a monotonic clock.
 */
#ifndef SERVER_BASE_TIMERS_H
#define SERVER_BASE_TIMERS_H

#include <stddef.h>
#include <stdint.h>

typedef enum TimerKind { TIMER_CLIENT, TIMER_GAME, TIMER_LISTS, TIMER_CORE } TimerKind;

typedef struct Timer {
    int64_t due;
    void *owner;
    size_t heap_index; /* from 1; 0: not set */
    TimerKind kind;
} Timer;

/* Zero-initialized. */
typedef struct Timers {
    Timer **heap; /* owned */
    size_t count, capacity;
} Timers;

/* Sets a timer, which may be set already. */
void timers_set(Timers *timers, Timer *timer, int64_t due);
/* Cancels a timer, which need not be set. */
void timers_cancel(Timers *timers, Timer *timer);
/* Removes and returns the first timer that is due at `now`, or NULL. */
Timer *timers_pop_due(Timers *timers, int64_t now);
/* Returns when the first timer is due, or INT64_MAX. */
int64_t timers_next_due(const Timers *timers);
void timers_free(Timers *timers);

#endif
