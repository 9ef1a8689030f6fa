#include <config.h>

#include "server/database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config/wording.h"
#include "rules/memory.h"

/* ---- statements --------------------------------------------------------------------------- */

SqlBinder sql_bind(Database *database, SqlStatement statement) {
    return (SqlBinder){database->statement[statement], 0, SQLITE_OK};
}

static void record_code(SqlBinder *binder, int code) {
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

void sql_bind_number(SqlBinder *binder, int64_t number) {
    record_code(binder, sqlite3_bind_int64(binder->statement, ++binder->count, number));
}

void sql_bind_text(SqlBinder *binder, const char *text) {
    record_code(binder,
                sqlite3_bind_text(binder->statement, ++binder->count, text, -1, SQLITE_STATIC));
}

void sql_bind_hash(SqlBinder *binder, const unsigned char *bytes) {
    int place = ++binder->count;
    record_code(binder, bytes ? sqlite3_bind_blob(binder->statement, place, bytes, STORE_HASH_SIZE,
                                                  SQLITE_STATIC)
                              : sqlite3_bind_null(binder->statement, place));
}

int sql_step(Database *database, SqlStatement statement) {
    int code = sqlite3_step(database->statement[statement]);
    sqlite3_reset(database->statement[statement]);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

int sql_read_number(Database *database, SqlStatement statement, bool *found, int64_t *number) {
    int code = sqlite3_step(database->statement[statement]);
    *found = code == SQLITE_ROW;
    if (*found)
        *number = sqlite3_column_int64(database->statement[statement], 0);
    sqlite3_reset(database->statement[statement]);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

/* ---- failures ----------------------------------------------------------------------------- */

/* No room, and nothing worse. A quota that is used up is told by SQLite as a failed write. */
static bool is_full(Database *database, int code) {
    int number = sqlite3_system_errno(database->connection);
    return (code & 0xff) == SQLITE_FULL ||
           (code == SQLITE_IOERR_WRITE && (number == EDQUOT || number == ENOSPC));
}

static void set_failure(Database *database, int code, const char *doing) {
    char path[SHORT_PATH_SIZE];
    int number = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(database->connection) : 0;
    error_set(&database->failure, ERROR_IO, "%s: %s failed: %s%s%s",
              text_shorten_path(database->path, path), doing, sqlite3_errstr(code),
              number ? ": " : "", number ? strerror(number) : "");
}

static void set_failed_result(const Database *database, StoreCompletion *completion) {
    store_completion_free(completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(database->failure.text);
}

/* ---- transactions ------------------------------------------------------------------------- */

static bool is_change(StoreKind kind) {
    return kind <= STORE_PROBE;
}

static int run_transaction(Database *database, const StoreRequest *requests, size_t count,
                           StoreCompletion *completions) {
    int code = sql_step(database, SQL_BEGIN);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        code = is_change(requests[i].kind) ? query_write(database, &requests[i], &completions[i])
                                           : query_read(database, &requests[i], &completions[i]);
    return code == SQLITE_OK ? sql_step(database, SQL_COMMIT) : code;
}

/* Many errors have rolled it back already. */
static int roll_back(Database *database) {
    return sqlite3_get_autocommit(database->connection) ? SQLITE_OK
                                                        : sql_step(database, SQL_ROLLBACK);
}

/* There was no room: no change took place, but questions can be answered. */
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

static void begin_completion(const StoreRequest *request, StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = request->kind,
                                    .result = STORE_OK,
                                    .request_id = request->request_id,
                                    .id = request->id};
}

static size_t count_changes(const StoreCompletion *completions, size_t count) {
    size_t changes = 0;
    for (size_t i = 0; i < count; i++)
        if (completions[i].result == STORE_OK && is_change(completions[i].kind))
            changes++;
    return changes;
}

size_t database_run(Database *database, const StoreRequest *requests, size_t count,
                    StoreCompletion *completions) {
    for (size_t i = 0; i < count; i++)
        begin_completion(&requests[i], &completions[i]);
    int code = SQLITE_OK;
    if (database->failure.code == ERROR_NONE)
        code = run_transaction(database, requests, count, completions);
    bool full = code != SQLITE_OK && is_full(database, code);
    if (full)
        code = fail_changes_full(database, requests, count, completions);
    if (code != SQLITE_OK) {
        set_failure(database, code, "a transaction");
        roll_back(database);
    }
    if (database->failure.code != ERROR_NONE)
        for (size_t i = 0; i < count; i++)
            set_failed_result(database, &completions[i]);
    database->games_committed = database->games;
    return count_changes(completions, count);
}

/* That a checkpoint finds no room does no harm: all is in the log. Any other failure does: a sync
 * that is tried again may succeed without what the first has lost. */
void database_checkpoint(Database *database) {
    if (database->failure.code != ERROR_NONE || database->wal_pages < database->checkpoint_pages)
        return;
    int code = sqlite3_wal_checkpoint_v2(database->connection, NULL, SQLITE_CHECKPOINT_PASSIVE,
                                         NULL, NULL);
    if (code == SQLITE_OK)
        database->wal_pages = 0;
    else if (!is_full(database, code))
        set_failure(database, code, "moving the log into the file");
}

uint64_t database_size(const Database *database) {
    static const char *const endings[] = {"", "-wal"};
    uint64_t size = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[STORE_PATH_SIZE + 8];
        struct stat status;
        snprintf(path, sizeof path, "%s%s", database->path, endings[i]);
        if (stat(path, &status) == 0)
            size += (uint64_t)status.st_size;
    }
    return size;
}
