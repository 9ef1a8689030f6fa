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
#include "server/store/index_repair.h"
#include "server/store/query.h"
#include "server/store/restore.h"

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

/* The conditions of a change are checked before it, so a constraint finds what they have not. */
bool database_is_damage(int code) {
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_CONSTRAINT ||
           code == SQLITE_TOOBIG || code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ ||
           code == SQLITE_IOERR_CORRUPTFS;
}

static void set_failed_result(const Database *database, StoreCompletion *completion) {
    store_completion_free(completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(database->failure.text);
}

/* ---- transactions ---- */

/* How a transaction runs. */
typedef struct Batch {
    const StoreRequest *requests;
    StoreCompletion *completions;
    size_t count;
    bool changes_only; /* the queries run after it */
    bool *damaged;     /* the changes that cannot be made */
    size_t current;    /* the request that runs, or `count` */
} Batch;

static void reset_completion(Batch *batch, size_t i) {
    const StoreRequest *request = &batch->requests[i];
    store_completion_free(&batch->completions[i]);
    batch->completions[i] = (StoreCompletion){
        .kind = request->kind, .request_id = request->request_id, .id = request->id};
}

static void set_damaged_result(StoreCompletion *completion, const char *why) {
    completion->result = STORE_DAMAGED;
    free(completion->text);
    completion->text = memory_strdup(why);
}

static int run_transaction(Database *database, Batch *batch) {
    batch->current = batch->count;
    int code = sql_step(database->statement[SQL_BEGIN]);
    for (size_t i = 0; i < batch->count && code == SQLITE_OK; i++) {
        if (batch->damaged[i])
            continue;
        batch->current = i;
        reset_completion(batch, i);
        if (store_is_change(batch->requests[i].kind))
            code = query_write(database, &batch->requests[i], &batch->completions[i]);
        else if (!batch->changes_only)
            code = query_read(database, &batch->requests[i], &batch->completions[i]);
    }
    if (code != SQLITE_OK)
        return code;
    batch->current = batch->count;
    return sql_step(database->statement[SQL_COMMIT]);
}

/* After most errors SQLite has already rolled back. */
static int roll_back(Database *database) {
    database->games = database->games_committed;
    return sqlite3_get_autocommit(database->connection)
               ? SQLITE_OK
               : sql_step(database->statement[SQL_ROLLBACK]);
}

/* Runs the queries outside a transaction. */
static int run_queries(Database *database, Batch *batch) {
    int code = SQLITE_OK;
    for (size_t i = 0; i < batch->count && code == SQLITE_OK; i++) {
        if (store_is_change(batch->requests[i].kind))
            continue;
        reset_completion(batch, i);
        code = query_read(database, &batch->requests[i], &batch->completions[i]);
        if (database_is_damage(code)) {
            set_damaged_result(&batch->completions[i], sqlite3_errmsg(database->connection));
            code = SQLITE_OK;
        }
    }
    return code;
}

/* Damage may be in an index only. Returns whether the indexes may be better than before. */
static bool repair_indexes(Database *database, DatabaseRepair repair, int *code) {
    if (database->is_read_only || database->repair >= repair)
        return false;
    database->repair = repair;
    *code = index_repair(database, repair == REPAIR_ALL);
    return *code == SQLITE_OK;
}

/*
 * Runs the transaction without the requests that meet damage. In a transaction that has met damage
 * SQLite refuses all later changes, so it is rolled back and repeated: once without the queries,
 * because many clients may ask for what is damaged, then without each change that meets damage
 * even with new indexes.
 */
static int run_around_damage(Database *database, Batch *batch) {
    int code = run_transaction(database, batch);
    while (database_is_damage(code) && batch->current < batch->count) {
        size_t at = batch->current;
        bool again = batch->changes_only;
        char *why = memory_strdup(sqlite3_errmsg(database->connection));
        code = roll_back(database);
        bool repaired = code == SQLITE_OK &&
                        repair_indexes(database, again ? REPAIR_ALL : REPAIR_UNSOUND, &code);
        if (again && !repaired) {
            batch->damaged[at] = true;
            set_damaged_result(&batch->completions[at], why);
        }
        free(why);
        batch->changes_only = true;
        if (code == SQLITE_OK)
            code = run_transaction(database, batch);
    }
    return code == SQLITE_OK && batch->changes_only ? run_queries(database, batch) : code;
}

/* Undoes the changes of a transaction that found the disk full, and repeats its queries. */
static int fail_changes_full(Database *database, Batch *batch) {
    int code = roll_back(database);
    for (size_t i = 0; i < batch->count; i++) {
        reset_completion(batch, i);
        batch->completions[i].result = STORE_FULL;
    }
    return code == SQLITE_OK ? run_queries(database, batch) : code;
}

size_t database_run(Database *database, const StoreRequest *requests, size_t count,
                    StoreCompletion *completions) {
    Batch batch = {.requests = requests, .completions = completions, .count = count};
    memset(completions, 0, count * sizeof *completions);
    for (size_t i = 0; i < count; i++)
        reset_completion(&batch, i);
    batch.damaged = memory_allocate(count * sizeof *batch.damaged);
    int code = SQLITE_OK;
    if (database->failure.code == ERROR_NONE)
        code = run_around_damage(database, &batch);
    if (code != SQLITE_OK && is_full(database, code, true))
        code = fail_changes_full(database, &batch);
    if (code != SQLITE_OK) {
        set_failure(database, code, "a transaction");
        roll_back(database);
    }
    if (database->failure.code != ERROR_NONE)
        for (size_t i = 0; i < count; i++)
            set_failed_result(database, &completions[i]);
    free(batch.damaged);
    database->games_committed = database->games;
    size_t changes = 0;
    for (size_t i = 0; i < count; i++)
        changes += completions[i].result == STORE_OK && store_is_change(completions[i].kind);
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

bool database_set_error(const Database *database, int code, Error *error) {
    static const struct {
        int code;
        const char *sentence;
    } sentences[] = {
        {SQLITE_BUSY, "another process has it open; is congod already running?"},
        {SQLITE_LOCKED, "another process has it open; is congod already running?"},
        {SQLITE_NOTADB, "this is not an SQLite database, or its first page is damaged"},
        {SQLITE_CORRUPT, "it is damaged"},
        {SQLITE_FULL, "the disk is full"},
        {SQLITE_PERM, "permission denied"},
        {SQLITE_READONLY, "it is read-only"},
    };
    char sentence[200];
    bool damaged = (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if ((code & 0xff) != sentences[i].code)
            continue;
        snprintf(sentence, sizeof sentence, "%s%s", sentences[i].sentence,
                 damaged && !database->is_read_only
                     ? "; congod --restore=FILE puts a backup in its place"
                     : "");
        return file_error_set(error, database->path, sentence);
    }
    int number = database->connection ? sqlite3_system_errno(database->connection) : 0;
    snprintf(sentence, sizeof sentence, "cannot be opened: %s%s%s", sqlite3_errstr(code),
             number ? ": " : "", number ? strerror(number) : "");
    return file_error_set(error, database->path, sentence);
}

/* ---- the file ---- */

/* Creates an empty file, which SQLite takes as an empty database, so that others can never read it.
 * SQLite gives the log the same mode. */
static bool create_file(const char *path, Error *error) {
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return errno == EEXIST || file_error_set_errno(error, path, "cannot be created");
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
        return file_error_set_errno(error, path, "cannot be opened");
    return S_ISREG(status.st_mode) || file_error_set(error, path, "expected a regular file");
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
             "PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=0; PRAGMA mmap_size=0;"
             "PRAGMA cell_size_check=1;",
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
    int64_t application = 0, number = 0, object_count = 0;
    char sentence[200];
    int code = read_pragma(database, "SELECT count(*) FROM sqlite_master", &object_count);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA user_version", &number);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    if (object_count == 0 && application == 0 && number == 0 && mode == DATABASE_CREATE) {
        code = create_schema(database);
        return code == SQLITE_OK || database_set_error(database, code, error);
    }
    if (application != DATABASE_APPLICATION)
        return file_error_set(error, database->path, "this is not a database of congod");
    if (number != DATABASE_VERSION) {
        snprintf(sentence, sizeof sentence,
                 "it has version %lld, but this congod supports only versions up to %d",
                 (long long)number, DATABASE_VERSION);
        return file_error_set(error, database->path, sentence);
    }
    return true;
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

/* Counts the games. The table is counted as far as it can be read if it is damaged. */
static int count_games(Database *database) {
    bool found;
    int64_t games = 0;
    int code = sql_read_number(database->statement[SQL_COUNT_GAMES], &found, &games);
    if (database_is_damage(code) && repair_indexes(database, REPAIR_UNSOUND, &code))
        code = sql_read_number(database->statement[SQL_COUNT_GAMES], &found, &games);
    sqlite3_stmt *rows = database->statement[SQL_GAMES];
    if (database_is_damage(code)) {
        for (games = 0; sqlite3_step(rows) == SQLITE_ROW;)
            games++;
        sqlite3_reset(rows);
        code = SQLITE_OK;
    }
    database->games = database->games_committed = (uint64_t)games;
    return code;
}

static int prepare(Database *database) {
    int code = SQLITE_OK;
    for (int i = 0; i < SQL_STATEMENT_COUNT && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(database->connection, sql_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &database->statement[i], NULL);
    return code == SQLITE_OK ? count_games(database) : code;
}

/* Compares the schema with what it should be, because SQLite reads a damaged one as it stands.
 * Indexes of the administrator's are allowed. */
static int check_schema(Database *database) {
    static const char query[] = "SELECT type || ' ' || tbl_name || ' ' || sql FROM sqlite_schema"
                                " WHERE name = ?";
    sqlite3 *reference = NULL;
    sqlite3_stmt *wanted = NULL, *found = NULL;
    int code = sqlite3_open(":memory:", &reference);
    if (code == SQLITE_OK)
        code = sqlite3_exec(reference, sql_schema, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(reference,
                                  "SELECT name, type || ' ' || tbl_name || ' ' || sql"
                                  " FROM sqlite_schema",
                                  -1, &wanted, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(database->connection, query, -1, &found, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(wanted)) == SQLITE_ROW) {
        sqlite3_bind_text(found, 1, (const char *)sqlite3_column_text(wanted, 0), -1,
                          SQLITE_STATIC);
        code = sqlite3_step(found);
        const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(found, 0) : NULL;
        if (code == SQLITE_DONE ||
            (code == SQLITE_ROW &&
             (!text || strcmp(text, (const char *)sqlite3_column_text(wanted, 1)) != 0)))
            code = SQLITE_CORRUPT;
        sqlite3_reset(found);
        code = code == SQLITE_ROW ? SQLITE_OK : code;
    }
    sqlite3_finalize(wanted);
    sqlite3_finalize(found);
    sqlite3_close(reference);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static bool set_up(Database *database, DatabaseMode mode, Error *error) {
    int code = connect(database);
    if (code == SQLITE_OK)
        code = configure(database);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    if (!identify(database, mode, error))
        return false;
    if (mode == DATABASE_CREATE)
        code = start_wal(database);
    if (code == SQLITE_OK)
        code = check_schema(database);
    if (code == SQLITE_OK)
        code = prepare(database);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    /* The log is a new file in the folder. */
    return mode != DATABASE_CREATE || file_sync_folder(database->path, error);
}

static bool wal_is_empty(const Database *database) {
    char log[STORE_PATH_SIZE];
    struct stat status;
    snprintf(log, sizeof log, "%s-wal", database->path);
    return stat(log, &status) != 0 || status.st_size == 0;
}

Database *database_open(const char *path, DatabaseMode mode, size_t checkpoint_size, Error *error) {
    if (!restore_finish(path, error) || !check_database_file(path, mode, error))
        return NULL;
    Database *database = memory_allocate(sizeof *database);
    database->path = memory_strdup(path);
    database->is_read_only = mode != DATABASE_CREATE;
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
