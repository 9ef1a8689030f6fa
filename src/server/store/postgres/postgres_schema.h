/* What a database has to be like: its settings and its tables. */
#ifndef SERVER_STORE_POSTGRES_POSTGRES_SCHEMA_H
#define SERVER_STORE_POSTGRES_POSTGRES_SCHEMA_H

#include <stdbool.h>

#include "base/error.h"
#include "server/store/postgres/postgres_connection.h"
#include "server/store/store.h"

/* Returns whether a database answers for what it has committed, is new enough and has UTF-8 text.
 */
bool postgres_schema_check_settings(PostgresConnection *connection, Error *error);

/* Reports what may damage the data when the machine fails. */
void postgres_schema_warn(PostgresConnection *connection, StoreReport *report);

/*
 * Makes the tables of an empty database in one transaction; of several servers that start at once,
 * one does. Returns false with an error if the database has another version or the tables cannot be
 * made.
 *
 * To change the schema: raise POSTGRES_VERSION, change postgres_schema, and let this function bring
 * the tables of an older version to this one in the same transaction. Servers of the older version
 * go on working beside this one, so a step may only add.
 */
bool postgres_schema_create(PostgresConnection *connection, Error *error);

/* Returns whether the database has the tables of this version, else an error; changes nothing. */
bool postgres_schema_check(PostgresConnection *connection, Error *error);

#endif
