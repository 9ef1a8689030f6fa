#include <config.h>

#include "server/store/postgres_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/postgres_rows.h"
#include "server/store/postgres_connection.h"

enum { RECONNECT_MIN_MS = 50, RECONNECT_MAX_MS = 1000, SLEEP_MS = 50 };

/* ---- connections ---- */

bool postgres_store_connect(PostgresStore *store, PostgresConnection *connection, Error *error) {
    if (!postgres_connect(connection, store->conninfo, error) ||
        !postgres_schema_check_settings(connection, error))
        return false;
    if (postgres_prepare(connection))
        return true;
    return error_set(error, ERROR_IO, "%s: its tables are not those of this congod: %s",
                     connection->name, connection->error.why.text);
}

bool postgres_store_gives_up(PostgresStore *store, PostgresDeadline *deadline) {
    pthread_mutex_lock(&store->queue.lock);
    bool closing = store->queue.closing;
    pthread_mutex_unlock(&store->queue.lock);
    if (closing && deadline->closing_ms == 0)
        deadline->closing_ms = monotonic_ms();
    return postgres_store_writer_has_ended(store) ||
           (closing && monotonic_ms() - deadline->closing_ms > POSTGRES_CLOSING_MS);
}

/* Returns whether this connection is the first that is lost. */
static bool begin_outage(PostgresStore *store, const char *reason) {
    char sentence[sizeof(Error)];
    pthread_mutex_lock(&store->lock);
    bool first = store->outage.connections++ == 0;
    if (first)
        store->outage.began_ms = monotonic_ms();
    pthread_mutex_unlock(&store->lock);
    snprintf(sentence, sizeof sentence,
             "the connection to the database is lost; requests wait until it is back: %.250s",
             reason);
    if (first)
        store_queue_report(&store->queue, sentence);
    return first;
}

static void end_outage(PostgresStore *store) {
    char sentence[100];
    pthread_mutex_lock(&store->lock);
    bool last = --store->outage.connections == 0;
    int64_t ms = monotonic_ms() - store->outage.began_ms;
    pthread_mutex_unlock(&store->lock);
    if (!last)
        return;
    snprintf(sentence, sizeof sentence, "the connection to the database is back after %lld.%lld s",
             (long long)(ms / 1000), (long long)(ms % 1000 / 100));
    store_queue_report(&store->queue, sentence);
}

/* Sleeps in pieces, so that closing does not wait. */
void postgres_store_pause(PostgresStore *store, PostgresDeadline *deadline, int ms) {
    for (; ms > 0 && !postgres_store_gives_up(store, deadline); ms -= SLEEP_MS)
        nanosleep(&(struct timespec){.tv_nsec = (ms < SLEEP_MS ? ms : SLEEP_MS) * 1000000L}, NULL);
}

bool postgres_store_reconnect(PostgresStore *store, PostgresConnection *connection,
                              PostgresDeadline *deadline, const char *reason, Error *error) {
    char reported[sizeof error->text] = "";
    bool reports = begin_outage(store, reason);
    for (int wait_ms = RECONNECT_MIN_MS; !postgres_store_gives_up(store, deadline);) {
        if (postgres_store_connect(store, connection, error)) {
            error_clear(error);
            end_outage(store);
            return true;
        }
        if (reports && strcmp(reported, error->text) != 0)
            store_queue_report(&store->queue, error->text);
        snprintf(reported, sizeof reported, "%s", error->text);
        postgres_store_pause(store, deadline, wait_ms);
        wait_ms = wait_ms * 2 < RECONNECT_MAX_MS ? wait_ms * 2 : RECONNECT_MAX_MS;
    }
    return error_set(error, ERROR_IO, "the database did not answer until the store was closed");
}

/* ---- what is published ---- */

void postgres_store_publish(PostgresStore *store, StoreKind kind) {
    store_queue_publish_news(&store->queue, &(StoreCompletion){.kind = kind});
}

void postgres_store_publish_news(PostgresStore *store, const PGresult *events) {
    for (int row = 0; row < PQntuples(events); row++) {
        StoreCompletion news;
        if (postgres_number(events, row, EVENT_ITEM) == 0)
            continue;
        postgres_rows_read_news(events, row, &news);
        store_queue_publish_news(&store->queue, &news);
    }
}

/* Returns whether the members differ from those published last, and keeps them. The lock is held.
 */
static bool keep_members(PostgresStore *store, const uint64_t *members, size_t count) {
    bool has_own = false;
    for (size_t i = 0; i < count; i++)
        has_own = has_own || members[i] == store->server;
    if (!has_own || (count == store->member_count && store->members[0] == store->server &&
                     memcmp(members, store->members + 1, count * sizeof *members) == 0))
        return false;
    store->members = memory_resize(store->members, count + 1, sizeof *store->members);
    store->members[0] = store->server;
    memcpy(store->members + 1, members, count * sizeof *members);
    store->member_count = count;
    return true;
}

void postgres_store_read_members(PostgresStore *store, const PGresult *result) {
    size_t rows = (size_t)PQntuples(result), count = 0;
    uint64_t *members = memory_resize(NULL, rows + 1, sizeof *members);
    for (int row = 0; row < (int)rows; row++)
        if (!postgres_boolean(result, row, 2))
            members[count++] = (uint64_t)postgres_number(result, row, 0);
    StoreCompletion completion = {.kind = STORE_MEMBERS, .ids = members, .id_count = count};
    /* Under the lock, so that an older list cannot come after a newer one of another server. */
    pthread_mutex_lock(&store->lock);
    bool changed = keep_members(store, members, count);
    completion.id = store->server;
    if (changed)
        store_queue_publish_news(&store->queue, &completion);
    pthread_mutex_unlock(&store->lock);
    if (!changed)
        free(members);
}

/* ---- shared values ---- */

uint32_t postgres_store_server(PostgresStore *store) {
    pthread_mutex_lock(&store->lock);
    uint32_t server = store->server;
    pthread_mutex_unlock(&store->lock);
    return server;
}

void postgres_store_set_server(PostgresStore *store, uint32_t server) {
    pthread_mutex_lock(&store->lock);
    store->server = server;
    store->number = 0;
    pthread_mutex_unlock(&store->lock);
}

void postgres_store_set_number(PostgresStore *store, uint64_t number) {
    pthread_mutex_lock(&store->lock);
    store->number = number;
    pthread_mutex_unlock(&store->lock);
}

PostgresMark postgres_store_next_mark(PostgresStore *store) {
    pthread_mutex_lock(&store->lock);
    PostgresMark mark = {store->server, store->number + 1};
    pthread_mutex_unlock(&store->lock);
    return mark;
}

bool postgres_store_is_alone(PostgresStore *store) {
    pthread_mutex_lock(&store->lock);
    bool alone = store->member_count <= 1;
    pthread_mutex_unlock(&store->lock);
    return alone;
}

void postgres_store_ask_to_bury(PostgresStore *store, uint32_t server) {
    pthread_mutex_lock(&store->lock);
    store->dead = server;
    pthread_mutex_unlock(&store->lock);
    store_queue_alert(&store->queue);
}

void postgres_store_ask_to_register(PostgresStore *store, uint32_t server) {
    pthread_mutex_lock(&store->lock);
    store->old = server;
    pthread_mutex_unlock(&store->lock);
    store_queue_alert(&store->queue);
}

bool postgres_store_writer_has_ended(PostgresStore *store) {
    pthread_mutex_lock(&store->lock);
    bool ended = store->writer_ended;
    pthread_mutex_unlock(&store->lock);
    return ended;
}
