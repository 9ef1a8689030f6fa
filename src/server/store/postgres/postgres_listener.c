#include <config.h>

#include "server/store/postgres/postgres_listener.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/postgres/postgres_rows.h"

enum { NEWS_MAX = 2000 }; /* events of a server, read at a time */

/* ---- positions ---- */

/* Returns the position of a server, or where it would be inserted. */
static size_t find_position(const PostgresListener *listener, uint32_t server) {
    size_t at = 0;
    while (at < listener->count && listener->positions[at].server < server)
        at++;
    return at;
}

/* Returns the position of a server, which begins before its first event if it is new. */
static EventPosition *position_of(PostgresListener *listener, uint32_t server) {
    size_t at = find_position(listener, server);
    if (at == listener->count || listener->positions[at].server != server) {
        listener->positions =
            memory_resize(listener->positions, listener->count + 1, sizeof *listener->positions);
        memmove(&listener->positions[at + 1], &listener->positions[at],
                (listener->count++ - at) * sizeof *listener->positions);
        listener->positions[at] = (EventPosition){.server = server, .item = INT32_MAX};
    }
    return &listener->positions[at];
}

/* Notes that a server has had a batch. */
static void note_number(PostgresListener *listener, uint32_t server, uint64_t number) {
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
    bool follows = item == 0 ? number == position->number + 1 : number == position->number;
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

/* Begins behind the last batch of each server. */
static bool skip_events(PostgresListener *listener) {
    PGresult *members = postgres_run(&listener->connection, STATEMENT_MEMBERS, NULL);
    listener->count = 0;
    for (int row = 0; row < PQntuples(members); row++) {
        EventPosition *position = position_of(listener, (uint32_t)postgres_number(members, row, 0));
        position->number = (uint64_t)postgres_number(members, row, 1);
    }
    PQclear(members);
    return members != NULL;
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
    if (result) {
        completion.time.service_ms = postgres_number(result, 0, 0);
        store_queue_publish(&listener->store->queue, &completion, 1);
    }
    PQclear(result);
    return result != NULL;
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
    bool good = postgres_receive_nothing(connection) && own && members;
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

bool postgres_listener_open(PostgresListener *listener, Error *error) {
    PostgresConnection *connection = &listener->connection;
    return postgres_store_connect(listener->store, connection, error) &&
           (listen_to_servers(listener) ||
            error_set(error, ERROR_IO, "%s: %s", connection->name, connection->error.why.text));
}

bool postgres_listener_begin(PostgresListener *listener) {
    return skip_events(listener) && beat(listener);
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

void postgres_listener_run(PostgresListener *listener) {
    while (!postgres_store_writer_has_ended(listener->store))
        if (!run_once(listener)) {
            listener->beat_ms = 0;
            if (!reconnect(listener))
                return;
        }
}

void postgres_listener_free(PostgresListener *listener) {
    postgres_disconnect(&listener->connection);
    free(listener->positions);
}
