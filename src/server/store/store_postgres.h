/*
 * The store in a database of PostgreSQL, which several servers share. Two threads have a connection
 * each: the writer runs the requests (postgres_batch.h), the listener has the heartbeats and
 * publishes what other servers have changed. A result appears after the commit, which is as durable
 * as the database's settings say. While the database does not answer, requests wait.
 */
#ifndef SERVER_STORE_STORE_POSTGRES_H
#define SERVER_STORE_STORE_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "server/store/postgres_connection.h"
#include "server/store/postgres_store.h"
#include "server/store/store.h"

/* Connects, makes the tables of an empty database, and registers this server. The first completions
 * are STORE_MEMBERS and STORE_TIME, which can be taken at once. Returns NULL with an error, which
 * has no password, if that fails or the database may lose what it has committed. */
Store *store_postgres_open(const StoreOptions *options, Error *error);

/* Runs a STORE_CHECK without a server. Returns false with an error if the database cannot be read.
 * The caller passes the completion to store_completion_free() in either case. */
bool store_postgres_check(const char *conninfo, StoreCompletion *completion, Error *error);

#endif
