/* The jobs of the store in PostgreSQL, in pieces between its batches. */
#ifndef SERVER_STORE_POSTGRES_POSTGRES_CHECK_H
#define SERVER_STORE_POSTGRES_POSTGRES_CHECK_H

#include <stdbool.h>

#include "server/store/postgres/postgres_connection.h"
#include "server/store/store.h"

typedef struct PostgresCheck PostgresCheck;

/* Begins a STORE_CHECK, or a STORE_BACKUP, which will be rejected. */
PostgresCheck *postgres_check_begin(const StoreRequest *request);

/* Runs a piece of some milliseconds. Returns true and fills in the completion when the job is done.
 * A fault of the connection rejects it. */
bool postgres_check_step(PostgresCheck *check, PostgresConnection *connection,
                         StoreCompletion *completion);

void postgres_check_end(PostgresCheck *check);

#endif
