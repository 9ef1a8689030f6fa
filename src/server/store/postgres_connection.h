/*
 * A connection to PostgreSQL, for one thread. It is always in pipeline mode: commands are sent
 * without waiting, and their results come in the same order. Every wait ends: when nothing has come
 * for POSTGRES_WAIT_MS, the connection is taken for lost. It is also lost when a result is not of
 * the kind that its command has (postgres_statement_answer), so that what is read has the rows, the
 * columns and the form that the reader expects; the values may still be anything.
 */
#ifndef SERVER_STORE_POSTGRES_CONNECTION_H
#define SERVER_STORE_POSTGRES_CONNECTION_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "net/identity.h"
#include "server/store/postgres_statement.h"
#include "server/store/store.h"

/* What a command or a connection has come to. */
typedef enum PostgresFault {
    POSTGRES_OK,
    POSTGRES_LOST,    /* the connection is lost, or the database does not serve for now */
    POSTGRES_REPEAT,  /* the transaction has to run again */
    POSTGRES_BURIED,  /* the server's row is not as it has left it; see STATEMENT_MARK */
    POSTGRES_FULL,    /* the disk is full */
    POSTGRES_DAMAGED, /* a page is damaged */
    POSTGRES_FAILED   /* anything else */
} PostgresFault;

/* The first fault of a series of commands. */
typedef struct PostgresError {
    PostgresFault fault;
    size_t place; /* of the command in the series; ends count, too */
    Error why;    /* PostgreSQL's text */
} PostgresError;

enum { POSTGRES_NAME_SIZE = 200 };

typedef struct PostgresConnection {
    PGconn *libpq;                 /* NULL: not connected, or lost */
    Buffer answers;                /* what the commands sent are to answer: const char * each */
    size_t answered;               /* bytes of `answers` whose results have come */
    char name[POSTGRES_NAME_SIZE]; /* for people: "the PostgreSQL database congo on db1" */
    PostgresError error;           /* since postgres_clear() */
    size_t received;               /* results since then */
    bool is_warned;                /* a command since then has succeeded with a warning */
} PostgresConnection;

/* Connects by a connection string, prepares the session. Returns false with an error, which
 * has no password, on failure. Takes at most some seconds for each host. */
bool postgres_connect(PostgresConnection *connection, const char *conninfo, Error *error);

/* Prepares all statements. Returns false after a fault. */
bool postgres_prepare(PostgresConnection *connection);

void postgres_disconnect(PostgresConnection *connection);

/* ---- sending ---- */

/* The parameters of a statement, in order. Texts are borrowed until it is sent. */
enum { POSTGRES_PARAMETERS_MAX = 48, POSTGRES_NUMBER_SIZE = 24 };

typedef struct PostgresParameters {
    const char *values[POSTGRES_PARAMETERS_MAX];
    char numbers[POSTGRES_PARAMETERS_MAX][POSTGRES_NUMBER_SIZE];
    char hashes[4][2 * KEY_HASH_SIZE + 3];
    int count, hash_count;
} PostgresParameters;

void postgres_add_number(PostgresParameters *parameters, int64_t number);

void postgres_add_boolean(PostgresParameters *parameters, bool value);

void postgres_add_text(PostgresParameters *parameters, const char *text); /* NULL: SQL's NULL */

void postgres_add_hash(PostgresParameters *parameters, const KeyHash *hash); /* likewise */

/* Begins a series of commands: forgets the faults of the last. */
void postgres_clear(PostgresConnection *connection);

/* Sends a prepared statement; `parameters` may be NULL. A failure shows in the results. */
void postgres_send(PostgresConnection *connection, PostgresStatement statement,
                   const PostgresParameters *parameters);

/* Ends a part of the series: when a command has failed, those before the next end are skipped. */
void postgres_send_end(PostgresConnection *connection);

/* ---- results ---- */

/* Waits for the result of the next command, owned by the caller, or of an end. Returns NULL if it
 * was not successful; an end that follows a fault is. */
PGresult *postgres_receive(PostgresConnection *connection);

/* Does the same for a result that has nothing to read. Returns whether it was successful. */
bool postgres_receive_nothing(PostgresConnection *connection);

/* Receives the result of a COMMIT. Returns whether the transaction is committed and as durable as
 * the settings say. If the waiting for a standby was cancelled, which PostgreSQL reports as a
 * success with a warning, the connection counts as lost. */
bool postgres_receive_commit(PostgresConnection *connection);

/* Runs one statement. Returns its result, or NULL. */
PGresult *postgres_run(PostgresConnection *connection, PostgresStatement statement,
                       const PostgresParameters *parameters);

/* Gives up a connection on which PostgreSQL contradicts itself or what it was asked. */
void postgres_distrust(PostgresConnection *connection);

/* Reads what has come without a command: notifications. Returns false if the connection is lost. */
bool postgres_consume(PostgresConnection *connection);

/* Reads a column of a row. A NULL is 0, false or "". */
int64_t postgres_number(const PGresult *result, int row, int column);

bool postgres_boolean(const PGresult *result, int row, int column);

/* Returns whether a number can be a server's. */
bool postgres_is_server(int64_t number);

/* ---- what a database has to be like: its settings and its tables ---- */

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
