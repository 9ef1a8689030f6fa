#include <config.h>

#include "server/store/store_sqlite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/database.h"
#include "server/store/maintenance.h"

typedef struct StoreRequestQueue {
    StoreRequest *items; /* owned, with their paths */
    size_t count, capacity;
} StoreRequestQueue;

typedef struct StoreCompletionQueue {
    StoreCompletion *items; /* owned, from `taken` on */
    size_t taken, count, capacity;
} StoreCompletionQueue;

typedef struct SqliteStore {
    Store store; /* first */
    StoreNotify *notify;
    void *context;
    pthread_t thread;

    /* Shared, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    StoreRequestQueue waiting;
    StoreCompletionQueue done;
    StoreStats stats;
    bool closing;

    /* Of the store's thread only. */
    Database *database;
    StoreRequestQueue batch, jobs;
    MaintenanceJob *job; /* the first of `jobs`, begun, or NULL */
} SqliteStore;

/* ---- queues ---- */

static void add_request(StoreRequestQueue *requests, const StoreRequest *request) {
    if (requests->count == requests->capacity) {
        requests->capacity = requests->capacity ? requests->capacity * 2 : 64;
        requests->items =
            memory_resize(requests->items, requests->capacity, sizeof *requests->items);
    }
    requests->items[requests->count++] = *request;
}

static StoreCompletion *add_completions(StoreCompletionQueue *completions, size_t count) {
    if (completions->taken == completions->count)
        completions->taken = completions->count = 0;
    if (completions->count + count > completions->capacity) {
        completions->capacity = (completions->count + count) * 2;
        completions->items =
            memory_resize(completions->items, completions->capacity, sizeof *completions->items);
    }
    completions->count += count;
    return completions->items + completions->count - count;
}

static void request_queue_free(StoreRequestQueue *requests) {
    for (size_t i = 0; i < requests->count; i++)
        if (requests->items[i].kind == STORE_BACKUP)
            free((char *)(uintptr_t)requests->items[i].path);
    free(requests->items);
}

/* ---- the store's thread ---- */

static void publish(SqliteStore *store, const StoreCompletion *completions, size_t count) {
    pthread_mutex_lock(&store->lock);
    memcpy(add_completions(&store->done, count), completions, count * sizeof *completions);
    pthread_mutex_unlock(&store->lock);
    store->notify(store->context);
}

static void count_commit(SqliteStore *store, size_t changes, uint64_t us) {
    if (changes == 0)
        return;
    pthread_mutex_lock(&store->lock);
    StoreStats *stats = &store->stats;
    stats->commits++;
    stats->changes += changes;
    stats->commit_us += us;
    if (us > stats->commit_us_max)
        stats->commit_us_max = us;
    if (changes > stats->batch_max)
        stats->batch_max = changes;
    pthread_mutex_unlock(&store->lock);
}

/* Moves jobs from the batch to their own queue. */
static void split_jobs(SqliteStore *store) {
    size_t left = 0;
    for (size_t i = 0; i < store->batch.count; i++) {
        const StoreRequest *request = &store->batch.items[i];
        if (request->kind == STORE_BACKUP || request->kind == STORE_CHECK)
            add_request(&store->jobs, request);
        else
            store->batch.items[left++] = *request;
    }
    store->batch.count = left;
}

static void run_batch(SqliteStore *store) {
    split_jobs(store);
    size_t count = store->batch.count;
    if (count == 0)
        return;
    StoreCompletion *completions = memory_resize(NULL, count, sizeof *completions);
    uint64_t began = (uint64_t)monotonic_us();
    size_t changes = database_run(store->database, store->batch.items, count, completions);
    count_commit(store, changes, (uint64_t)monotonic_us() - began);
    publish(store, completions, count);
    free(completions);
    store->batch.count = 0;
    database_checkpoint(store->database);
}

static void end_job(SqliteStore *store) {
    maintenance_end(store->job);
    store->job = NULL;
    if (store->jobs.items[0].kind == STORE_BACKUP)
        free((char *)(uintptr_t)store->jobs.items[0].path);
    store->jobs.count--;
    memmove(store->jobs.items, store->jobs.items + 1,
            store->jobs.count * sizeof *store->jobs.items);
}

static void run_job(SqliteStore *store) {
    StoreCompletion completion;
    if (!store->job)
        store->job = maintenance_begin(store->database, &store->jobs.items[0], false);
    if (!maintenance_step(store->job, &completion))
        return;
    end_job(store);
    publish(store, &completion, 1);
}

/* Waits for work and takes all waiting requests. Returns false when the store is closing and has no
 * request left. */
static bool next_batch(SqliteStore *store) {
    pthread_mutex_lock(&store->lock);
    while (store->waiting.count == 0 && store->jobs.count == 0 && !store->closing)
        pthread_cond_wait(&store->changed, &store->lock);
    StoreRequestQueue batch = store->waiting;
    store->waiting = store->batch;
    store->batch = batch;
    bool done = batch.count == 0 && store->closing;
    pthread_mutex_unlock(&store->lock);
    return !done;
}

static void *store_thread(void *context) {
    SqliteStore *store = context;
    while (next_batch(store)) {
        run_batch(store);
        if (store->jobs.count > 0)
            run_job(store);
    }
    if (store->job)
        end_job(store);
    return NULL;
}

/* ---- the core's thread ---- */

static void submit(Store *base, const StoreRequest *request) {
    SqliteStore *store = (SqliteStore *)base;
    StoreRequest copy = *request;
    if (copy.kind == STORE_BACKUP)
        copy.path = memory_strdup(request->path);
    pthread_mutex_lock(&store->lock);
    add_request(&store->waiting, &copy);
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
}

static bool take(Store *base, StoreCompletion *completion) {
    SqliteStore *store = (SqliteStore *)base;
    pthread_mutex_lock(&store->lock);
    bool available = store->done.taken < store->done.count;
    if (available)
        *completion = store->done.items[store->done.taken++];
    pthread_mutex_unlock(&store->lock);
    return available;
}

static void get_stats(Store *base, StoreStats *stats) {
    SqliteStore *store = (SqliteStore *)base;
    pthread_mutex_lock(&store->lock);
    *stats = store->stats;
    pthread_mutex_unlock(&store->lock);
}

static void free_store(SqliteStore *store) {
    database_close(store->database);
    for (size_t i = store->done.taken; i < store->done.count; i++)
        store_completion_free(&store->done.items[i]);
    free(store->done.items);
    request_queue_free(&store->waiting);
    request_queue_free(&store->batch);
    request_queue_free(&store->jobs);
    pthread_cond_destroy(&store->changed);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

static void close_store(Store *base) {
    SqliteStore *store = (SqliteStore *)base;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    free_store(store);
}

Store *store_sqlite_open(const SqliteStoreOptions *options, Error *error) {
    static const StoreMethods methods = {submit, take, get_stats, close_store};
    Database *database =
        database_open(options->path, DATABASE_CREATE, options->checkpoint_size, error);
    if (!database)
        return NULL;
    SqliteStore *store = memory_allocate(sizeof *store);
    store->store.methods = &methods;
    store->notify = options->notify;
    store->context = options->context;
    store->database = database;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->changed, NULL);
    if (pthread_create(&store->thread, NULL, store_thread, store) == 0)
        return &store->store;
    free_store(store);
    error_set(error, ERROR_MEMORY, "the database thread cannot be started");
    return NULL;
}

/* ---- jobs without a server ---- */

static bool run_offline(const char *path, const StoreRequest *request, StoreCompletion *completion,
                        Error *error) {
    *completion = (StoreCompletion){.kind = request->kind};
    Database *database = database_open(path, DATABASE_EXISTING, 0, error);
    if (!database)
        return false;
    MaintenanceJob *job = maintenance_begin(database, request, true);
    while (!maintenance_step(job, completion))
        continue;
    maintenance_end(job);
    database_close(database);
    return true;
}

bool store_sqlite_check(const char *path, StoreCompletion *completion, Error *error) {
    return run_offline(path, &(StoreRequest){.kind = STORE_CHECK}, completion, error);
}

bool store_sqlite_backup(const char *path, const char *to, StoreCompletion *completion,
                         Error *error) {
    return run_offline(path, &(StoreRequest){.kind = STORE_BACKUP, .path = to}, completion, error);
}
