/* Things that are due at some time: a heap of timers that lie within what they belong to. Times are
 * milliseconds of a clock that only goes forward. */
#ifndef SERVER_CORE_TIMERS_H
#define SERVER_CORE_TIMERS_H

#include <stddef.h>
#include <stdint.h>

typedef enum TimerKind { TIMER_CLIENT, TIMER_GAME, TIMER_CORE } TimerKind;

typedef struct Timer {
    int64_t due;
    void *owner;
    size_t heap_index; /* in the heap, from 1; 0: not set */
    TimerKind kind;
} Timer;

/* Starts as {0}. */
typedef struct Timers {
    Timer **heap; /* owned */
    size_t count, capacity;
} Timers;

/* Sets it, or sets it anew. */
void timers_set(Timers *timers, Timer *timer, int64_t due);
/* Nothing happens if it is not set. */
void timers_cancel(Timers *timers, Timer *timer);
/* The first that is due at `now`, no longer set; NULL when there is none. */
Timer *timers_pop_due(Timers *timers, int64_t now);
/* When the first is due; INT64_MAX: none is set. */
int64_t timers_next_due(const Timers *timers);
void timers_free(Timers *timers);

#endif
