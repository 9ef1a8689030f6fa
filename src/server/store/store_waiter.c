#include <config.h>

#include "server/store/store_waiter.h"

#include <time.h>

#include "base/monotonic.h"

void store_waiter_begin(StoreWaiter *waiter) {
    pthread_condattr_t monotonic;
    *waiter = (StoreWaiter){0};
    pthread_mutex_init(&waiter->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&waiter->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void store_waiter_end(StoreWaiter *waiter) {
    pthread_cond_destroy(&waiter->changed);
    pthread_mutex_destroy(&waiter->lock);
}

void store_waiter_notify(void *context) {
    StoreWaiter *waiter = context;
    pthread_mutex_lock(&waiter->lock);
    waiter->notified = true;
    pthread_cond_signal(&waiter->changed);
    pthread_mutex_unlock(&waiter->lock);
}

/* Waits for a notification. Returns false if there is none before `end_ms`. */
static bool wait_until(StoreWaiter *waiter, int64_t end_ms) {
    struct timespec end = {.tv_sec = (time_t)(end_ms / 1000),
                           .tv_nsec = (long)(end_ms % 1000) * 1000000};
    bool in_time = true;
    pthread_mutex_lock(&waiter->lock);
    while (!waiter->notified && in_time)
        if (end_ms == INT64_MAX)
            pthread_cond_wait(&waiter->changed, &waiter->lock);
        else
            in_time = pthread_cond_timedwait(&waiter->changed, &waiter->lock, &end) == 0;
    waiter->notified = false;
    pthread_mutex_unlock(&waiter->lock);
    return in_time;
}

bool store_waiter_take(StoreWaiter *waiter, Store *store, int64_t timeout_ms,
                       StoreCompletion *completion) {
    int64_t end_ms = timeout_ms < 0 ? INT64_MAX : monotonic_ms() + timeout_ms;
    while (!store_take(store, completion))
        if (!wait_until(waiter, end_ms))
            return store_take(store, completion);
    return true;
}
