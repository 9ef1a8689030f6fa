#include <config.h>

#include "server/store/postgres_connection.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/text.h"

enum { POSTGRES_WAIT_MS = 10 * 1000 };

/* ---- faults ---- */

/* The codes of PostgreSQL that have a meaning here, or the class that they begin with. */
static const struct {
    const char *code;
    PostgresFault fault;
} codes[] = {
    {"08", POSTGRES_LOST},      /* the connection */
    {"25006", POSTGRES_LOST},   /* read-only: this server has become a standby */
    {"25P03", POSTGRES_LOST},   /* a transaction was idle for too long */
    {"53100", POSTGRES_FULL},   /* the disk */
    {"53", POSTGRES_LOST},      /* too many connections, no memory */
    {"57014", POSTGRES_LOST},   /* a statement took too long */
    {"57", POSTGRES_LOST},      /* shutting down, crashed, starting */
    {"55P03", POSTGRES_REPEAT}, /* a lock took too long */
    {"40", POSTGRES_REPEAT},    /* a deadlock and the like */
    {"22012", POSTGRES_BURIED}, /* a division by zero: only STATEMENT_MARK has one */
    {"XX001", POSTGRES_DAMAGED}, {"XX002", POSTGRES_DAMAGED},
};

static PostgresFault fault_of(const char *code) {
    if (strlen(code) != 5 || strspn(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 5)
        return POSTGRES_LOST; /* not PostgreSQL's */
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strncmp(code, codes[i].code, strlen(codes[i].code)) == 0)
            return codes[i].fault;
    return POSTGRES_FAILED;
}

/* libpq's texts end with a line break and may have several lines. */
static void set_text(Error *error, const char *text) {
    char line[sizeof error->text];
    size_t length = 0;
    for (; *text && length < sizeof line - 2; text++) {
        if (*text == '\n' && text[1])
            line[length++] = ';';
        line[length++] = *text == '\n' || *text == '\t' ? ' ' : *text;
    }
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    error_set(error, ERROR_IO, "%s", line);
}

/* Only the first fault of a series counts, because others follow from it; but a lost connection
 * counts more. */
static void set_fault(PostgresConnection *connection, PostgresFault fault, const char *text) {
    PostgresError *error = &connection->error;
    if (error->fault == POSTGRES_LOST || (error->fault != POSTGRES_OK && fault != POSTGRES_LOST))
        return;
    error->fault = fault;
    error->place = connection->received;
    set_text(&error->why, text && *text ? text : "the connection was lost");
    if (fault == POSTGRES_LOST)
        postgres_disconnect(connection);
}

static void set_lost(PostgresConnection *connection) {
    set_fault(connection, POSTGRES_LOST,
              connection->libpq ? PQerrorMessage(connection->libpq) : "");
}

static void set_result_fault(PostgresConnection *connection, const PGresult *result) {
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (code)
        set_fault(connection, fault_of(code), PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
    else /* from libpq itself */
        set_fault(connection, POSTGRES_LOST, PQresultErrorMessage(result));
}

void postgres_clear(PostgresConnection *connection) {
    connection->error = (PostgresError){.fault = POSTGRES_OK};
    connection->received = 0;
    connection->is_warned = false;
}

static bool is_lost(const PostgresConnection *connection) {
    return connection->error.fault == POSTGRES_LOST;
}

/* ---- parameters ---- */

void postgres_add_text(PostgresParameters *parameters, const char *text) {
    parameters->values[parameters->count++] = text;
}

void postgres_add_number(PostgresParameters *parameters, int64_t number) {
    char *text = parameters->numbers[parameters->count];
    snprintf(text, POSTGRES_NUMBER_SIZE, "%lld", (long long)number);
    postgres_add_text(parameters, text);
}

void postgres_add_boolean(PostgresParameters *parameters, bool value) {
    postgres_add_text(parameters, value ? "t" : "f");
}

void postgres_add_hash(PostgresParameters *parameters, const KeyHash *hash) {
    if (!hash) {
        postgres_add_text(parameters, NULL);
        return;
    }
    char *text = parameters->hashes[parameters->hash_count++];
    strcpy(text, "\\x");
    for (size_t i = 0; i < KEY_HASH_SIZE; i++)
        sprintf(text + 2 + 2 * i, "%02x", hash->bytes[i]);
    postgres_add_text(parameters, text);
}

/* ---- sending ---- */

/* Answers beside those of statements: of an end, of a text that has any, and of its preparation. */
static const char end_answer[] = "", text_answer[] = "*", prepare_answer[] = "PREPARE";

static void expect(PostgresConnection *connection, const char *answer) {
    if (!is_lost(connection))
        buffer_add(&connection->answers, (const char *)&answer, sizeof answer);
}

void postgres_send(PostgresConnection *connection, PostgresStatement statement,
                   const PostgresParameters *parameters) {
    static const PostgresParameters no_parameters;
    char name[POSTGRES_NUMBER_SIZE];
    snprintf(name, sizeof name, "s%d", (int)statement);
    if (!parameters)
        parameters = &no_parameters;
    if (is_lost(connection))
        return;
    if (!connection->libpq || !PQsendQueryPrepared(connection->libpq, name, parameters->count,
                                                   parameters->values, NULL, NULL, 0))
        set_lost(connection);
    expect(connection, postgres_statement_answer[statement]);
}

static void send_text(PostgresConnection *connection, const char *sql, const char *answer) {
    if (is_lost(connection))
        return;
    if (!connection->libpq ||
        !PQsendQueryParams(connection->libpq, sql, 0, NULL, NULL, NULL, NULL, 0))
        set_lost(connection);
    expect(connection, answer);
}

void postgres_send_end(PostgresConnection *connection) {
    if (is_lost(connection))
        return;
    if (!connection->libpq || !PQpipelineSync(connection->libpq))
        set_lost(connection);
    expect(connection, end_answer);
}

/* ---- results ---- */

/* Waits until the next result can be taken without waiting. */
static bool wait_for_result(PGconn *libpq) {
    int64_t end_ms = monotonic_ms() + POSTGRES_WAIT_MS;
    while (PQisBusy(libpq)) {
        int unsent = PQflush(libpq);
        int64_t left_ms = end_ms - monotonic_ms();
        struct pollfd file = {.fd = PQsocket(libpq), .events = POLLIN};
        if (unsent < 0 || left_ms <= 0 || file.fd < 0)
            return false;
        if (unsent > 0)
            file.events |= POLLOUT;
        int ready = poll(&file, 1, (int)left_ms);
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready > 0 && (file.revents & ~POLLOUT) != 0) {
            if (!PQconsumeInput(libpq))
                return false;
            end_ms = monotonic_ms() + POSTGRES_WAIT_MS;
        }
    }
    return true;
}

/* Returns the next result of any kind, or NULL if the connection is lost. After each result but an
 * end comes a NULL that says that the command has no more of them. */
static PGresult *next_result(PostgresConnection *connection) {
    PGresult *result = NULL;
    for (int i = 0; i < 2 && !result && !is_lost(connection); i++) {
        if (!connection->libpq)
            set_lost(connection);
        else if (wait_for_result(connection->libpq))
            result = PQgetResult(connection->libpq);
        else if (PQstatus(connection->libpq) == CONNECTION_BAD)
            set_lost(connection);
        else
            set_fault(connection, POSTGRES_LOST, "the database does not answer");
    }
    if (!result)
        set_lost(connection);
    return result;
}

static bool has_form(const PGresult *result, int row, int column, char form) {
    const char *value = PQgetvalue(result, row, column);
    size_t length = (size_t)PQgetlength(result, row, column);
    if (PQgetisnull(result, row, column))
        return form < 'a';
    if (strlen(value) != length)
        return false;
    switch (form | ('a' - 'A')) {
    case 'i':
        value += *value == '-';
        return *value && value[strspn(value, "0123456789")] == '\0' && length < 21;
    case 'b':
        return length == 1 && (*value == 't' || *value == 'f');
    case 'x':
        return strncmp(value, "\\x", 2) == 0 && length % 2 == 0 &&
               value[2 + strspn(value + 2, "0123456789abcdef")] == '\0';
    default:
        return true;
    }
}

static bool have_forms(PGresult *result, const char *forms) {
    int rows = PQntuples(result), columns = (int)strlen(forms);
    if (PQnfields(result) != columns || atoi(PQcmdTuples(result)) != rows)
        return false;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            if (!has_form(result, row, column, forms[column]))
                return false;
    return true;
}

/* Returns whether a result is one of a command with this answer. */
static bool is_answer(PGresult *result, const char *answer) {
    ExecStatusType status = PQresultStatus(result);
    const char *tag = PQcmdStatus(result), *rows = strchr(answer, ' ');
    size_t tag_length = strcspn(answer, " ");
    if (answer == end_answer || answer == prepare_answer)
        return status == (answer == end_answer ? PGRES_PIPELINE_SYNC : PGRES_COMMAND_OK) && !*tag;
    if (answer == text_answer)
        return *tag != '\0';
    if (strncmp(tag, answer, tag_length) != 0 || (tag[tag_length] && tag[tag_length] != ' '))
        return false;
    if (!rows)
        return status == PGRES_COMMAND_OK;
    int count = PQntuples(result);
    return status == PGRES_TUPLES_OK && (rows[1] != '1' || count == 1) &&
           (rows[1] != '?' || count <= 1) && have_forms(result, rows + 3);
}

/* Returns the answer of the next command. */
static const char *next_answer(PostgresConnection *connection) {
    const char *answer = end_answer;
    if (connection->answered < connection->answers.length) {
        memcpy(&answer, connection->answers.bytes + connection->answered, sizeof answer);
        connection->answered += sizeof answer;
    }
    if (connection->answered == connection->answers.length) {
        buffer_clear(&connection->answers);
        connection->answered = 0;
    }
    return answer;
}

void postgres_distrust(PostgresConnection *connection) {
    set_fault(connection, POSTGRES_LOST, "its answers contradict what it was asked");
}

PGresult *postgres_receive(PostgresConnection *connection) {
    PGresult *result = next_result(connection);
    const char *answer = next_answer(connection);
    ExecStatusType status = PQresultStatus(result);
    bool good =
        status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_PIPELINE_SYNC;
    if (good && !is_answer(result, answer)) {
        good = false;
        postgres_distrust(connection);
    } else if (result && !good && status != PGRES_PIPELINE_ABORTED) {
        set_result_fault(connection, result);
    }
    connection->received++;
    if (good)
        return result;
    PQclear(result);
    return NULL;
}

bool postgres_receive_nothing(PostgresConnection *connection) {
    PGresult *result = postgres_receive(connection);
    PQclear(result);
    return result != NULL;
}

bool postgres_receive_commit(PostgresConnection *connection) {
    if (!postgres_receive_nothing(connection))
        return false;
    if (connection->is_warned)
        set_fault(connection, POSTGRES_LOST, "a commit did not wait for the standby");
    return !connection->is_warned;
}

static PGresult *receive_only(PostgresConnection *connection) {
    postgres_send_end(connection);
    PGresult *result = postgres_receive(connection);
    if (postgres_receive_nothing(connection))
        return result;
    PQclear(result);
    return NULL;
}

PGresult *postgres_run(PostgresConnection *connection, PostgresStatement statement,
                       const PostgresParameters *parameters) {
    postgres_clear(connection);
    postgres_send(connection, statement, parameters);
    return receive_only(connection);
}

static PGresult *postgres_run_text(PostgresConnection *connection, const char *sql,
                                   const char *answer) {
    postgres_clear(connection);
    send_text(connection, sql, answer);
    return receive_only(connection);
}

bool postgres_consume(PostgresConnection *connection) {
    if (!connection->libpq || !PQconsumeInput(connection->libpq))
        set_lost(connection);
    return !is_lost(connection);
}

int64_t postgres_number(const PGresult *result, int row, int column) {
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

bool postgres_is_server(int64_t number) {
    return number > 0 && number <= INT32_MAX;
}

bool postgres_boolean(const PGresult *result, int row, int column) {
    return PQgetvalue(result, row, column)[0] == 't';
}

/* ---- connecting ---- */

/* Hanging connections are noticed on both sides, and a statement of one that is gone ends. */
static const char session[] =
    "SELECT set_config('client_encoding', 'UTF8', false),"
    " set_config('statement_timeout', '8000', false),"
    " set_config('idle_in_transaction_session_timeout', '10000', false),"
    " set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '2', false),"
    " set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '10000', false),"
    /* Each statement finds its rows by an index, also while its tables are small. */
    " set_config('enable_seqscan', 'off', false),"
    " set_config('enable_hashjoin', 'off', false),"
    " set_config('enable_mergejoin', 'off', false),"
    " set_config('plan_cache_mode', 'force_generic_plan', false),"
    " set_config('jit', 'off', false),"
    " set_config('default_transaction_isolation', 'read committed', false)";

/* A warning of no special kind. */
static void note_warning(void *context, const PGresult *result) {
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    PostgresConnection *connection = context;
    if (code && strcmp(code, "01000") == 0)
        connection->is_warned = true;
}

/* What the connection string does not say. A variable of the environment counts more. */
static const struct {
    const char *keyword, *value, *variable;
} defaults[] = {
    {"connect_timeout", "3", "PGCONNECT_TIMEOUT"},
    {"target_session_attrs", "read-write", "PGTARGETSESSIONATTRS"},
    {"keepalives_idle", "5", ""},
    {"keepalives_interval", "2", ""},
    {"keepalives_count", "3", ""},
    {"tcp_user_timeout", "10000", ""},
    {"fallback_application_name", "congod", ""},
};

static PGconn *open_connection(const char *conninfo) {
    enum { COUNT = sizeof defaults / sizeof *defaults };
    const char *keywords[COUNT + 2] = {NULL}, *values[COUNT + 2] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < COUNT; i++) {
        if (*defaults[i].variable && getenv(defaults[i].variable))
            continue;
        keywords[count] = defaults[i].keyword;
        values[count++] = defaults[i].value;
    }
    keywords[count] = "dbname"; /* after the defaults, which it replaces */
    values[count] = conninfo;
    return PQconnectdbParams(keywords, values, 1);
}

static bool begin_session(PostgresConnection *connection) {
    PGresult *result = postgres_run_text(connection, session, "SELECT 1 ttttttttttttt");
    PQclear(result);
    return result != NULL;
}

bool postgres_prepare(PostgresConnection *connection) {
    char name[POSTGRES_NUMBER_SIZE];
    postgres_clear(connection);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        snprintf(name, sizeof name, "s%d", i);
        if (!connection->libpq ||
            !PQsendPrepare(connection->libpq, name, postgres_statement_text[i], 0, NULL))
            set_lost(connection);
        expect(connection, prepare_answer);
    }
    postgres_send_end(connection);
    for (int i = 0; i <= STATEMENT_COUNT; i++)
        postgres_receive_nothing(connection);
    return connection->error.fault == POSTGRES_OK;
}

static void set_name(PostgresConnection *connection) {
    const char *name = PQdb(connection->libpq), *host = PQhost(connection->libpq);
    connection->name[0] = '\0';
    text_append(connection->name, POSTGRES_NAME_SIZE, "the PostgreSQL database %.60s",
                name ? name : "");
    if (host && *host)
        text_append(connection->name, POSTGRES_NAME_SIZE, " on %.100s", host);
}

bool postgres_connect(PostgresConnection *connection, const char *conninfo, Error *error) {
    postgres_disconnect(connection);
    postgres_clear(connection);
    connection->libpq = open_connection(conninfo);
    set_name(connection);
    if (PQstatus(connection->libpq) != CONNECTION_OK || PQsetnonblocking(connection->libpq, 1) ||
        !PQenterPipelineMode(connection->libpq))
        set_lost(connection);
    else
        PQsetNoticeReceiver(connection->libpq, note_warning, connection);
    if (!is_lost(connection) && begin_session(connection))
        return true;
    error_set(error, ERROR_IO, "%s: %s", connection->name, connection->error.why.text);
    postgres_disconnect(connection);
    return false;
}

void postgres_disconnect(PostgresConnection *connection) {
    PQfinish(connection->libpq);
    connection->libpq = NULL;
    buffer_free(&connection->answers);
    connection->answered = 0;
}

/* ---- what a database has to be like: its settings and its tables ---- */

enum {
    SERVER_VERSION_MIN = 140000,
    LOCK_KEY = 0x436f6e67 /* "Cong" */
};

/* ---- errors ---- */

static bool set_error(PostgresConnection *connection, Error *error, const char *sentence) {
    return error_set(error, ERROR_IO, "%s: %s", connection->name, sentence);
}

static bool report_fault(PostgresConnection *connection, Error *error) {
    return set_error(connection, error, connection->error.why.text);
}

/* ---- settings ---- */

static bool is_setting(const PGresult *result, int column, const char *value) {
    return strcmp(PQgetvalue(result, 0, column), value) == 0;
}

bool postgres_schema_check_settings(PostgresConnection *connection, Error *error) {
    char sentence[300];
    PGresult *result = postgres_run_text(connection,
                                         "SELECT current_setting('synchronous_commit'),"
                                         " current_setting('server_encoding'),"
                                         " current_setting('server_version')",
                                         "SELECT 1 ttt");
    if (!result)
        return report_fault(connection, error);
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
    PGresult *result = postgres_run_text(connection,
                                         "SELECT current_setting('fsync'),"
                                         " current_setting('full_page_writes'),"
                                         " current_setting('data_checksums')",
                                         "SELECT 1 ttt");
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
    PGresult *result =
        postgres_run_text(connection, "SELECT to_regclass('congo') IS NOT NULL", "SELECT 1 b");
    bool good = result != NULL, exists = good && postgres_boolean(result, 0, 0);
    PQclear(result);
    if (exists) {
        result = postgres_run_text(connection, "SELECT max(version) FROM congo", "SELECT 1 I");
        good = result != NULL;
        *version = good ? (int)postgres_number(result, 0, 0) : 0;
        PQclear(result);
    }
    return good || report_fault(connection, error);
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
    PGresult *result = postgres_run_text(connection, sql, text_answer);
    PQclear(result);
    return result != NULL || report_fault(connection, error);
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
