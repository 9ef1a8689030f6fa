/* A PostgreSQL server of a test's own, by tools/private-postgres: below /tmp, without TCP. It ends
 * with the program, however that ends. Failures end the program with a message. For programs that
 * have libpq. */
#ifndef TESTS_SUPPORT_PRIVATE_POSTGRES_H
#define TESTS_SUPPORT_PRIVATE_POSTGRES_H

#include <stdbool.h>
#include <sys/types.h>

enum { PRIVATE_POSTGRES_URI_SIZE = 256 };

typedef struct PrivatePostgres {
    char folder[64];
    char uri[PRIVATE_POSTGRES_URI_SIZE]; /* of the database congo, as the superuser */
    int databases;                       /* made by private_postgres_database */
} PrivatePostgres;

/* Makes and starts a server; takes about a second. Returns false, with a word on standard error,
 * where PostgreSQL's server is not installed: the test is skipped. */
bool private_postgres_start(PrivatePostgres *server);

/* Makes a new, empty database, which is fast, and sets its connection string. */
void private_postgres_database(PrivatePostgres *server, char uri[PRIVATE_POSTGRES_URI_SIZE]);

/* Runs statements in a database and writes the first value of the last result as text; "" if there
 * is none. `value` may be NULL. */
void private_postgres_sql(const char *uri, const char *sql, char *value, int size);

/* Ends the server: in order, without a checkpoint, or by SIGKILL. Returns when the last of its
 * processes has ended. private_postgres_again starts it again and returns when it accepts
 * connections. */
void private_postgres_stop(const PrivatePostgres *server);
void private_postgres_crash(const PrivatePostgres *server);
void private_postgres_again(const PrivatePostgres *server);

/* Makes a synchronous standby of a server, whose commits wait for it from then on. */
void private_postgres_standby(const PrivatePostgres *primary, PrivatePostgres *standby);
/* The same in the folder of a server that was killed, from a new copy. */
void private_postgres_replace(const PrivatePostgres *primary, const PrivatePostgres *killed);
/* Makes a standby the primary. */
void private_postgres_promote(const PrivatePostgres *standby);
/* Sets the connection string of the database congo of whichever of two servers is the primary. */
void private_postgres_either(const PrivatePostgres *one, const PrivatePostgres *other,
                             char uri[PRIVATE_POSTGRES_URI_SIZE]);

/* Stops a server, if it runs, and removes its folder. */
void private_postgres_remove(PrivatePostgres *server);

#endif
