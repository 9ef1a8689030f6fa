#include <config.h>

#include "server/store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "server/store/query.h"

enum {
    PAGE_SIZE = 4096,
    CHECKPOINT_SIZE = 16 << 20, /* bytes of the log */
    CACHE_KIB = 8192
};

/* ---- failures ---- */

/* Returns the errno of the last failed write of the file or of its log. sqlite3_system_errno() does
 * not include failures of a commit. */
static int write_errno(const Database *database, bool of_log) {
    sqlite3_file *file = NULL;
    int number = 0;
    sqlite3_file_control(database->connection, "main",
                         of_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER, &file);
    if (file && file->pMethods)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

/* SQLite reports an exhausted quota and a file at its size limit as failed writes. */
static bool is_full(const Database *database, int code, bool of_log) {
    int number = code == SQLITE_IOERR_WRITE ? write_errno(database, of_log) : 0;
    return (code & 0xff) == SQLITE_FULL || number == EDQUOT || number == EFBIG || number == ENOSPC;
}

static void set_failure(Database *database, int code, const char *operation) {
    char path[SHORT_PATH_SIZE];
    int number = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(database->connection) : 0;
    error_set(&database->failure, ERROR_IO, "%s: %s failed: %s%s%s",
              text_shorten_path(database->path, path), operation, sqlite3_errstr(code),
              number ? ": " : "", number ? strerror(number) : "");
}

static void set_failed_result(const Database *database, StoreCompletion *completion) {
    store_completion_free(completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(database->failure.text);
}

/* ---- transactions ---- */

static bool is_change(StoreKind kind) {
    return kind <= STORE_PROBE;
}

static int run_transaction(Database *database, const StoreRequest *requests, size_t count,
                           StoreCompletion *completions) {
    int code = sql_step(database->statement[SQL_BEGIN]);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        code = is_change(requests[i].kind) ? query_write(database, &requests[i], &completions[i])
                                           : query_read(database, &requests[i], &completions[i]);
    return code == SQLITE_OK ? sql_step(database->statement[SQL_COMMIT]) : code;
}

/* After most errors SQLite has already rolled back. */
static int roll_back(Database *database) {
    return sqlite3_get_autocommit(database->connection)
               ? SQLITE_OK
               : sql_step(database->statement[SQL_ROLLBACK]);
}

/* Undoes the changes of a transaction that found the disk full, and repeats its queries. */
static int fail_changes_full(Database *database, const StoreRequest *requests, size_t count,
                             StoreCompletion *completions) {
    int code = roll_back(database);
    database->games = database->games_committed;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        store_completion_free(&completions[i]);
        completions[i].id = requests[i].id;
        completions[i].result = STORE_FULL;
        if (!is_change(requests[i].kind))
            code = query_read(database, &requests[i], &completions[i]);
    }
    return code;
}

size_t database_run(Database *database, const StoreRequest *requests, size_t count,
                    StoreCompletion *completions) {
    for (size_t i = 0; i < count; i++)
        completions[i] = (StoreCompletion){
            .kind = requests[i].kind, .request_id = requests[i].request_id, .id = requests[i].id};
    int code = SQLITE_OK;
    if (database->failure.code == ERROR_NONE)
        code = run_transaction(database, requests, count, completions);
    if (code != SQLITE_OK && is_full(database, code, true))
        code = fail_changes_full(database, requests, count, completions);
    if (code != SQLITE_OK) {
        set_failure(database, code, "a transaction");
        roll_back(database);
    }
    if (database->failure.code != ERROR_NONE)
        for (size_t i = 0; i < count; i++)
            set_failed_result(database, &completions[i]);
    database->games_committed = database->games;
    size_t changes = 0;
    for (size_t i = 0; i < count; i++)
        changes += completions[i].result == STORE_OK && is_change(completions[i].kind);
    return changes;
}

/* A full disk is harmless, because everything is in the log. Any other failure is final: a repeated
 * sync may succeed although the first has lost data. */
void database_checkpoint(Database *database) {
    if (database->failure.code != ERROR_NONE || database->wal_pages < database->checkpoint_pages)
        return;
    int code = sqlite3_wal_checkpoint_v2(database->connection, NULL, SQLITE_CHECKPOINT_PASSIVE,
                                         NULL, NULL);
    if (code == SQLITE_OK)
        database->wal_pages = 0;
    else if (!is_full(database, code, false))
        set_failure(database, code, "moving the log into the file");
}

/* ---- errors on opening ---- */

static bool set_open_error(const char *path, Error *error, const char *sentence) {
    char shown[SHORT_PATH_SIZE];
    return error_set(error, ERROR_IO, "%s: %s", text_shorten_path(path, shown), sentence);
}

static bool set_open_error_errno(const char *path, Error *error, const char *operation) {
    char shown[SHORT_PATH_SIZE];
    return error_set(error, ERROR_IO, "%s: cannot be %s: %s", text_shorten_path(path, shown),
                     operation, strerror(errno));
}

static bool set_open_error_sqlite(const Database *database, int code, Error *error) {
    static const struct {
        int code;
        const char *sentence;
    } sentences[] = {
        {SQLITE_BUSY, "another process has it open; is congod already running?"},
        {SQLITE_LOCKED, "another process has it open; is congod already running?"},
        {SQLITE_NOTADB, "this is not an SQLite database"},
        {SQLITE_CORRUPT, "it is damaged; SQLite cannot read it"},
        {SQLITE_FULL, "the disk is full"},
        {SQLITE_PERM, "permission denied"},
        {SQLITE_READONLY, "it is read-only"},
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if ((code & 0xff) == sentences[i].code)
            return set_open_error(database->path, error, sentences[i].sentence);
    char sentence[200];
    int number = database->connection ? sqlite3_system_errno(database->connection) : 0;
    snprintf(sentence, sizeof sentence, "cannot be opened: %s%s%s", sqlite3_errstr(code),
             number ? ": " : "", number ? strerror(number) : "");
    return set_open_error(database->path, error, sentence);
}

/* ---- the file ---- */

/* Creates an empty file, which SQLite takes as an empty database, so that others can never read it.
 * SQLite gives the log the same mode. */
static bool create_file(const char *path, Error *error) {
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return errno == EEXIST || set_open_error_errno(path, error, "created");
    close(file);
    return true;
}

static bool check_database_file(const char *path, DatabaseMode mode, Error *error) {
    struct stat status;
    char shown[SHORT_PATH_SIZE];
    if (strlen(path) + sizeof "-wal" > STORE_PATH_SIZE)
        return error_set(error, ERROR_RANGE, "%s: expected a shorter name",
                         text_shorten_path(path, shown));
    if (mode == DATABASE_CREATE && !create_file(path, error))
        return false;
    if (stat(path, &status) != 0)
        return set_open_error_errno(path, error, "opened");
    return S_ISREG(status.st_mode) || set_open_error(path, error, "expected a regular file");
}

/* ---- the connection ---- */

static int on_wal_commit(void *context, sqlite3 *connection, const char *schema, int pages) {
    (void)connection, (void)schema;
    ((Database *)context)->wal_pages = pages;
    return SQLITE_OK;
}

static int connect(Database *database) {
    int code = sqlite3_open_v2(database->path, &database->connection,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return code;
    sqlite3_extended_result_codes(database->connection, 1);
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    /* Refusing a file does not change it. */
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    /* SQLite would not report failures of its own checkpoints. */
    sqlite3_wal_hook(database->connection, on_wal_commit, database);
    return SQLITE_OK;
}

/* Reads the number that a pragma or a query returns. */
static int read_pragma(Database *database, const char *pragma, int64_t *number) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database->connection, pragma, -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int execute(Database *database, const char *sql) {
    return sqlite3_exec(database->connection, sql, NULL, NULL, NULL);
}

/* Exclusive locking keeps the index of the log out of shared memory and other processes out of the
 * file. */
static int configure(Database *database) {
    char sql[300];
    snprintf(sql, sizeof sql,
             "PRAGMA page_size=%d; PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=FULL;"
             "PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1; PRAGMA cache_size=-%d;"
             "PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=0; PRAGMA mmap_size=0;",
             PAGE_SIZE, CACHE_KIB);
    return execute(database, sql);
}

/* Creates the schema in one transaction, so that it is complete or absent after a crash. */
static int create_schema(Database *database) {
    char sql[100];
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             DATABASE_APPLICATION, DATABASE_VERSION);
    int code = execute(database, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK)
        code = execute(database, sql_schema);
    return code == SQLITE_OK ? execute(database, sql) : code;
}

/* Checks that the file is a store, and makes an empty file one. */
static bool identify(Database *database, DatabaseMode mode, Error *error) {
    int64_t application = 0, version = 0, object_count = 0;
    char sentence[160];
    int code = read_pragma(database, "SELECT count(*) FROM sqlite_master", &object_count);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA user_version", &version);
    if (code != SQLITE_OK)
        return set_open_error_sqlite(database, code, error);
    if (object_count == 0 && application == 0 && version == 0 && mode == DATABASE_CREATE) {
        code = create_schema(database);
        return code == SQLITE_OK || set_open_error_sqlite(database, code, error);
    }
    if (application != DATABASE_APPLICATION)
        return set_open_error(database->path, error, "this is not a database of congod");
    snprintf(sentence, sizeof sentence,
             "it has version %lld, but this congod supports only version %d", (long long)version,
             DATABASE_VERSION);
    return version == DATABASE_VERSION || set_open_error(database->path, error, sentence);
}

/* The log of a killed server may not have been synced, or, after a failed sync, exist only in
 * memory. A checkpoint moves it into the file with a sync; on a full disk the log stays. */
static int start_wal(Database *database) {
    int64_t ignored;
    int code = read_pragma(database, "PRAGMA journal_mode=WAL", &ignored);
    if (code == SQLITE_OK && sqlite3_db_readonly(database->connection, "main"))
        return SQLITE_READONLY;
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(database->connection, NULL, SQLITE_CHECKPOINT_TRUNCATE,
                                         NULL, NULL);
    return is_full(database, code, false) ? SQLITE_OK : code;
}

static int prepare(Database *database) {
    int code = SQLITE_OK;
    for (int i = 0; i < SQL_STATEMENT_COUNT && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(database->connection, sql_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &database->statement[i], NULL);
    bool found;
    int64_t games = 0;
    if (code == SQLITE_OK)
        code = sql_read_number(database->statement[SQL_COUNT_GAMES], &found, &games);
    database->games = database->games_committed = (uint64_t)games;
    /* SQLITE_ERROR: a table or a column is missing. */
    return code == SQLITE_ERROR ? SQLITE_CORRUPT : code;
}

static bool set_up(Database *database, DatabaseMode mode, Error *error) {
    int code = connect(database);
    if (code == SQLITE_OK)
        code = configure(database);
    if (code != SQLITE_OK)
        return set_open_error_sqlite(database, code, error);
    if (!identify(database, mode, error))
        return false;
    if (mode == DATABASE_CREATE)
        code = start_wal(database);
    if (code == SQLITE_OK)
        code = prepare(database);
    if (code != SQLITE_OK)
        return set_open_error_sqlite(database, code, error);
    /* The log is a new file in the folder. */
    return mode == DATABASE_EXISTING || file_sync_folder(database->path, error);
}

static bool wal_is_empty(const Database *database) {
    char log[STORE_PATH_SIZE];
    struct stat status;
    snprintf(log, sizeof log, "%s-wal", database->path);
    return stat(log, &status) != 0 || status.st_size == 0;
}

Database *database_open(const char *path, DatabaseMode mode, size_t checkpoint_size, Error *error) {
    if (!check_database_file(path, mode, error))
        return NULL;
    Database *database = memory_allocate(sizeof *database);
    database->path = memory_strdup(path);
    size_t size = checkpoint_size ? checkpoint_size : CHECKPOINT_SIZE;
    database->checkpoint_pages = (int)(size / PAGE_SIZE);
    if (!set_up(database, mode, error)) {
        database_close(database);
        return NULL;
    }
    /* A job on an existing file keeps its log, but removes an empty one that SQLite has created. */
    if (mode == DATABASE_CREATE || wal_is_empty(database))
        sqlite3_db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return database;
}

void database_close(Database *database) {
    if (!database)
        return;
    for (int i = 0; i < SQL_STATEMENT_COUNT; i++)
        sqlite3_finalize(database->statement[i]);
    if (database->connection && database->failure.code != ERROR_NONE)
        sqlite3_db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(database->connection);
    free(database->path);
    free(database);
}
