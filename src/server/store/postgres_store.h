/* What the threads of the store in PostgreSQL share. */
#ifndef SERVER_STORE_POSTGRES_STORE_H
#define SERVER_STORE_POSTGRES_STORE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/store/postgres_changes.h"
#include "server/store/postgres_connection.h"
#include "server/store/store.h"

enum { POSTGRES_CLOSING_MS = 5000 }; /* for the last batches */

/* A connection that is lost and comes back. */
typedef struct PostgresOutage {
    int connections;  /* lost */
    int64_t began_ms; /* monotonic */
} PostgresOutage;

typedef struct PostgresStore {
    StoreQueue queue; /* first */
    char *conninfo;   /* owned */
    pthread_t writer, listener;
    int wake[2]; /* a pipe; a byte in it ends the listener's waiting */

    /* Under the lock. */
    pthread_mutex_t lock;
    uint32_t server;   /* this server's number */
    uint64_t number;   /* of its last batch whose end is known */
    uint64_t *members; /* owned: its number and those of all servers, as published */
    size_t member_count;
    uint32_t dead;     /* a server that the writer has to bury, or 0 */
    uint32_t old;      /* this server's number, if it was buried and has to register again */
    bool writer_ended; /* the listener ends, too */
    PostgresOutage outage;
} PostgresStore;

/* Whether the store has been closing for so long that it gives up; of each thread. Starts as 0. */
typedef struct PostgresDeadline {
    int64_t closing_ms; /* monotonic; 0: it is not closing */
} PostgresDeadline;

bool postgres_store_gives_up(PostgresStore *store, PostgresDeadline *deadline);

/* Sleeps, or less if the store gives up. */
void postgres_store_pause(PostgresStore *store, PostgresDeadline *deadline, int ms);

/* Connects and prepares a connection. Returns false with an error on failure. */
bool postgres_store_connect(PostgresStore *store, PostgresConnection *connection, Error *error);

/* Does so again for a connection that was lost for `reason`, however long it takes. Tells the
 * operator when the first connection is lost, why it cannot be made again, and when the last is
 * back. Returns false with an error if the store gives up. */
bool postgres_store_reconnect(PostgresStore *store, PostgresConnection *connection,
                              PostgresDeadline *deadline, const char *reason, Error *error);

/* Publishes the numbers of all servers, from the result of STATEMENT_MEMBERS, if they have changed.
 * A result without this server is outdated and ignored. */
void postgres_store_read_members(PostgresStore *store, const PGresult *result);

/* Returns whether no other server is known. */
bool postgres_store_is_alone(PostgresStore *store);

/* Publishes events as news. Skips the batches themselves. */
void postgres_store_publish_news(PostgresStore *store, const PGresult *events);

/* Publishes a completion that has nothing but its kind. */
void postgres_store_publish(PostgresStore *store, StoreKind kind);

/* Ask the writer to bury another server, or to register again under another number than `server`.
 */
void postgres_store_ask_to_bury(PostgresStore *store, uint32_t server);
void postgres_store_ask_to_register(PostgresStore *store, uint32_t server);

bool postgres_store_writer_has_ended(PostgresStore *store);

/* The number of this server; a new one has had no batch. */
uint32_t postgres_store_server(PostgresStore *store);
void postgres_store_set_server(PostgresStore *store, uint32_t server);

/* The last batch of this server whose end is known, and what the next one is marked with. */
void postgres_store_set_number(PostgresStore *store, uint64_t number);
PostgresMark postgres_store_next_mark(PostgresStore *store);

#endif
