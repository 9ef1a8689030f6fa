#include <config.h>

#include "server/base/timers.h"

#include <stdlib.h>

#include "base/memory.h"

static void place_timer(Timers *timers, Timer *timer, size_t heap_index) {
    timers->heap[heap_index - 1] = timer;
    timer->heap_index = heap_index;
}

static Timer *timer_at(const Timers *timers, size_t heap_index) {
    return timers->heap[heap_index - 1];
}

static void sift_up(Timers *timers, Timer *timer) {
    size_t heap_index = timer->heap_index;
    for (; heap_index > 1 && timer_at(timers, heap_index / 2)->due > timer->due; heap_index /= 2)
        place_timer(timers, timer_at(timers, heap_index / 2), heap_index);
    place_timer(timers, timer, heap_index);
}

static void sift_down(Timers *timers, Timer *timer) {
    size_t heap_index = timer->heap_index;
    for (;;) {
        size_t child = heap_index * 2;
        if (child < timers->count &&
            timer_at(timers, child + 1)->due < timer_at(timers, child)->due)
            child++;
        if (child > timers->count || timer_at(timers, child)->due >= timer->due)
            break;
        place_timer(timers, timer_at(timers, child), heap_index);
        heap_index = child;
    }
    place_timer(timers, timer, heap_index);
}

void timers_set(Timers *timers, Timer *timer, int64_t due) {
    timer->due = due;
    if (timer->heap_index == 0) {
        if (timers->count == timers->capacity) {
            timers->capacity = timers->capacity ? timers->capacity * 2 : 64;
            timers->heap = memory_resize(timers->heap, timers->capacity, sizeof(Timer *));
        }
        place_timer(timers, timer, ++timers->count);
    }
    sift_up(timers, timer);
    sift_down(timers, timer);
}

void timers_cancel(Timers *timers, Timer *timer) {
    size_t heap_index = timer->heap_index;
    if (heap_index == 0)
        return;
    timer->heap_index = 0;
    Timer *last = timer_at(timers, timers->count--);
    if (last == timer)
        return;
    place_timer(timers, last, heap_index);
    sift_up(timers, last);
    sift_down(timers, last);
}

Timer *timers_pop_due(Timers *timers, int64_t now) {
    if (timers->count == 0 || timer_at(timers, 1)->due > now)
        return NULL;
    Timer *timer = timer_at(timers, 1);
    timers_cancel(timers, timer);
    return timer;
}

int64_t timers_next_due(const Timers *timers) {
    return timers->count ? timer_at(timers, 1)->due : INT64_MAX;
}

void timers_free(Timers *timers) {
    free(timers->heap);
    *timers = (Timers){0};
}
