#include <config.h>

#include "server/store/postgres/store_postgres.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/postgres/postgres_batch.h"
#include "server/store/postgres/postgres_check.h"
#include "server/store/postgres/postgres_listener.h"
#include "server/store/postgres/postgres_schema.h"
#include "server/store/store_queue.h"

/* The store with its threads. */
typedef struct WholeStore {
    PostgresStore shared; /* first */
    PostgresWriter writer;
    PostgresListener listener;
    /* Of the writer's thread. */
    StoreRequestList requests, jobs;
    PostgresCheck *check; /* the first of `jobs`, begun, or NULL */
} WholeStore;

/* ---- the writer ---- */

static void run_batch(WholeStore *store) {
    size_t count = postgres_batch_size(store->requests.items, store->requests.count);
    if (count == 0)
        return;
    StoreQueue *queue = &store->shared.queue;
    StoreCompletion *completions = memory_resize(NULL, count, sizeof *completions);
    uint64_t began = (uint64_t)monotonic_us();
    size_t changes = postgres_batch_run(&store->writer, store->requests.items, count, completions);
    store_queue_count_commit(queue, changes, (uint64_t)monotonic_us() - began);
    store_queue_report_damage(queue, completions, count);
    store_queue_publish(queue, completions, count);
    free(completions);
    store_request_list_drop(&store->requests, count);
}

/* Does what the listener has asked for. */
static void care_for_servers(WholeStore *store) {
    PostgresStore *shared = &store->shared;
    pthread_mutex_lock(&shared->lock);
    uint32_t dead = shared->dead;
    bool was_buried = shared->old != 0 && shared->old == shared->server;
    shared->dead = shared->old = 0;
    pthread_mutex_unlock(&shared->lock);
    if (store->writer.failure.code != ERROR_NONE)
        return;
    if (was_buried)
        postgres_batch_register_again(&store->writer);
    if (dead != 0)
        postgres_batch_bury(&store->writer, dead);
}

static void end_job(WholeStore *store) {
    postgres_check_end(store->check);
    store->check = NULL;
    store_request_list_drop(&store->jobs, 1);
}

static void run_job(WholeStore *store) {
    StoreCompletion completion;
    const StoreRequest *request = &store->jobs.items[0];
    if (!store->check)
        store->check = postgres_check_begin(request);
    if (!postgres_check_step(store->check, &store->writer.connection, &completion))
        return;
    end_job(store);
    store_queue_publish(&store->shared.queue, &completion, 1);
}

static void *writer_thread(void *context) {
    WholeStore *store = context;
    PostgresStore *shared = &store->shared;
    while (store_queue_wait(&shared->queue, &store->requests, &store->jobs)) {
        care_for_servers(store);
        run_batch(store);
        if (store->jobs.count > 0)
            run_job(store);
    }
    if (store->check)
        end_job(store);
    if (store->writer.failure.code == ERROR_NONE)
        postgres_batch_bury(&store->writer, postgres_store_server(shared));
    pthread_mutex_lock(&shared->lock);
    shared->writer_ended = true;
    pthread_mutex_unlock(&shared->lock);
    if (write(shared->wake[1], "", 1) != 1)
        return NULL; /* the listener wakes up with its next heartbeat */
    return NULL;
}

static void *listener_thread(void *context) {
    WholeStore *store = context;
    postgres_listener_run(&store->listener);
    return NULL;
}

/* ---- opening and closing ---- */

static void free_store(WholeStore *store) {
    PostgresStore *shared = &store->shared;
    postgres_disconnect(&store->writer.connection);
    postgres_listener_free(&store->listener);
    store_request_list_free(&store->requests);
    store_request_list_free(&store->jobs);
    close(shared->wake[0]);
    close(shared->wake[1]);
    free(shared->members);
    free(shared->conninfo);
    pthread_mutex_destroy(&shared->lock);
    store_queue_free(&shared->queue);
    free(store);
}

static void close_store(Store *base) {
    WholeStore *store = (WholeStore *)base;
    store_queue_close(&store->shared.queue);
    pthread_join(store->shared.writer, NULL);
    pthread_join(store->shared.listener, NULL);
    free_store(store);
}

static bool make_schema(WholeStore *store, bool is_read_only, Error *error) {
    PostgresConnection *connection = &store->writer.connection;
    if (!postgres_connect(connection, store->shared.conninfo, error) ||
        !postgres_schema_check_settings(connection, error))
        return false;
    if (is_read_only ? !postgres_schema_check(connection, error)
                     : !postgres_schema_create(connection, error))
        return false;
    postgres_schema_warn(connection, store->shared.queue.report);
    return true;
}

static bool set_fault(const PostgresConnection *connection, Error *error) {
    return error_set(error, ERROR_IO, "%s: %s", connection->name, connection->error.why.text);
}

/* The service time runs before the server has it for its first heartbeat. */
static bool register_server(WholeStore *store, Error *error) {
    PostgresConnection *connection = &store->writer.connection;
    PGresult *tick = NULL;
    bool good = postgres_prepare(connection) &&
                (tick = postgres_run(connection, STATEMENT_TICK, NULL)) != NULL &&
                postgres_batch_register(&store->writer);
    PQclear(tick);
    return good || set_fault(connection, error);
}

static bool begin(WholeStore *store, bool is_read_only, Error *error) {
    return make_schema(store, is_read_only, error) &&
           postgres_listener_open(&store->listener, error) && register_server(store, error) &&
           (postgres_listener_begin(&store->listener) ||
            set_fault(&store->listener.connection, error));
}

/* Without one of the threads, there is none. */
static bool start_threads(WholeStore *store) {
    PostgresStore *shared = &store->shared;
    if (pthread_create(&shared->listener, NULL, listener_thread, store) != 0)
        return false;
    if (pthread_create(&shared->writer, NULL, writer_thread, store) == 0)
        return true;
    shared->writer_ended = true;
    pthread_join(shared->listener, NULL);
    return false;
}

Store *store_postgres_open(const StoreOptions *options, Error *error) {
    static const StoreMethods methods = {store_queue_submit, store_queue_take, store_queue_stats,
                                         close_store};
    WholeStore *store = memory_allocate(sizeof *store);
    PostgresStore *shared = &store->shared;
    store_queue_init(&shared->queue, &methods, options->notify, options->context, options->report);
    shared->queue.store.is_shared = true;
    shared->conninfo = memory_strdup(options->database);
    pthread_mutex_init(&shared->lock, NULL);
    store->writer.store = store->listener.store = shared;
    bool has_pipe = pipe(shared->wake) == 0;
    if (!has_pipe)
        shared->wake[0] = shared->wake[1] = -1;
    else
        for (int i = 0; i < 2; i++)
            fcntl(shared->wake[i], F_SETFD, FD_CLOEXEC);
    if (has_pipe && begin(store, options->is_read_only, error)) {
        if (start_threads(store))
            return &shared->queue.store;
        error_set(error, ERROR_MEMORY, "the database threads cannot be started");
    } else if (!has_pipe) {
        error_set(error, ERROR_IO, "the database threads have no pipe");
    }
    free_store(store);
    return NULL;
}

bool store_postgres_check(const char *conninfo, StoreCompletion *completion, Error *error) {
    PostgresWriter writer = {.store = NULL};
    *completion = (StoreCompletion){.kind = STORE_CHECK};
    bool good = postgres_connect(&writer.connection, conninfo, error) &&
                postgres_schema_check(&writer.connection, error) &&
                (postgres_prepare(&writer.connection) || set_fault(&writer.connection, error));
    if (good) {
        PostgresCheck *check = postgres_check_begin(&(StoreRequest){.kind = STORE_CHECK});
        while (!postgres_check_step(check, &writer.connection, completion))
            continue;
        postgres_check_end(check);
    }
    postgres_disconnect(&writer.connection);
    return good;
}
