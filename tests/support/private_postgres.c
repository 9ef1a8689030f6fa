#include <config.h>

#include "private_postgres.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "base/compiler.h"

enum { NOT_INSTALLED = 77 };

/* Runs tools/private-postgres and writes its output, which is a line, without the end of the line.
 * Returns false if PostgreSQL is not installed. */
PRINTF_LIKE(2, 3)
static bool script(char output[PRIVATE_POSTGRES_URI_SIZE], const char *format, ...) {
    char command[1200], arguments[256];
    const char *source = getenv("CONGO_SOURCE");
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    if (source == NULL) {
        fputs("CONGO_SOURCE is not set to the top of the source tree\n", stderr);
        exit(EXIT_FAILURE);
    }
    snprintf(command, sizeof command, "'%s/tools/private-postgres' %s", source, arguments);
    FILE *pipe = popen(command, "r");
    char line[PRIVATE_POSTGRES_URI_SIZE] = "";
    if (pipe != NULL && fgets(line, sizeof line, pipe) != NULL)
        line[strcspn(line, "\n")] = '\0';
    int status = pipe != NULL ? pclose(pipe) : -1;
    if (status == -1 || !WIFEXITED(status) ||
        (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != NOT_INSTALLED)) {
        fprintf(stderr, "private-postgres %s failed\n", arguments);
        exit(EXIT_FAILURE);
    }
    if (output != NULL)
        memcpy(output, line, sizeof line);
    return WEXITSTATUS(status) == 0;
}

static void make_folder(PrivatePostgres *server) {
    *server = (PrivatePostgres){.folder = "/tmp/congo-postgres-XXXXXX"};
    if (mkdtemp(server->folder) == NULL) {
        perror(server->folder);
        exit(EXIT_FAILURE);
    }
}

bool private_postgres_start(PrivatePostgres *server) {
    make_folder(server);
    bool is_installed = script(server->uri, "start %s %ld", server->folder, (long)getpid());
    if (!is_installed)
        rmdir(server->folder);
    return is_installed;
}

void private_postgres_sql(const char *uri, const char *sql, char *value, int size) {
    PGconn *connection = PQconnectdb(uri);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s\n", sql, PQerrorMessage(connection));
        exit(EXIT_FAILURE);
    }
    if (value != NULL)
        snprintf(value, (size_t)size, "%s",
                 PQntuples(result) > 0 && PQnfields(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(connection);
}

void private_postgres_database(PrivatePostgres *server, char uri[PRIVATE_POSTGRES_URI_SIZE]) {
    char sql[64];
    server->databases++;
    snprintf(sql, sizeof sql, "CREATE DATABASE test_%d", server->databases);
    private_postgres_sql(server->uri, sql, NULL, 0);
    snprintf(uri, PRIVATE_POSTGRES_URI_SIZE, "postgresql:///test_%d%s", server->databases,
             strchr(server->uri, '?'));
}

void private_postgres_stop(const PrivatePostgres *server) {
    script(NULL, "stop %s", server->folder);
}

void private_postgres_crash(const PrivatePostgres *server) {
    script(NULL, "crash %s", server->folder);
}

void private_postgres_again(const PrivatePostgres *server) {
    script(NULL, "start %s %ld", server->folder, (long)getpid());
}

void private_postgres_standby(const PrivatePostgres *primary, PrivatePostgres *standby) {
    make_folder(standby);
    script(NULL, "standby %s %s %ld", primary->folder, standby->folder, (long)getpid());
    script(standby->uri, "uri %s", standby->folder);
}

void private_postgres_replace(const PrivatePostgres *primary, const PrivatePostgres *killed) {
    script(NULL, "remove %s", killed->folder);
    script(NULL, "standby %s %s %ld", primary->folder, killed->folder, (long)getpid());
}

void private_postgres_promote(const PrivatePostgres *standby) {
    script(NULL, "promote %s", standby->folder);
}

void private_postgres_either(const PrivatePostgres *one, const PrivatePostgres *other,
                             char uri[PRIVATE_POSTGRES_URI_SIZE]) {
    script(uri, "uri %s %s", one->folder, other->folder);
}

void private_postgres_remove(PrivatePostgres *server) {
    script(NULL, "remove %s", server->folder);
}
