/* Waits for the completions of a store, for programs without a loop. */
#ifndef SERVER_STORE_STORE_WAITER_H
#define SERVER_STORE_STORE_WAITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/store/store.h"

typedef struct StoreWaiter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool notified; /* since the store had no completion */
} StoreWaiter;

/* The waiter has to outlive the store that notifies it. */
void store_waiter_begin(StoreWaiter *waiter);
void store_waiter_end(StoreWaiter *waiter);

/* A StoreNotify, whose context is the waiter. */
void store_waiter_notify(void *waiter);

/* Takes the next completion, and waits for it. Returns false if there is none after `timeout_ms`;
 * negative: never. */
bool store_waiter_take(StoreWaiter *waiter, Store *store, int64_t timeout_ms,
                       StoreCompletion *completion);

#endif
