#include <config.h>

#include "server/store/store_sqlite.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/database.h"
#include "server/store/maintenance.h"
#include "server/store/store_queue.h"

typedef struct SqliteStore {
    StoreQueue queue; /* first */
    pthread_t thread;

    /* Of the store's thread only. */
    Database *database;
    StoreRequestList batch, jobs;
    MaintenanceJob *job; /* the first of `jobs`, begun, or NULL */
} SqliteStore;

/* ---- the store's thread ---- */

/* Tells the operator what the database has noticed. */
static void report_notice(SqliteStore *store) {
    store_queue_report(&store->queue, store->database->notice.text);
    error_clear(&store->database->notice);
}

static void run_batch(SqliteStore *store) {
    size_t count = store->batch.count;
    if (count == 0)
        return;
    StoreCompletion *completions = memory_resize(NULL, count, sizeof *completions);
    uint64_t began = (uint64_t)monotonic_us();
    size_t changes = database_run(store->database, store->batch.items, count, completions);
    store_queue_count_commit(&store->queue, changes, (uint64_t)monotonic_us() - began);
    report_notice(store);
    store_queue_report_damage(&store->queue, completions, count);
    store_queue_publish(&store->queue, completions, count);
    free(completions);
    store->batch.count = 0;
    database_checkpoint(store->database);
}

static void end_job(SqliteStore *store) {
    maintenance_end(store->job);
    store->job = NULL;
    store_request_list_drop(&store->jobs, 1);
}

static void run_job(SqliteStore *store) {
    StoreCompletion completion;
    if (!store->job)
        store->job = maintenance_begin(store->database, &store->jobs.items[0], false);
    if (!maintenance_step(store->job, &completion))
        return;
    end_job(store);
    store_queue_publish(&store->queue, &completion, 1);
}

static void *store_thread(void *context) {
    SqliteStore *store = context;
    while (store_queue_wait(&store->queue, &store->batch, &store->jobs)) {
        run_batch(store);
        if (store->jobs.count > 0)
            run_job(store);
    }
    if (store->job)
        end_job(store);
    return NULL;
}

/* ---- the core's thread ---- */

static void free_store(SqliteStore *store) {
    database_close(store->database);
    store_request_list_free(&store->batch);
    store_request_list_free(&store->jobs);
    store_queue_free(&store->queue);
    free(store);
}

static void close_store(Store *base) {
    SqliteStore *store = (SqliteStore *)base;
    store_queue_close(&store->queue);
    pthread_join(store->thread, NULL);
    free_store(store);
}

Store *store_sqlite_open(const StoreOptions *options, Error *error) {
    static const StoreMethods methods = {store_queue_submit, store_queue_take, store_queue_stats,
                                         close_store};
    Database *database = database_open(
        options->database, options->is_read_only ? DATABASE_EXISTING : DATABASE_CREATE, 0, error);
    if (!database)
        return NULL;
    SqliteStore *store = memory_allocate(sizeof *store);
    store_queue_init(&store->queue, &methods, options->notify, options->context, options->report);
    store->database = database;
    report_notice(store);
    if (pthread_create(&store->thread, NULL, store_thread, store) == 0)
        return &store->queue.store;
    free_store(store);
    error_set(error, ERROR_MEMORY, "the database thread cannot be started");
    return NULL;
}

/* ---- jobs without a server ---- */

bool store_sqlite_check(const char *path, StoreCompletion *completion, Error *error) {
    return maintenance_run(path, DATABASE_EXISTING, &(StoreRequest){.kind = STORE_CHECK},
                           completion, error);
}

bool store_sqlite_backup(const char *path, const char *to, StoreCompletion *completion,
                         Error *error) {
    return maintenance_run(path, DATABASE_EXISTING,
                           &(StoreRequest){.kind = STORE_BACKUP, .path = to}, completion, error);
}
