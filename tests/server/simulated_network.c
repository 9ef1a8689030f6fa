#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "simulation_parts.h"

enum {
    SERVER_NOTICES_MS = 20000, /* at the latest, that a client is lost */
    READING_MS = 50 /* after a server stood still: it reads what has come before the end */
};

static Simulation *simulation_of(const Connection *connection) {
    return connection->client ? connection->client->simulation : connection->server->simulation;
}

static int64_t delay(Actor *client) {
    uint64_t *random = &client->random;
    return random_once_in(random, 30) ? random_between(random, 50, 400)
                                      : random_between(random, 1, 25);
}

/* Frees a connection that neither end has any more. */
static void free_if_unused(Connection *connection, Schedule *schedule) {
    if (connection->server || connection->client)
        return;
    schedule_cancel(schedule, &connection->up.arrival);
    schedule_cancel(schedule, &connection->down.arrival);
    schedule_cancel(schedule, &connection->client_notices);
    schedule_cancel(schedule, &connection->server_notices);
    buffer_free(&connection->up.bytes);
    buffer_free(&connection->down.bytes);
    buffer_free(&connection->inbox);
    free(connection);
}

/* The server's end is gone. */
static void close_server_end(Connection *connection) {
    SimulatedServer *server = connection->server;
    Schedule *schedule = &server->simulation->schedule;
    if (connection->peer)
        client_close(server->core, connection->peer);
    connection->peer = NULL;
    Connection **link = &server->connections;
    while (*link != connection)
        link = &(*link)->next;
    *link = connection->next;
    connection->server = NULL;
    if (connection->client && !task_is_set(&connection->client_notices))
        schedule_after(schedule, &connection->client_notices, delay(connection->client));
    free_if_unused(connection, schedule);
}

static void on_server_notices(void *owner) {
    Connection *connection = owner;
    SimulatedServer *server = connection->server;
    if (server && server->frozen_until > server->simulation->schedule.now_ms)
        schedule_after(&server->simulation->schedule, &connection->server_notices,
                       server->frozen_until - server->simulation->schedule.now_ms + READING_MS);
    else if (server)
        close_server_end(connection);
    if (server)
        simulation_wake(server);
}

static void on_client_notices(void *owner) {
    Connection *connection = owner;
    Actor *client = connection->client;
    if (!client)
        return;
    if (task_is_set(&connection->down.arrival) && !connection->is_lost) { /* its last lines */
        schedule_after(&client->simulation->schedule, &connection->client_notices, 10);
        return;
    }
    network_close(connection);
    actor_on_disconnected(client);
}

static void on_up(void *owner) {
    Connection *connection = owner;
    if (!connection->server || connection->is_lost)
        return;
    buffer_add(&connection->inbox, connection->up.bytes.bytes, connection->up.bytes.length);
    buffer_clear(&connection->up.bytes);
    simulation_wake(connection->server);
}

static void on_down(void *owner) {
    Connection *connection = owner;
    Actor *client = connection->client;
    if (!client || connection->is_lost)
        return;
    size_t length = connection->down.bytes.length;
    char *bytes = buffer_take(&connection->down.bytes);
    actor_on_bytes(client, bytes, length);
    free(bytes);
}

Connection *network_connect(Actor *client, SimulatedServer *server) {
    Simulation *simulation = client->simulation;
    if (!server->is_running || !server->core || server->frozen_until > simulation->schedule.now_ms)
        return NULL;
    Address address = {{0}};
    address.bytes[15] = 1;
    const char *rejection;
    Connection *connection = memory_allocate(sizeof *connection);
    *connection = (Connection){.next = server->connections, .server = server, .client = client};
    connection->up.arrival = task_for(on_up, connection);
    connection->down.arrival = task_for(on_down, connection);
    connection->client_notices = task_for(on_client_notices, connection);
    connection->server_notices = task_for(on_server_notices, connection);
    connection->peer = client_open(server->core, &address, connection, &rejection);
    if (!connection->peer) {
        free(connection);
        return NULL;
    }
    server->connections = connection;
    simulation_wake(server);
    return connection;
}

void network_send(Connection *connection, const char *bytes, size_t length) {
    if (connection->is_lost || !connection->server)
        return;
    buffer_add(&connection->up.bytes, bytes, length);
    if (!task_is_set(&connection->up.arrival))
        schedule_after(&simulation_of(connection)->schedule, &connection->up.arrival,
                       delay(connection->client));
}

void network_close(Connection *connection) {
    Actor *client = connection->client;
    Schedule *schedule = &client->simulation->schedule;
    connection->client = NULL;
    client->connection = NULL;
    if (connection->server && !task_is_set(&connection->server_notices))
        schedule_after(schedule, &connection->server_notices,
                       connection->is_lost ? random_between(&client->random, 0, SERVER_NOTICES_MS)
                                           : delay(client));
    free_if_unused(connection, schedule);
}

void network_lose(Connection *connection) {
    Actor *client = connection->client;
    Schedule *schedule = &client->simulation->schedule;
    connection->is_lost = true;
    if (!task_is_set(&connection->client_notices))
        schedule_after(schedule, &connection->client_notices,
                       random_between(&client->random, 0, 2000));
    if (connection->server && !task_is_set(&connection->server_notices))
        schedule_after(schedule, &connection->server_notices,
                       random_between(&client->random, 0, SERVER_NOTICES_MS));
}

/* Adds output as the planted fault wants it. */
static void write_down(Connection *connection, const char *bytes, size_t length) {
    Simulation *simulation = connection->server->simulation;
    ServerFault fault = simulation->plan->server_fault;
    bool strikes =
        length > 6 && memcmp(bytes, "!MOVE ", 6) == 0 && random_once_in(&simulation->random, 20);
    if (fault == LOSES_LINES && strikes)
        return;
    buffer_add(&connection->down.bytes, bytes, length);
    if (fault == REPEATS_LINES && strikes)
        buffer_add(&connection->down.bytes, bytes, length);
}

static bool pump_output(Connection *connection) {
    SimulatedServer *server = connection->server;
    size_t length;
    const char *bytes = client_output(connection->peer, &length);
    if (!bytes || length == 0)
        return false;
    if (connection->client && !connection->is_lost) {
        write_down(connection, bytes, length);
        if (!task_is_set(&connection->down.arrival))
            schedule_after(&server->simulation->schedule, &connection->down.arrival,
                           delay(connection->client));
    }
    client_sent(server->core, connection->peer, length);
    return true;
}

bool network_pump(Connection *connection) {
    SimulatedServer *server = connection->server;
    if (!connection->peer)
        return false;
    bool progress = pump_output(connection);
    ClientAction action = client_action(connection->peer);
    if (action == CLIENT_CLOSE) {
        while (pump_output(connection))
            ;
        close_server_end(connection);
        return true;
    }
    if (action == CLIENT_READ && connection->inbox.length > 0) {
        size_t length = connection->inbox.length;
        char *bytes = buffer_take(&connection->inbox);
        client_receive(server->core, connection->peer, bytes, length);
        free(bytes);
        progress = true;
    }
    return progress;
}

void network_server_died(SimulatedServer *server) {
    while (server->connections)
        close_server_end(server->connections);
}
