/*
 * Batches of requests on the writer's connection. A batch has one transaction with its changes, and
 * then its queries, all of them in one round trip. When the connection is lost before the commit is
 * answered, the server's row and the events tell afterwards what was committed.
 */
#ifndef SERVER_STORE_POSTGRES_BATCH_H
#define SERVER_STORE_POSTGRES_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/postgres_store.h"

typedef struct PostgresWriter {
    PostgresStore *store;
    PostgresConnection connection;
    PostgresDeadline deadline;
    Error failure; /* why the store has failed; see STORE_FAILED */
} PostgresWriter;

/* Gives this server a number, with which all of its batches begin anew, and publishes the members.
 * Returns false after a fault of the connection. */
bool postgres_batch_register(PostgresWriter *writer);

/* Does so for a server that was buried: what others have changed since was missed. */
void postgres_batch_register_again(PostgresWriter *writer);

/* Returns how many of the requests, which are no jobs, can be one batch: until the change of a game
 * that an earlier one changes or loads. At least 1 if `count` is. */
size_t postgres_batch_size(StoreRequest *const *requests, size_t count);

/* Runs a batch until each request has its result, and fills in the completions. Returns the number
 * of committed changes. */
size_t postgres_batch_run(PostgresWriter *writer, StoreRequest *const *requests, size_t count);

/* Takes a server off the list: ends the presences of its clients, and publishes that as news. Does
 * nothing to a server that shows itself, except this one; nor if the disk is full. */
void postgres_batch_bury(PostgresWriter *writer, uint32_t server);

#endif
