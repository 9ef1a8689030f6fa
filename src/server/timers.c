#include <config.h>

#include "server/timers.h"

#include <stdlib.h>

#include "rules/memory.h"

static void put(Timers *timers, Timer *timer, size_t place) {
    timers->heap[place - 1] = timer;
    timer->place = place;
}

static Timer *at(const Timers *timers, size_t place) {
    return timers->heap[place - 1];
}

static void rise(Timers *timers, Timer *timer) {
    size_t place = timer->place;
    for (; place > 1 && at(timers, place / 2)->due > timer->due; place /= 2)
        put(timers, at(timers, place / 2), place);
    put(timers, timer, place);
}

static void sink(Timers *timers, Timer *timer) {
    size_t place = timer->place;
    for (;;) {
        size_t child = place * 2;
        if (child < timers->count && at(timers, child + 1)->due < at(timers, child)->due)
            child++;
        if (child > timers->count || at(timers, child)->due >= timer->due)
            break;
        put(timers, at(timers, child), place);
        place = child;
    }
    put(timers, timer, place);
}

void timers_set(Timers *timers, Timer *timer, int64_t due) {
    timer->due = due;
    if (timer->place == 0) {
        if (timers->count == timers->capacity) {
            timers->capacity = timers->capacity ? timers->capacity * 2 : 64;
            timers->heap = memory_resize(timers->heap, timers->capacity, sizeof(Timer *));
        }
        put(timers, timer, ++timers->count);
    }
    rise(timers, timer);
    sink(timers, timer);
}

void timers_stop(Timers *timers, Timer *timer) {
    size_t place = timer->place;
    if (place == 0)
        return;
    timer->place = 0;
    Timer *last = at(timers, timers->count--);
    if (last == timer)
        return;
    put(timers, last, place);
    rise(timers, last);
    sink(timers, last);
}

Timer *timers_next(Timers *timers, int64_t now) {
    if (timers->count == 0 || at(timers, 1)->due > now)
        return NULL;
    Timer *timer = at(timers, 1);
    timers_stop(timers, timer);
    return timer;
}

int64_t timers_due(const Timers *timers) {
    return timers->count ? at(timers, 1)->due : INT64_MAX;
}

void timers_free(Timers *timers) {
    free(timers->heap);
    *timers = (Timers){0};
}
