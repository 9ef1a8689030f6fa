/*
 * The queues between the owner of a store and the store's threads, with the counters: what stores
 * in a database have in common. Requests go in and completions come out on the owner's thread; one
 * thread of the store takes all waiting requests at a time, any may publish completions.
 */
#ifndef SERVER_STORE_STORE_QUEUE_H
#define SERVER_STORE_STORE_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/store.h"

/* A list of requests, with copies of their paths. */
typedef struct StoreRequestList {
    StoreRequest *items; /* owned */
    size_t count, capacity;
} StoreRequestList;

/* Removes the first requests. Their paths are freed. */
void store_request_list_drop(StoreRequestList *list, size_t count);
void store_request_list_free(StoreRequestList *list);

typedef struct StoreCompletionQueue {
    StoreCompletion *items; /* owned, from `taken` on */
    size_t taken, count, capacity;
} StoreCompletionQueue;

/* The first member of a store that uses it. */
typedef struct StoreQueue {
    Store store; /* first */
    StoreNotify *notify;
    StoreReport *report; /* may be NULL */
    void *context;       /* of `notify` */

    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    StoreRequestList waiting;
    StoreCompletionQueue done;
    StoreStats stats;
    bool alerted, closing;

    /* Of the thread that takes the requests. */
    StoreRequestList taken; /* empty; keeps its memory */
    unsigned damage_reports;
} StoreQueue;

void store_queue_init(StoreQueue *queue, const StoreMethods *methods, StoreNotify *notify,
                      void *context, StoreReport *report);

/* Frees what the queue owns, after the threads have ended. */
void store_queue_free(StoreQueue *queue);

/* ---- the owner's thread: methods of the store ---- */

void store_queue_submit(Store *store, const StoreRequest *request);
bool store_queue_take(Store *store, StoreCompletion *completion);
void store_queue_stats(Store *store, StoreStats *stats);

/* Lets store_queue_wait() return false when all requests are taken. */
void store_queue_close(StoreQueue *queue);

/* ---- the store's threads ---- */

/* Adds all waiting requests to two lists: jobs, and the others. Waits for one if both lists are
 * empty, or for store_queue_alert(). Returns false if the store is closing and the list of other
 * requests is empty. */
bool store_queue_wait(StoreQueue *queue, StoreRequestList *requests, StoreRequestList *jobs);

/* Lets store_queue_wait() return. */
void store_queue_alert(StoreQueue *queue);

/* Publishes completions, which the queue then owns. */
void store_queue_publish(StoreQueue *queue, const StoreCompletion *completions, size_t count);

/* Counts a commit of changes; 0 is no commit. */
void store_queue_count_commit(StoreQueue *queue, size_t changes, uint64_t us);

/* Reports a sentence to the operator, and the damaged games among completions. Clients can ask for
 * a damaged game again and again, so not all damage is reported. */
void store_queue_report(StoreQueue *queue, const char *sentence);
void store_queue_report_damage(StoreQueue *queue, const StoreCompletion *completions, size_t count);

#endif
