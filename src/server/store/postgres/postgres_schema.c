#include <config.h>

#include "server/store/postgres/postgres_schema.h"

#include <stdio.h>
#include <string.h>

enum {
    SERVER_VERSION_MIN = 140000,
    LOCK_KEY = 0x436f6e67 /* "Cong" */
};

/* ---- errors ---- */

static bool set_error(PostgresConnection *connection, Error *error, const char *sentence) {
    return error_set(error, ERROR_IO, "%s: %s", connection->name, sentence);
}

static bool set_fault(PostgresConnection *connection, Error *error) {
    return set_error(connection, error, connection->error.why.text);
}

/* ---- settings ---- */

static bool is_setting(const PGresult *result, int column, const char *value) {
    return strcmp(PQgetvalue(result, 0, column), value) == 0;
}

bool postgres_schema_check_settings(PostgresConnection *connection, Error *error) {
    char sentence[300];
    PGresult *result = postgres_run_text(connection, "SELECT current_setting('synchronous_commit'),"
                                                     " current_setting('server_encoding'),"
                                                     " current_setting('server_version')");
    if (!result)
        return set_fault(connection, error);
    bool good = false;
    if (PQserverVersion(connection->libpq) < SERVER_VERSION_MIN) {
        snprintf(sentence, sizeof sentence,
                 "expected PostgreSQL 14 or later, but the server has version %.40s",
                 PQgetvalue(result, 0, 2));
    } else if (!is_setting(result, 1, "UTF8")) {
        snprintf(sentence, sizeof sentence,
                 "expected the encoding UTF8, but the database has %.40s; create one with "
                 "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0",
                 PQgetvalue(result, 0, 1));
    } else if (!is_setting(result, 0, "on") && !is_setting(result, 0, "remote_apply")) {
        snprintf(sentence, sizeof sentence,
                 "synchronous_commit is %.20s, so that a crash loses games; set it to on or "
                 "remote_apply: ALTER DATABASE ... SET synchronous_commit = on",
                 PQgetvalue(result, 0, 0));
    } else {
        good = true;
    }
    PQclear(result);
    return good || set_error(connection, error, sentence);
}

void postgres_schema_warn(PostgresConnection *connection, StoreReport *report) {
    static const struct {
        const char *setting, *consequence;
    } settings[] = {
        {"fsync", "a power cut loses games or the whole database"},
        {"full_page_writes", "a power cut may damage the database"},
        {"data_checksums", "damage to its files stays unnoticed; pg_checksums enables them"},
    };
    char sentence[400];
    PGresult *result = postgres_run_text(connection, "SELECT current_setting('fsync'),"
                                                     " current_setting('full_page_writes'),"
                                                     " current_setting('data_checksums')");
    for (int i = 0; result && report && i < 3; i++) {
        if (!is_setting(result, i, "off"))
            continue;
        snprintf(sentence, sizeof sentence, "%s: %s is off: %s", connection->name,
                 settings[i].setting, settings[i].consequence);
        report(sentence);
    }
    PQclear(result);
}

/* ---- tables ---- */

/* Reads the version of the tables, 0 if there are none. */
static bool read_version(PostgresConnection *connection, int *version, Error *error) {
    *version = 0;
    PGresult *result = postgres_run_text(connection, "SELECT to_regclass('congo') IS NOT NULL");
    bool good = result != NULL, exists = good && postgres_boolean(result, 0, 0);
    PQclear(result);
    if (exists) {
        result = postgres_run_text(connection, "SELECT max(version) FROM congo");
        good = result != NULL;
        *version = good ? (int)postgres_number(result, 0, 0) : 0;
        PQclear(result);
    }
    return good || set_fault(connection, error);
}

static bool refuse_version(PostgresConnection *connection, int version, Error *error) {
    char sentence[160];
    if (version == 0)
        return set_error(connection, error,
                         "it has no tables of congod; start congod once, which makes them");
    snprintf(sentence, sizeof sentence,
             "it has version %d, but this congod supports only versions up to %d", version,
             POSTGRES_VERSION);
    return set_error(connection, error, sentence);
}

static bool run_text(PostgresConnection *connection, const char *sql, Error *error) {
    PGresult *result = postgres_run_text(connection, sql);
    PQclear(result);
    return result != NULL || set_fault(connection, error);
}

static bool create_tables(PostgresConnection *connection, Error *error) {
    char sql[80];
    for (const char *const *next = postgres_schema; *next; next++) {
        if (!run_text(connection, *next, error))
            return error_prefix(error, "its tables cannot be made, for which congod's role has to "
                                       "own the database, which has to be empty: ");
    }
    snprintf(sql, sizeof sql, "INSERT INTO congo VALUES(%d)", POSTGRES_VERSION);
    return run_text(connection, sql, error);
}

bool postgres_schema_create(PostgresConnection *connection, Error *error) {
    char lock[60];
    int version;
    snprintf(lock, sizeof lock, "SELECT pg_advisory_xact_lock(%d)", LOCK_KEY);
    bool good = run_text(connection, "BEGIN", error) && run_text(connection, lock, error) &&
                read_version(connection, &version, error);
    if (good && version == 0)
        good = create_tables(connection, error);
    else if (good && version != POSTGRES_VERSION)
        good = refuse_version(connection, version, error);
    if (good)
        return run_text(connection, "COMMIT", error);
    run_text(connection, "ROLLBACK", NULL);
    return false;
}

bool postgres_schema_check(PostgresConnection *connection, Error *error) {
    int version;
    return read_version(connection, &version, error) &&
           (version == POSTGRES_VERSION || refuse_version(connection, version, error));
}
