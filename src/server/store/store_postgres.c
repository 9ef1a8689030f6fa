#include <config.h>

#include "server/store/store_postgres.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "net/identity.h"
#include "server/store/store.h"
#include "server/store/postgres_batch.h"
#include "server/store/postgres_rows.h"
#include "server/store/postgres_connection.h"

typedef struct PostgresCheck PostgresCheck;

enum {
    POSTGRES_BEAT_MS = 1000,
    POSTGRES_KEEP_BEATS = 60 /* heartbeats after which events are removed */
};

/* The last event read of another server. */
typedef struct EventPosition {
    uint32_t server;
    bool is_late; /* there are events behind it */
    uint64_t number;
    int64_t item;
} EventPosition;

typedef struct PostgresListener {
    PostgresStore *store;
    PostgresConnection connection;
    PostgresDeadline deadline;
    EventPosition *positions; /* owned, by ascending servers */
    size_t count;
    int64_t beat_ms; /* monotonic time of the next heartbeat */
    /* Of this server's events, which are removed once they are old. */
    uint32_t server;
    uint64_t numbers[POSTGRES_KEEP_BEATS]; /* of its last batch at the last heartbeats */
    uint64_t beats, removed;
} PostgresListener;

/* ---- jobs, in pieces between the batches ---- */

enum { STEP_GAMES = 20 };

struct PostgresCheck {
    StoreKind kind;
    StoreRequest *request;
    uint64_t last_id; /* of the games checked */
    StoreCheckReport report;
};

/* Begins a STORE_CHECK, or a STORE_BACKUP, which will be rejected. */
static PostgresCheck *postgres_check_begin(StoreRequest *request) {
    PostgresCheck *check = memory_allocate(sizeof *check);
    check->kind = request->kind;
    check->request = request;
    return check;
}

static void postgres_check_end(PostgresCheck *check) {
    check_report_free(&check->report);
    free(check);
}

/* Asks for a game, and for moves without a game between it and the one before. */
static void send_game(PostgresConnection *connection, uint64_t before, uint64_t id) {
    PostgresParameters game = {0}, range = {0};
    postgres_add_number(&game, (int64_t)id);
    postgres_add_number(&game, 0);
    postgres_add_number(&range, (int64_t)before);
    postgres_add_number(&range, (int64_t)id);
    postgres_send(connection, STATEMENT_STRAY_MOVES, &range);
    postgres_send(connection, STATEMENT_LOAD, &game);
}

static void receive_stray_moves(PostgresCheck *check, PostgresConnection *connection) {
    PGresult *result = postgres_receive(connection);
    for (int row = 0; row < PQntuples(result); row++)
        check_report_add(&check->report,
                         game_id_from_number((uint64_t)postgres_number(result, row, 0)).text,
                         "it has moves, but the game itself is missing");
    PQclear(result);
}

/* A game that was deleted after it was listed is no fault. */
static void receive_game(PostgresCheck *check, PostgresConnection *connection, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    PGresult *result = postgres_receive(connection);
    if (result && !postgres_rows_read_game(result, 0, &loaded))
        postgres_distrust(connection);
    else if (result && loaded.result != STORE_MISSING)
        check_report_add_game(&check->report, &loaded);
    PQclear(result);
    store_completion_free(&loaded);
}

/* Checks some games, and what lies behind the last. Returns whether there are no more. */
static bool check_games(PostgresCheck *check, PostgresConnection *connection, const PGresult *ids) {
    int count = PQntuples(ids);
    uint64_t before = check->last_id;
    postgres_clear(connection);
    for (int i = 0; i < count; i++) {
        uint64_t id = (uint64_t)postgres_number(ids, i, 0);
        send_game(connection, before, id);
        before = id;
    }
    if (count < STEP_GAMES)
        send_game(connection, before, INT64_MAX);
    postgres_send_end(connection);
    for (int i = 0; i < count + (count < STEP_GAMES); i++) {
        receive_stray_moves(check, connection);
        receive_game(check, connection,
                     i < count ? (uint64_t)postgres_number(ids, i, 0) : INT64_MAX);
    }
    postgres_receive_nothing(connection);
    check->last_id = before;
    return count < STEP_GAMES;
}

static bool reject(StoreCompletion *completion, const char *why) {
    completion->result = STORE_REJECTED;
    completion->text = memory_strdup(why);
    return true;
}

static bool step_check(PostgresCheck *check, PostgresConnection *connection,
                       StoreCompletion *completion) {
    PostgresParameters list = {0};
    postgres_add_number(&list, (int64_t)check->last_id);
    postgres_add_number(&list, STEP_GAMES);
    PGresult *ids = postgres_run(connection, STATEMENT_LIST_GAMES, &list);
    bool done = ids && check_games(check, connection, ids);
    PQclear(ids);
    if (connection->error.fault != POSTGRES_OK)
        return reject(completion, connection->error.why.text);
    if (done)
        check_report_take(&check->report, completion);
    return done;
}

/* Runs a piece of some milliseconds. Returns true and fills in the completion when the job is done.
 * A fault of the connection rejects it. */
static bool postgres_check_step(PostgresCheck *check, PostgresConnection *connection,
                                StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = check->kind, .request = check->request};
    if (check->kind == STORE_BACKUP)
        return reject(completion, "a PostgreSQL database is backed up by PostgreSQL's own tools, "
                                  "such as pg_dump; see congo-cluster(7)");
    return step_check(check, connection, completion);
}

/* ---- the listener ----
 * This thread has the heartbeats on a connection of its own, and publishes what other servers have
 * changed. A notification only says that there are events; they are read from their table, behind
 * the last one that was read of each server. */

enum { NEWS_MAX = 2000 }; /* events of a server, read at a time */

/* ---- positions ---- */

/* Returns the position of a server, which begins before its first event if it is new. */
static EventPosition *position_of(PostgresListener *listener, uint32_t server) {
    size_t at = 0;
    while (at < listener->count && listener->positions[at].server < server)
        at++;
    if (at == listener->count || listener->positions[at].server != server) {
        listener->positions =
            memory_resize(listener->positions, listener->count + 1, sizeof *listener->positions);
        memmove(&listener->positions[at + 1], &listener->positions[at],
                (listener->count++ - at) * sizeof *listener->positions);
        listener->positions[at] = (EventPosition){.server = server, .item = INT32_MAX};
    }
    return &listener->positions[at];
}

/* The events under an earlier number of this server are no news. */
static void note_own_server(PostgresListener *listener) {
    uint32_t own = postgres_store_server(listener->store);
    if (own == listener->server)
        return;
    if (listener->server != 0)
        position_of(listener, listener->server)->number = UINT64_MAX;
    listener->server = own;
    listener->beats = listener->removed = 0;
}

/* Notes that a server has had a batch. It may be this one, under a new number. */
static void note_number(PostgresListener *listener, uint32_t server, uint64_t number) {
    note_own_server(listener);
    if (server == listener->server)
        return;
    EventPosition *position = position_of(listener, server);
    if (number > position->number)
        position->is_late = true;
}

/* ---- news ---- */

/* Moves on to the events of a row. Returns false if events before it are missing. */
static bool follow(PostgresListener *listener, const PGresult *events, int row) {
    EventPosition *position =
        position_of(listener, (uint32_t)postgres_number(events, row, EVENT_SERVER));
    uint64_t number = (uint64_t)postgres_number(events, row, EVENT_NUMBER);
    int64_t item = postgres_number(events, row, EVENT_ITEM);
    bool follows = item == 0 ? number == position->number + 1
                             : item > 0 && item <= INT32_MAX && number == position->number;
    position->number = number;
    position->item = item;
    return follows;
}

static PGresult *read_late_events(PostgresListener *listener, size_t *servers) {
    PostgresParameters parameters = {0};
    Buffer ids = {0}, numbers = {0}, items = {0};
    *servers = 0;
    for (size_t i = 0; i < listener->count; i++) {
        const EventPosition *position = &listener->positions[i];
        if (!position->is_late)
            continue;
        const char *before = (*servers)++ == 0 ? "{" : ",";
        buffer_add_format(&ids, "%s%" PRIu32, before, position->server);
        buffer_add_format(&numbers, "%s%" PRIu64, before, position->number);
        buffer_add_format(&items, "%s%" PRId64, before, position->item);
    }
    PGresult *events = NULL;
    if (*servers > 0) {
        buffer_add_string(&ids, "}");
        buffer_add_string(&numbers, "}");
        buffer_add_string(&items, "}");
        postgres_add_text(&parameters, ids.bytes);
        postgres_add_text(&parameters, numbers.bytes);
        postgres_add_text(&parameters, items.bytes);
        postgres_add_number(&parameters, NEWS_MAX);
        events = postgres_run(&listener->connection, STATEMENT_NEWS, &parameters);
    }
    buffer_free(&ids);
    buffer_free(&numbers);
    buffer_free(&items);
    return events;
}

/* Returns whether servers and their batches have numbers that PostgreSQL has given them. */
static bool are_members(PostgresConnection *connection, const PGresult *members) {
    for (int row = 0; row < PQntuples(members); row++)
        if (!postgres_is_server(postgres_number(members, row, 0)) ||
            postgres_number(members, row, 1) < 0)
            postgres_distrust(connection);
    return connection->error.fault == POSTGRES_OK;
}

/* Begins behind the last batch of each server. */
static bool skip_events(PostgresListener *listener) {
    PGresult *members = postgres_run(&listener->connection, STATEMENT_MEMBERS, NULL);
    bool good = are_members(&listener->connection, members);
    listener->count = 0;
    for (int row = 0; good && row < PQntuples(members); row++) {
        EventPosition *position = position_of(listener, (uint32_t)postgres_number(members, row, 0));
        position->number = (uint64_t)postgres_number(members, row, 1);
    }
    PQclear(members);
    return good;
}

/* Publishes the events behind the positions. */
static bool catch_up(PostgresListener *listener) {
    size_t servers;
    for (;;) {
        PGresult *events = read_late_events(listener, &servers);
        if (!events)
            return servers == 0;
        int count = PQntuples(events);
        bool follows = true;
        for (int row = 0; row < count; row++)
            follows = follow(listener, events, row) && follows;
        if (follows)
            postgres_store_publish_news(listener->store, events);
        PQclear(events);
        if (!follows) {
            if (!skip_events(listener))
                return false;
            postgres_store_publish(listener->store, STORE_MISSED);
        } else if (count < NEWS_MAX) {
            break;
        }
    }
    for (size_t i = 0; i < listener->count; i++)
        listener->positions[i].is_late = false;
    return true;
}

/* ---- heartbeats ---- */

static bool is_member(const PGresult *members, uint32_t server) {
    for (int row = 0; row < PQntuples(members); row++)
        if ((uint32_t)postgres_number(members, row, 0) == server)
            return true;
    return false;
}

/* Finds out about new servers, dead ones, and those whose events have been removed. */
static void read_members(PostgresListener *listener, const PGresult *members) {
    uint32_t dead = 0;
    size_t left = 0;
    for (int row = 0; row < PQntuples(members); row++) {
        uint32_t server = (uint32_t)postgres_number(members, row, 0);
        bool ended = postgres_boolean(members, row, 2);
        note_number(listener, server, (uint64_t)postgres_number(members, row, 1));
        if (!ended && server != listener->server && postgres_boolean(members, row, 3))
            dead = server;
    }
    for (size_t i = 0; i < listener->count; i++)
        if (is_member(members, listener->positions[i].server))
            listener->positions[left++] = listener->positions[i];
    listener->count = left;
    postgres_store_read_members(listener->store, members);
    if (dead != 0)
        postgres_store_ask_to_bury(listener->store, dead);
}

static bool publish_time(PostgresListener *listener) {
    StoreCompletion completion = {.kind = STORE_TIME};
    completion.time.asked_ms = monotonic_ms();
    PGresult *result = postgres_run(&listener->connection, STATEMENT_TIME, NULL);
    completion.time.answered_ms = monotonic_ms();
    completion.time.service_ms = result ? postgres_number(result, 0, 0) : -1;
    if (completion.time.service_ms >= 0 && completion.time.service_ms <= STORE_TIME_MAX_MS)
        store_queue_publish_news(&listener->store->queue, &completion);
    else
        postgres_distrust(&listener->connection);
    PQclear(result);
    return listener->connection.error.fault == POSTGRES_OK;
}

/* Removes events once all servers have read them, or have missed them. */
static void remove_old_events(PostgresListener *listener) {
    uint64_t *number = &listener->numbers[listener->beats++ % POSTGRES_KEEP_BEATS];
    uint64_t old = listener->beats > POSTGRES_KEEP_BEATS ? *number : 0;
    PostgresParameters parameters = {0};
    *number = postgres_store_next_mark(listener->store).number - 1;
    postgres_add_number(&parameters, listener->server);
    postgres_add_number(&parameters, (int64_t)listener->removed);
    postgres_add_number(&parameters, (int64_t)old);
    postgres_clear(&listener->connection);
    postgres_send(&listener->connection, STATEMENT_RELAX, NULL);
    postgres_send(&listener->connection, STATEMENT_CLEAR_EVENTS, &parameters);
    postgres_send(&listener->connection, STATEMENT_CLEAR_BURIED, NULL);
    postgres_send_end(&listener->connection);
    for (int i = 0; i < 4; i++)
        postgres_receive_nothing(&listener->connection);
    if (listener->connection.error.fault == POSTGRES_OK)
        listener->removed = old;
}

static bool beat(PostgresListener *listener) {
    PostgresConnection *connection = &listener->connection;
    PostgresParameters parameters = {0};
    note_own_server(listener);
    postgres_add_number(&parameters, listener->server);
    postgres_clear(connection);
    postgres_send(connection, STATEMENT_TICK, NULL);
    postgres_send(connection, STATEMENT_BEAT, &parameters);
    postgres_send(connection, STATEMENT_MEMBERS, NULL);
    postgres_send_end(connection);
    postgres_receive_nothing(connection);
    PGresult *own = postgres_receive(connection), *members = postgres_receive(connection);
    bool good = postgres_receive_nothing(connection) && are_members(connection, members);
    if (good && PQntuples(own) == 0)
        postgres_store_ask_to_register(listener->store, listener->server);
    if (good)
        read_members(listener, members);
    PQclear(own);
    PQclear(members);
    return good && publish_time(listener);
}

/* ---- the thread ---- */

/* Events that are read later than this are those behind a position. */
static bool listen_to_servers(PostgresListener *listener) {
    PGresult *result = postgres_run(&listener->connection, STATEMENT_LISTEN, NULL);
    PQclear(result);
    return result != NULL;
}

static bool reconnect(PostgresListener *listener) {
    char reason[sizeof(Error)];
    Error error = {0};
    snprintf(reason, sizeof reason, "%s", listener->connection.error.why.text);
    postgres_disconnect(&listener->connection);
    do {
        if (!postgres_store_reconnect(listener->store, &listener->connection, &listener->deadline,
                                      reason, &error))
            return false;
    } while (!listen_to_servers(listener));
    return true;
}

/* Takes the notifications that have come. */
static void read_notifications(PostgresListener *listener) {
    PGnotify *notification;
    unsigned server;
    unsigned long long number;
    while (listener->connection.libpq &&
           (notification = PQnotifies(listener->connection.libpq)) != NULL) {
        if (sscanf(notification->extra, "%u %llu", &server, &number) == 2)
            note_number(listener, server, number);
        PQfreemem(notification);
    }
}

static bool is_late(const PostgresListener *listener) {
    for (size_t i = 0; i < listener->count; i++)
        if (listener->positions[i].is_late)
            return true;
    return false;
}

/* Waits for notifications until the next heartbeat is due. Returns false if the connection is lost.
 */
static bool wait_for_notifications(PostgresListener *listener) {
    int64_t left_ms = listener->beat_ms - monotonic_ms();
    struct pollfd files[] = {
        {.fd = PQsocket(listener->connection.libpq), .events = POLLIN},
        {.fd = listener->store->wake[0], .events = POLLIN},
    };
    int ready = left_ms > 0 ? poll(files, 2, (int)left_ms) : 0;
    return ready <= 0 || files[0].revents == 0 || postgres_consume(&listener->connection);
}

static bool run_once(PostgresListener *listener) {
    if (monotonic_ms() >= listener->beat_ms) {
        listener->beat_ms = monotonic_ms() + POSTGRES_BEAT_MS;
        if (!beat(listener))
            return false;
        remove_old_events(listener);
    }
    read_notifications(listener);
    if (is_late(listener))
        return catch_up(listener);
    return wait_for_notifications(listener);
}

/* ---- the store ---- */

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
    StoreRequest *const *requests = store->requests.items;
    uint64_t began = (uint64_t)monotonic_us();
    size_t changes = postgres_batch_run(&store->writer, requests, count);
    store_queue_count_commit(queue, changes, (uint64_t)monotonic_us() - began);
    store_queue_report_damage(queue, requests, count);
    store_queue_publish(queue, requests, count);
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

static void run_job(WholeStore *store) {
    StoreRequest *request = store->jobs.items[0];
    if (!store->check)
        store->check = postgres_check_begin(request);
    if (!postgres_check_step(store->check, &store->writer.connection, &request->completion))
        return;
    postgres_check_end(store->check);
    store->check = NULL;
    store_request_list_drop(&store->jobs, 1);
    store_queue_publish(&store->shared.queue, &request, 1);
}

/* Lets the listener end: at once, or with its next heartbeat if it cannot be woken. */
static void end_listener(PostgresStore *shared) {
    pthread_mutex_lock(&shared->lock);
    shared->writer_ended = true;
    pthread_mutex_unlock(&shared->lock);
    ssize_t written = write(shared->wake[1], "", 1);
    (void)written;
}

static void *writer_thread(void *context) {
    WholeStore *store = context;
    PostgresStore *shared = &store->shared;
    while (store_queue_wait(&shared->queue, &store->requests, &store->jobs, -1)) {
        care_for_servers(store);
        run_batch(store);
        if (store->jobs.count > 0)
            run_job(store);
    }
    if (store->check)
        postgres_check_end(store->check);
    if (store->writer.failure.code == ERROR_NONE)
        postgres_batch_bury(&store->writer, postgres_store_server(shared));
    end_listener(shared);
    return NULL;
}

/* After a failure, tries again with the next heartbeat. */
static void *listener_thread(void *context) {
    WholeStore *store = context;
    PostgresListener *listener = &store->listener;
    bool goes_on = true;
    while (goes_on && !postgres_store_writer_has_ended(listener->store))
        if (!run_once(listener)) {
            postgres_store_pause(listener->store, &listener->deadline,
                                 (int)(listener->beat_ms - monotonic_ms()));
            goes_on = reconnect(listener);
        }
    return NULL;
}

/* ---- opening and closing ---- */

static void free_store(WholeStore *store) {
    PostgresStore *shared = &store->shared;
    postgres_disconnect(&store->writer.connection);
    postgres_disconnect(&store->listener.connection);
    free(store->listener.positions);
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
    PostgresListener *listener = &store->listener;
    if (!make_schema(store, is_read_only, error) ||
        !postgres_store_connect(listener->store, &listener->connection, error))
        return false;
    if (!listen_to_servers(listener))
        return set_fault(&listener->connection, error);
    if (!register_server(store, error))
        return false;
    /* The first heartbeat publishes the service time, and news from now on. */
    return (skip_events(listener) && beat(listener)) || set_fault(&listener->connection, error);
}

/* Without one of the threads, there is none. */
static bool start_threads(WholeStore *store) {
    PostgresStore *shared = &store->shared;
    if (pthread_create(&shared->listener, NULL, listener_thread, store) != 0)
        return false;
    if (pthread_create(&shared->writer, NULL, writer_thread, store) == 0)
        return true;
    end_listener(shared);
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
