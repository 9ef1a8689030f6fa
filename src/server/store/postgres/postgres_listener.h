/*
 * The thread of the store that listens: on a connection of its own it has the heartbeats, and
 * publishes what other servers have changed. A notification only says that there are events; they
 * are read from their table, behind the last one that was read of each server.
 */
#ifndef SERVER_STORE_POSTGRES_POSTGRES_LISTENER_H
#define SERVER_STORE_POSTGRES_POSTGRES_LISTENER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/postgres/postgres_store.h"

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

/* Connects and begins to listen. Returns false with an error. */
bool postgres_listener_open(PostgresListener *listener, Error *error);

/* Has the first heartbeat: publishes the service time, and news from now on. Returns false after a
 * fault. */
bool postgres_listener_begin(PostgresListener *listener);

/* Runs until the writer has ended. */
void postgres_listener_run(PostgresListener *listener);

void postgres_listener_free(PostgresListener *listener);

#endif
