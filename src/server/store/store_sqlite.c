#include <config.h>

#include "server/store/store_sqlite.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/fnv.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "server/store/game_load.h"
#include "server/store/maintenance.h"
#include "server/store/store.h"
#include "server/store/wal.h"

enum { DATABASE_VERSION = 1 }; /* of the schema, in the file's header */

static int query_write(Database *database, const StoreRequest *request,
                       StoreCompletion *completion);
static int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion);

/* ---- the schema and the prepared statements ---- */

/*
 * A move adds one row, which is marked as the last unless the game is over, and takes the mark from
 * the row before it; a game's first and last move also change the game's row. `sum` guards a game's
 * row, and `hash` and `last` guard its moves (game_load.h). The indexes are for the lists of games
 * with running clocks and of unstarted games, and for the creator's key; all of them can be made
 * from the rows. An index on a column that the moves of a game change would cost a page for each of
 * them.
 */
static const char sql_schema[] =
    "CREATE TABLE game("
    " id INTEGER PRIMARY KEY,"
    " created_ms INTEGER NOT NULL,"
    " variant TEXT NOT NULL,"
    " start TEXT NOT NULL,"
    " base_ms INTEGER NOT NULL,"
    " increment_ms INTEGER NOT NULL,"
    " per_move INTEGER NOT NULL,"
    " claim_minutes INTEGER NOT NULL,"
    " hidden INTEGER NOT NULL,"
    " invite BLOB,"
    " maker BLOB,"
    " rematch_of INTEGER NOT NULL,"
    " white_hash BLOB,"
    " white_name TEXT NOT NULL,"
    " black_hash BLOB,"
    " black_name TEXT NOT NULL,"
    " moved INTEGER NOT NULL DEFAULT 0,"
    " draw TEXT NOT NULL DEFAULT 'none',"
    " draw_by TEXT NOT NULL DEFAULT 'w',"
    " draw_ply INTEGER NOT NULL DEFAULT 0,"
    " draw_decline_ply INTEGER NOT NULL DEFAULT 0,"
    " result TEXT NOT NULL DEFAULT '*',"
    " reason TEXT,"
    " end_by TEXT NOT NULL DEFAULT 'w',"
    " end_ply INTEGER NOT NULL DEFAULT 0,"
    " end_ms INTEGER NOT NULL DEFAULT 0,"
    " rematch TEXT NOT NULL DEFAULT 'none',"
    " rematch_by TEXT NOT NULL DEFAULT 'w',"
    " rematch_game INTEGER NOT NULL DEFAULT 0,"
    " sum INTEGER NOT NULL);"
    "CREATE UNIQUE INDEX maker ON game(maker);"
    "CREATE INDEX clocked ON game(id) WHERE base_ms > 0 AND reason IS NULL;"
    "CREATE INDEX unmoved ON game(id, created_ms) WHERE moved = 0;"
    "CREATE TABLE move("
    " game INTEGER NOT NULL,"
    " ply INTEGER NOT NULL,"
    " ms INTEGER NOT NULL,"
    " path TEXT NOT NULL,"
    " at_ms INTEGER NOT NULL,"
    " hash INTEGER NOT NULL,"
    " last INTEGER NOT NULL,"
    " PRIMARY KEY(game, ply)) WITHOUT ROWID;"
    "CREATE TABLE clock(id INTEGER PRIMARY KEY, service_ms INTEGER NOT NULL, sum INTEGER NOT "
    "NULL);"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, room BLOB NOT NULL);";

#define GAME_COLUMNS                                                                               \
    "created_ms, variant, start, base_ms, increment_ms, per_move, claim_minutes, hidden, invite,"  \
    " maker, rematch_of, white_hash, white_name, black_hash, black_name, moved, draw, draw_by,"    \
    " draw_ply, draw_decline_ply, result, reason, end_by, end_ply, end_ms, rematch, rematch_by,"   \
    " rematch_game, sum"

static const char *const sql_text[SQL_STATEMENT_COUNT] = {
    [SQL_BEGIN] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_CREATE] = "INSERT INTO game(id, " GAME_COLUMNS ")"
                   " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                   " ?, ?, ?, ?, ?, ?)"
                   " ON CONFLICT(id) DO NOTHING",
    [SQL_FIND_CREATOR] = "SELECT id FROM game WHERE maker = ?",
    [SQL_SEAT_WHITE] = "UPDATE game SET white_hash = ?, white_name = ?, sum = ? WHERE id = ?",
    [SQL_SEAT_BLACK] = "UPDATE game SET black_hash = ?, black_name = ?, sum = ? WHERE id = ?",
    [SQL_LAST_MOVE] = "SELECT ply, hash, last FROM move WHERE game = ? ORDER BY ply DESC LIMIT 1",
    [SQL_MOVE] = "INSERT INTO move(game, ply, ms, path, at_ms, hash, last)"
                 " VALUES(?, ?, ?, ?, ?, ?, ?)",
    [SQL_MOVE_NOT_LAST] = "UPDATE move SET last = 0 WHERE game = ? AND ply = ?",
    [SQL_MOVE_FOLLOWS] = "UPDATE move SET last = 0 WHERE game = ? AND ply = ? AND last = 1"
                         " AND hash = ?",
    [SQL_MOVED] = "UPDATE game SET moved = 1, sum = ? WHERE id = ?",
    [SQL_DRAW] = "UPDATE game SET draw = ?, draw_by = ?, draw_ply = ?, draw_decline_ply = ?,"
                 " sum = ? WHERE id = ?",
    [SQL_END] = "UPDATE game SET result = ?, reason = ?, end_by = ?, end_ply = ?, end_ms = ?,"
                " sum = ? WHERE id = ?",
    [SQL_REMATCH] = "UPDATE game SET rematch = ?, rematch_by = ?, rematch_game = ?, sum = ?"
                    " WHERE id = ?",
    [SQL_HIDE] = "UPDATE game SET hidden = ?, sum = ? WHERE id = ?",
    [SQL_SUM] = "UPDATE game SET sum = ? WHERE id = ?",
    [SQL_DELETE] = "DELETE FROM game WHERE id = ?",
    [SQL_DELETE_MOVES] = "DELETE FROM move WHERE game = ?",
    [SQL_SET_CLOCK] = "INSERT INTO clock(id, service_ms, sum) VALUES(1, ?, ?) ON CONFLICT(id)"
                      " DO UPDATE SET service_ms = excluded.service_ms, sum = excluded.sum",
    [SQL_CLOCK] = "SELECT service_ms, sum FROM clock WHERE id = 1",
    [SQL_MOVE_TIMES] = "SELECT at_ms FROM move",
    [SQL_PROBE] = "INSERT INTO probe(id, count, room) VALUES(1, 1, zeroblob(65536))"
                  " ON CONFLICT(id) DO UPDATE SET count = count + 1, room = excluded.room",
    [SQL_LOAD_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?",
    [SQL_LOAD_MOVES] = "SELECT ply, ms, path, at_ms, hash, last FROM move WHERE game = ?"
                       " ORDER BY ply",
    [SQL_TIMED_GAMES] = "SELECT id FROM game WHERE base_ms > 0 AND reason IS NULL AND id > ?"
                        " ORDER BY id LIMIT ?",
    [SQL_UNSTARTED_GAMES] = "SELECT id FROM game WHERE moved = 0 AND id > ? AND created_ms < ?3"
                            " ORDER BY id LIMIT ?2",
    /* With the games between them, so that none takes long. */
    [SQL_FINISHED_GAMES] = "SELECT id, reason IS NOT NULL AND created_ms < ?3 FROM game"
                           " WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_GAMES] = "SELECT id FROM game NOT INDEXED",
    [SQL_COUNT_GAMES] = "SELECT count(*) FROM game",
    [SQL_NEXT_GAME] = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 1",
    [SQL_NEXT_MOVES] = "SELECT game FROM move WHERE game > ? ORDER BY game LIMIT 1",
    [SQL_NEXT_UNMOVED] = "SELECT id FROM game WHERE moved = 0 AND id > ? ORDER BY id LIMIT 1",
};

/* ---- running statements ---- */

SqlBinder sql_bind(sqlite3_stmt *statement) {
    return (SqlBinder){statement, 0, SQLITE_OK};
}

static void note_code(SqlBinder *binder, int code) {
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

void sql_bind_number(SqlBinder *binder, int64_t number) {
    note_code(binder, sqlite3_bind_int64(binder->statement, ++binder->count, number));
}

static void sql_bind_text(SqlBinder *binder, const char *text) {
    note_code(binder,
              sqlite3_bind_text(binder->statement, ++binder->count, text, -1, SQLITE_STATIC));
}

static void sql_bind_hash(SqlBinder *binder, const KeyHash *hash) {
    int index = ++binder->count;
    note_code(binder, hash ? sqlite3_bind_blob(binder->statement, index, hash->bytes,
                                               sizeof hash->bytes, SQLITE_STATIC)
                           : sqlite3_bind_null(binder->statement, index));
}

/* Runs a statement and resets it. Returns SQLite's code, SQLITE_OK on success. */
static int sql_step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

int sql_read_number(sqlite3_stmt *statement, bool *found, int64_t *number) {
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

static int execute(Database *database, const char *sql) {
    return sqlite3_exec(database->connection, sql, NULL, NULL, NULL);
}

/* ---- the file: transactions and checkpoints ---- */

enum {
    PAGE_SIZE = 4096,
    /* A checkpoint writes each page once, however often it has changed. So under load the log is
     * moved into the file at most once in a while, unless it has many pages. */
    LOG_PAGES = 256,
    LOG_PAGES_MAX = 1024,
    CHECKPOINT_INTERVAL_MS = 2000,
    IDLE_MS = 5000, /* without requests, until the log is emptied */
    CACHE_KIB = 8192,
    KEPT_LOGS_MAX = 10000
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

/* `number` is an errno, or 0. */
static void describe_failure(const Database *database, int code, int number, const char *operation,
                             Error *error) {
    char path[SHORT_PATH_SIZE];
    error_set(error, ERROR_IO, "%s: %s failed: %s%s%s", text_shorten_path(database->path, path),
              operation, sqlite3_errstr(code), number ? ": " : "", number ? strerror(number) : "");
}

static void set_failure(Database *database, int code, const char *operation) {
    int number = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(database->connection) : 0;
    describe_failure(database, code, number, operation, &database->failure);
}

/* Returns whether a code of SQLite says that a page of the file is damaged: other requests may
 * succeed. The conditions of a change are checked before it, so a constraint finds what they have
 * not. */
static bool database_is_damage(int code) {
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_CONSTRAINT ||
           code == SQLITE_TOOBIG || code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ ||
           code == SQLITE_IOERR_CORRUPTFS;
}

/* ---- damaged indexes ---- */

/* An index, and queries for its entries: those that it has, and those that the table implies. */
typedef struct IndexEntries {
    const char *name, *entries, *rows;
} IndexEntries;

static const IndexEntries indexes[] = {
    {"maker", "SELECT id, maker FROM game INDEXED BY maker ORDER BY maker",
     "SELECT id, maker FROM game NOT INDEXED"},
    {"clocked", "SELECT id FROM game INDEXED BY clocked WHERE base_ms > 0 AND reason IS NULL",
     "SELECT id FROM game NOT INDEXED WHERE base_ms > 0 AND reason IS NULL"},
    {"unmoved", "SELECT id, created_ms FROM game INDEXED BY unmoved WHERE moved = 0",
     "SELECT id, created_ms FROM game NOT INDEXED WHERE moved = 0"},
};

/* Adds up the hashes of all rows of a query, in whatever order they come. */
static int sum_rows(Database *database, const char *sql, uint64_t *sum) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database->connection, sql, -1, &statement, NULL);
    *sum = 0;
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t hash = fnv_number(FNV_START, (uint64_t)sqlite3_column_int64(statement, 0));
        if (sqlite3_column_count(statement) > 1) {
            const void *bytes = sqlite3_column_blob(statement, 1);
            hash = fnv_bytes(hash, bytes, (size_t)sqlite3_column_bytes(statement, 1));
        }
        *sum += hash;
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* If the table cannot be read, there is nothing to compare with. */
static bool is_sound(Database *database, const IndexEntries *index) {
    uint64_t entries, rows;
    if (sum_rows(database, index->entries, &entries) != SQLITE_OK)
        return false;
    return sum_rows(database, index->rows, &rows) != SQLITE_OK || entries == rows;
}

/* Forgets an index and makes another. Its pages remain unused: SQLite would free them by following
 * the numbers of pages in them, and one that is damaged may be the number of a page of the games.
 */
static int replace_index(Database *database, const IndexEntries *index) {
    sqlite3_stmt *statement = NULL;
    char create[200] = "", sql[200];
    snprintf(sql, sizeof sql, "SELECT sql FROM sqlite_schema WHERE name = '%s'", index->name);
    int code = sqlite3_prepare_v2(database->connection, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        snprintf(create, sizeof create, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    snprintf(sql, sizeof sql,
             "PRAGMA writable_schema=ON; DELETE FROM sqlite_schema WHERE name = '%s';"
             "PRAGMA writable_schema=RESET",
             index->name);
    if (code == SQLITE_OK)
        code = execute(database, sql);
    return code == SQLITE_OK ? execute(database, create) : code;
}

/* Only this may write the schema. */
static int remake_index(Database *database, const IndexEntries *index) {
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int code = execute(database, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK)
        code = replace_index(database, index);
    if (code == SQLITE_OK)
        code = execute(database, "COMMIT");
    if (!sqlite3_get_autocommit(database->connection))
        execute(database, "ROLLBACK");
    execute(database, "PRAGMA writable_schema=RESET");
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return code;
}

/* Damaged indexes are made anew from the rows, so that damage in an index harms no game. Compares
 * each index with the rows and makes those anew that differ or cannot be read, or all of them: some
 * damage is only met by changes. database->notice says what was done. Reads the whole table of
 * games. Outside a transaction. Returns SQLITE_OK, also if an index or the table remains damaged,
 * or the code of another failure. */
static int remake_indexes(Database *database, bool all) {
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++) {
        const IndexEntries *index = &indexes[i];
        if (!all && is_sound(database, index))
            continue;
        int code = remake_index(database, index);
        if (code == SQLITE_OK)
            error_set(&database->notice, ERROR_STATE,
                      "a page of the database is damaged; the index \"%s\" has been made anew",
                      index->name);
        else if (!database_is_damage(code))
            return code;
    }
    return SQLITE_OK;
}

/* ---- transactions ---- */

/* How a transaction runs. */
typedef struct Batch {
    StoreRequest *const *requests;
    size_t count;
    bool changes_only; /* the queries run after it */
    bool *damaged;     /* the changes that cannot be made */
    size_t current;    /* the request that runs, or `count` */
} Batch;

/* Begins the completion of a request again. */
static StoreCompletion *reset_completion(const Batch *batch, size_t i) {
    store_completion_free(&batch->requests[i]->completion);
    store_completion_begin(batch->requests[i]);
    return &batch->requests[i]->completion;
}

static int run_transaction(Database *database, Batch *batch) {
    batch->current = batch->count;
    int code = sql_step(database->statement[SQL_BEGIN]);
    for (size_t i = 0; i < batch->count && code == SQLITE_OK; i++) {
        if (batch->damaged[i])
            continue;
        batch->current = i;
        StoreRequest *request = batch->requests[i];
        StoreCompletion *completion = reset_completion(batch, i);
        if (store_is_change(request->kind))
            code = query_write(database, request, completion);
        else if (!batch->changes_only)
            code = query_read(database, request, completion);
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
        if (store_is_change(batch->requests[i]->kind))
            continue;
        StoreCompletion *completion = reset_completion(batch, i);
        code = query_read(database, batch->requests[i], completion);
        if (database_is_damage(code)) {
            store_completion_set_damaged(completion, "%s", sqlite3_errmsg(database->connection));
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
    *code = remake_indexes(database, repair == REPAIR_ALL);
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
            store_completion_set_damaged(&batch->requests[at]->completion, "%s", why);
        }
        free(why);
        batch->changes_only = true;
        if (code == SQLITE_OK)
            code = run_transaction(database, batch);
    }
    return code == SQLITE_OK && batch->changes_only ? run_queries(database, batch) : code;
}

/* Moves the log into the file. A full disk is harmless, because everything is in the log. Any other
 * failure is final: a repeated sync may succeed although the first has lost data. */
static void checkpoint(Database *database, int kind) {
    if (database->failure.code != ERROR_NONE)
        return;
    int code = sqlite3_wal_checkpoint_v2(database->connection, NULL, kind, NULL, NULL);
    if (code == SQLITE_OK)
        database->wal_pages = 0;
    else if (!is_full(database, code, false))
        set_failure(database, code, "moving the log into the file");
    if (code == SQLITE_OK && kind == SQLITE_CHECKPOINT_TRUNCATE)
        database->has_log = false;
}

void database_checkpoint(Database *database, int pages) {
    if (database->wal_pages >= pages)
        checkpoint(database, SQLITE_CHECKPOINT_PASSIVE);
}

/* Undoes a transaction that found the disk full, and moves the log into the file. Returns whether
 * there is room in the log now. */
static bool make_room(Database *database) {
    if (database->wal_pages == 0 || roll_back(database) != SQLITE_OK)
        return false;
    checkpoint(database, SQLITE_CHECKPOINT_PASSIVE);
    return database->wal_pages == 0;
}

/* Undoes the changes of a transaction that found the disk full, and repeats its queries. The
 * operator is told once how it was found. */
static int fail_changes_full(Database *database, Batch *batch, int full) {
    if (!database->is_full)
        describe_failure(database, full, write_errno(database, true), "writing the log",
                         &database->notice);
    database->is_full = true;
    int code = roll_back(database);
    for (size_t i = 0; i < batch->count; i++)
        reset_completion(batch, i)->result = STORE_FULL;
    return code == SQLITE_OK ? run_queries(database, batch) : code;
}

size_t database_run(Database *database, StoreRequest *const *requests, size_t count) {
    Batch batch = {.requests = requests, .count = count};
    batch.damaged = memory_allocate(count * sizeof *batch.damaged);
    int code = SQLITE_OK;
    if (database->failure.code == ERROR_NONE)
        code = run_around_damage(database, &batch);
    if (code != SQLITE_OK && is_full(database, code, true) && make_room(database))
        code = run_around_damage(database, &batch);
    if (code != SQLITE_OK && is_full(database, code, true))
        code = fail_changes_full(database, &batch, code);
    if (code != SQLITE_OK) {
        set_failure(database, code, "a transaction");
        roll_back(database);
    }
    if (database->failure.code != ERROR_NONE)
        for (size_t i = 0; i < count; i++) {
            StoreCompletion *completion = &requests[i]->completion;
            store_completion_free(completion);
            completion->result = STORE_FAILED;
            completion->text = memory_strdup(database->failure.text);
        }
    free(batch.damaged);
    database->games_committed = database->games;
    size_t changes = 0;
    for (size_t i = 0; i < count; i++)
        changes += requests[i]->completion.result == STORE_OK && store_is_change(requests[i]->kind);
    database->is_full = database->is_full && changes == 0;
    return changes;
}

/* ---- errors on opening ---- */

/* Sets an error with the file's name for a code of SQLite. Returns false. */
static bool database_set_error(const Database *database, int code, Error *error) {
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
        {SQLITE_READONLY, "the file, or its file system, is read-only"},
    };
    char sentence[200];
    int kind = code & 0xff;
    /* The locks and the log of a file that SQLite could open for reading only. */
    if (database->connection && (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) &&
        sqlite3_db_readonly(database->connection, "main") == 1)
        code = kind = SQLITE_READONLY;
    bool damaged = kind == SQLITE_NOTADB || kind == SQLITE_CORRUPT;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (kind != sentences[i].code)
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

static bool check_database_file(const char *path, bool create, Error *error) {
    struct stat status;
    char shown[SHORT_PATH_SIZE];
    if (strlen(path) + sizeof "-wal" > STORE_PATH_SIZE)
        return error_set(error, ERROR_RANGE, "%s: expected a shorter name",
                         text_shorten_path(path, shown));
    if (create && !create_file(path, error))
        return false;
    if (stat(path, &status) != 0)
        return file_error_set_errno(error, path, "cannot be opened");
    return S_ISREG(status.st_mode) || file_error_set(error, path, "expected a regular file");
}

/* ---- the connection ---- */

static int on_wal_commit(void *context, sqlite3 *connection, const char *schema, int pages) {
    Database *database = context;
    (void)connection, (void)schema;
    database->wal_pages = pages;
    database->has_log = true;
    return SQLITE_OK;
}

static int connect(Database *database) {
    /* SQLite would count its memory under a lock. Ignored once SQLite is in use. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
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
static bool identify(Database *database, Error *error) {
    int64_t application = 0, number = 0, object_count = 0;
    char sentence[200];
    int code = read_pragma(database, "SELECT count(*) FROM sqlite_master", &object_count);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = read_pragma(database, "PRAGMA user_version", &number);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    if (object_count == 0 && application == 0 && number == 0 && !database->is_read_only) {
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

/* ---- the log ---- */

/* Returns the size of the log's file; 0 if there is none. */
static off_t name_log(const Database *database, char name[STORE_PATH_SIZE]) {
    struct stat status;
    snprintf(name, STORE_PATH_SIZE, "%s-wal", database->path);
    return stat(name, &status) == 0 ? status.st_size : 0;
}

/* Keeps a copy of a damaged log, because SQLite overwrites it. */
static bool keep_log(Database *database, const char *name, const char *log, size_t size,
                     size_t hidden, Error *error) {
    char kept[STORE_PATH_SIZE + 32];
    char shown[SHORT_PATH_SIZE], shown_kept[SHORT_PATH_SIZE];
    int number = 0;
    do {
        snprintf(kept, sizeof kept, "%s.damaged-%d", name, ++number);
        if (number == KEPT_LOGS_MAX)
            return file_error_set(error, name, "too many damaged logs are kept beside it");
    } while (access(kept, F_OK) == 0);
    if (!file_write_atomic(kept, log, size, 0600, false, error))
        return false;
    error_set(&database->notice, ERROR_STATE,
              "%s: it is damaged, and at least %zu transaction%s behind the damage are lost; the "
              "log is kept in %s",
              text_shorten_path(name, shown), hidden, text_plural(hidden),
              text_shorten_path(kept, shown_kept));
    return true;
}

/* Looks for damage in the log before it is used: SQLite would take it for the log's end. A log that
 * is too large for file_read() is not checked. */
static bool check_log(Database *database, bool is_forced, Error *error) {
    char name[STORE_PATH_SIZE], shown[SHORT_PATH_SIZE];
    off_t on_disk = name_log(database, name);
    if (on_disk == 0 || on_disk > FILE_SIZE_MAX)
        return true;
    size_t size;
    char *log = file_read(name, &size, error);
    size_t hidden = log ? wal_count_hidden((const uint8_t *)log, size, PAGE_SIZE) : 0;
    bool good = log != NULL;
    if (hidden > 0 && !is_forced)
        good = error_set(error, ERROR_STATE,
                         "%s: it is damaged, and at least %zu transaction%s behind the damage "
                         "would be lost; see \"A damaged log\" in congod(8)",
                         text_shorten_path(name, shown), hidden, text_plural(hidden));
    else if (hidden > 0 && !database->is_read_only)
        good = keep_log(database, name, log, size, hidden, error);
    free(log);
    return good;
}

static bool set_up(Database *database, bool is_forced, Error *error) {
    int code = connect(database);
    if (code == SQLITE_OK)
        code = configure(database);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    /* From the first query on, no other process has the file. */
    if (!identify(database, error) || !check_log(database, is_forced, error))
        return false;
    if (!database->is_read_only)
        code = start_wal(database);
    if (code == SQLITE_OK)
        code = check_schema(database);
    if (code == SQLITE_OK)
        code = prepare(database);
    if (code != SQLITE_OK)
        return database_set_error(database, code, error);
    /* The log is a new file in the folder. */
    return database->is_read_only || file_sync_folder(database->path, error);
}

Database *database_open(const char *path, unsigned mode, Error *error) {
    char log[STORE_PATH_SIZE];
    bool is_read_only = mode & DATABASE_EXISTING;
    if (!restore_finish(path, error) || !check_database_file(path, !is_read_only, error))
        return NULL;
    Database *database = memory_allocate(sizeof *database);
    database->path = memory_strdup(path);
    database->is_read_only = is_read_only;
    if (!set_up(database, mode & DATABASE_FORCE, error)) {
        database_close(database);
        return NULL;
    }
    /* A job on an existing file keeps its log, but removes an empty one that SQLite has created. */
    if (!is_read_only || name_log(database, log) == 0)
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

/* ---- requests as SQL, within a transaction ----
 * The functions set the completion's result and return SQLITE_OK, or return the code with which the
 * transaction fails. */

/* Begins the parameters of a statement with an id. */
static SqlBinder bind_id(const Database *database, SqlStatement statement, uint64_t id) {
    SqlBinder binder = sql_bind(database->statement[statement]);
    sql_bind_number(&binder, (int64_t)id);
    return binder;
}

static int run(const SqlBinder *binder) {
    return binder->code == SQLITE_OK ? sql_step(binder->statement) : binder->code;
}

/* ---- columns of a game's row, in their order ---- */

static void bind_header(SqlBinder *binder, const StoreHeader *header) {
    sql_bind_number(binder, (int64_t)header->id);
    sql_bind_number(binder, header->created_ms);
    sql_bind_text(binder, header->variant);
    sql_bind_text(binder, header->start);
    sql_bind_number(binder, header->base_ms);
    sql_bind_number(binder, header->increment_ms);
    sql_bind_number(binder, header->per_move);
    sql_bind_number(binder, header->claim_minutes);
    sql_bind_number(binder, header->hidden);
    sql_bind_hash(binder, header->kept ? &header->invite : NULL);
    sql_bind_hash(binder, header->has_creator ? &header->creator : NULL);
    sql_bind_number(binder, (int64_t)header->rematch_of);
    for (int color = WHITE; color <= BLACK; color++) {
        sql_bind_hash(binder, header->seat[color].taken ? &header->seat[color].hash : NULL);
        sql_bind_text(binder, header->seat[color].name);
    }
}

static void bind_draw(SqlBinder *binder, const StoreDraw *draw) {
    sql_bind_text(binder, store_words_offer(draw->state));
    sql_bind_text(binder, store_words_color(draw->by));
    sql_bind_number(binder, draw->ply);
    sql_bind_number(binder, draw->decline_ply);
}

static void bind_end(SqlBinder *binder, const StoreEnd *end) {
    bool is_over = end->outcome.reason != REASON_NONE;
    sql_bind_text(binder, result_text(end->outcome.result));
    sql_bind_text(binder, is_over ? reason_word(end->outcome.reason) : NULL);
    sql_bind_text(binder, store_words_color(end->by));
    sql_bind_number(binder, end->ply);
    sql_bind_number(binder, end->ms);
}

static void bind_rematch(SqlBinder *binder, const StoreGame *game) {
    sql_bind_text(binder, store_words_offer(game->rematch.state));
    sql_bind_text(binder, store_words_color(game->rematch.by));
    sql_bind_number(binder, (int64_t)game->rematch_game);
}

/* ---- changes of a game's row ----
 *
 * A row is loaded first, so that the change of a damaged row is refused: a new checksum would hide
 * the damage.
 */

/* Runs a statement whose parameters so far are followed by the row's checksum and id. */
static int write_row(SqlBinder *binder, const GameRow *row) {
    sql_bind_number(binder, (int64_t)game_row_sum(row));
    sql_bind_number(binder, (int64_t)row->game.header.id);
    return run(binder);
}

static int write_rematch(Database *database, const GameRow *row) {
    SqlBinder binder = sql_bind(database->statement[SQL_REMATCH]);
    bind_rematch(&binder, &row->game);
    return write_row(&binder, row);
}

static int change_seat(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    StoreSeat *seat = &row->game.header.seat[request->seat.color];
    if (seat->taken && !key_hash_equal(&seat->hash, &request->seat.hash)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    seat->taken = true;
    seat->hash = request->seat.hash;
    memcpy(seat->name, request->seat.name, sizeof seat->name);
    SqlBinder binder = sql_bind(
        database->statement[request->seat.color == WHITE ? SQL_SEAT_WHITE : SQL_SEAT_BLACK]);
    sql_bind_hash(&binder, &seat->hash);
    sql_bind_text(&binder, seat->name);
    return write_row(&binder, row);
}

static int change_draw(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    if (game_row_is_over(row)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    row->game.draw = request->draw;
    SqlBinder binder = sql_bind(database->statement[SQL_DRAW]);
    bind_draw(&binder, &request->draw);
    return write_row(&binder, row);
}

static int change_rematch(Database *database, GameRow *row, const StoreRequest *request,
                          StoreCompletion *completion) {
    if (!game_row_is_over(row) || row->game.rematch_game != 0) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    row->game.rematch = request->rematch;
    return write_rematch(database, row);
}

static int write_end(Database *database, GameRow *row, const StoreEnd *end) {
    row->game.end = *end;
    SqlBinder binder = sql_bind(database->statement[SQL_END]);
    bind_end(&binder, end);
    return write_row(&binder, row);
}

/* Removes the mark of the last of some moves. */
static int unmark_last(Database *database, uint64_t id, uint32_t count) {
    if (count == 0)
        return SQLITE_OK;
    SqlBinder binder = bind_id(database, SQL_MOVE_NOT_LAST, id);
    sql_bind_number(&binder, count - 1);
    return run(&binder);
}

static int change_end(Database *database, GameRow *row, const StoreRequest *request,
                      StoreCompletion *completion) {
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    if (game_row_is_over(row) || request->end.ply != tail.count) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    code = unmark_last(database, request->id, tail.count);
    return code == SQLITE_OK ? write_end(database, row, &request->end) : code;
}

/* `hash` is the checksum of the moves up to this one. */
static int insert_move(Database *database, uint64_t id, uint32_t ply, const StoreMove *move,
                       uint64_t hash, bool last) {
    SqlBinder binder = bind_id(database, SQL_MOVE, id);
    sql_bind_number(&binder, ply);
    sql_bind_number(&binder, move->ms);
    sql_bind_text(&binder, move->path);
    sql_bind_number(&binder, move->at_ms);
    sql_bind_number(&binder, (int64_t)hash);
    sql_bind_number(&binder, last);
    return run(&binder);
}

static int add_move(Database *database, GameRow *row, const StoreRequest *request,
                    StoreCompletion *completion) {
    const StoreEnd *end = &request->move.end;
    bool ends = end->outcome.reason != REASON_NONE;
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    uint64_t known = request->move.hash_before;
    if (game_row_is_over(row) || request->move.ply != tail.count ||
        (known != 0 && known != tail.hash) || (ends && end->ply != tail.count + 1)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    const StoreMove *move = &request->move.move;
    code = unmark_last(database, request->id, tail.count);
    if (code == SQLITE_OK)
        code = insert_move(database, request->id, tail.count, move,
                           move_hash_next(tail.hash, tail.count, move), !ends);
    if (code == SQLITE_OK && tail.count == 0) {
        row->moved = true;
        SqlBinder binder = sql_bind(database->statement[SQL_MOVED]);
        code = write_row(&binder, row);
    }
    return code == SQLITE_OK && ends ? write_end(database, row, end) : code;
}

/*
 * The usual way of a move, without its game's row: the checksum of the last move, which the server
 * knows, stands for all that came before, and its mark for a game that is not over. A first move
 * and one that ends the game also change the game's row. Sets *added to false, with nothing
 * changed, if the move has to go the way of add_move(), which finds out why.
 */
static int add_following_move(Database *database, const StoreRequest *request, bool *added) {
    uint32_t ply = request->move.ply;
    *added = false;
    if (ply == 0 || request->move.hash_before == 0 ||
        request->move.end.outcome.reason != REASON_NONE)
        return SQLITE_OK;
    SqlBinder last = bind_id(database, SQL_MOVE_FOLLOWS, request->id);
    sql_bind_number(&last, ply - 1);
    sql_bind_number(&last, (int64_t)request->move.hash_before);
    int code = run(&last);
    if (code != SQLITE_OK || sqlite3_changes(database->connection) == 0)
        return code;
    *added = true;
    return insert_move(database, request->id, ply, &request->move.move, request->move.hash, true);
}

/* Sets or removes the rematch of a game. One that is missing or damaged stays as it is. */
static int link_rematch(Database *database, uint64_t id, uint64_t rematch) {
    GameRow row;
    StoreCompletion ignored = {0};
    int code = game_row_load(database, id, &row, &ignored);
    bool loaded = code == SQLITE_OK && ignored.result == STORE_OK;
    store_completion_free(&ignored);
    if (!loaded)
        return code;
    row.game.rematch_game = rematch;
    return write_rematch(database, &row);
}

static int hide_game(Database *database, GameRow *row, const StoreRequest *request,
                     StoreCompletion *completion) {
    (void)completion;
    row->game.header.hidden = request->hidden;
    SqlBinder binder = sql_bind(database->statement[SQL_HIDE]);
    sql_bind_number(&binder, request->hidden);
    return write_row(&binder, row);
}

static int delete_game(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    if (tail.count > 0 && !game_row_is_over(row)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    SqlBinder moves = bind_id(database, SQL_DELETE_MOVES, request->id);
    SqlBinder game = bind_id(database, SQL_DELETE, request->id);
    code = run(&moves);
    if (code == SQLITE_OK)
        code = run(&game);
    if (code == SQLITE_OK && row->game.header.rematch_of != 0)
        code = link_rematch(database, row->game.header.rematch_of, 0);
    if (code == SQLITE_OK)
        database->games--;
    return code;
}

typedef int RowChange(Database *database, GameRow *row, const StoreRequest *request,
                      StoreCompletion *completion);

static int change_row(Database *database, const StoreRequest *request, RowChange *change,
                      StoreCompletion *completion) {
    GameRow row;
    int code = game_row_load(database, request->id, &row, completion);
    return code == SQLITE_OK && completion->result == STORE_OK
               ? change(database, &row, request, completion)
               : code;
}

/* ---- new games ---- */

/* Finds the game that a key has created. An entry of the index without such a game is damage. */
static int find_creator(Database *database, const StoreHeader *header,
                        StoreCompletion *completion) {
    bool found;
    int64_t id = 0;
    SqlBinder binder = sql_bind(database->statement[SQL_FIND_CREATOR]);
    sql_bind_hash(&binder, &header->creator);
    int code = sql_read_number(database->statement[SQL_FIND_CREATOR], &found, &id);
    if (code != SQLITE_OK || !found)
        return code;
    GameRow row;
    code = game_row_load(database, (uint64_t)id, &row, completion);
    if (code != SQLITE_OK || completion->result == STORE_DAMAGED)
        return code;
    if (completion->result == STORE_MISSING || !row.game.header.has_creator ||
        !key_hash_equal(&row.game.header.creator, &header->creator))
        return SQLITE_CORRUPT_INDEX;
    completion->result = STORE_DUPLICATE;
    completion->id = (uint64_t)id;
    return SQLITE_OK;
}

/* Finds the rematch of a game, which is the only one. */
static int find_rematch(Database *database, const StoreHeader *header,
                        StoreCompletion *completion) {
    GameRow row;
    int code = game_row_load(database, header->rematch_of, &row, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && row.game.rematch_game != 0) {
        completion->result = STORE_DUPLICATE;
        completion->id = row.game.rematch_game;
    }
    return code;
}

/* Adds a game without its moves. `*added` is false if the id is in use. */
static int insert_game(Database *database, const GameRow *row, bool *added) {
    SqlBinder binder = sql_bind(database->statement[SQL_CREATE]);
    bind_header(&binder, &row->game.header);
    sql_bind_number(&binder, row->moved);
    bind_draw(&binder, &row->game.draw);
    bind_end(&binder, &row->game.end);
    bind_rematch(&binder, &row->game);
    sql_bind_number(&binder, (int64_t)game_row_sum(row));
    int code = run(&binder);
    *added = code == SQLITE_OK && sqlite3_changes(database->connection) > 0;
    database->games += *added;
    return code;
}

static int create_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    const GameRow row = {.game.header = request->create};
    const StoreHeader *header = &row.game.header;
    bool added = false;
    int code = SQLITE_OK;
    completion->id = header->id;
    if (header->has_creator)
        code = find_creator(database, header, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && header->rematch_of != 0)
        code = find_rematch(database, header, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    code = insert_game(database, &row, &added);
    if (code == SQLITE_OK && !added)
        completion->result = STORE_CONFLICT;
    return added && header->rematch_of != 0 ? link_rematch(database, header->rematch_of, header->id)
                                            : code;
}

static int put_moves(Database *database, const StoreGame *game) {
    uint64_t hash = move_hash_start(game->header.id);
    int code = SQLITE_OK;
    for (uint32_t ply = 0; ply < game->count && code == SQLITE_OK; ply++) {
        hash = move_hash_next(hash, ply, &game->moves[ply]);
        code = insert_move(database, game->header.id, ply, &game->moves[ply], hash,
                           ply + 1 == game->count && game->end.outcome.reason == REASON_NONE);
    }
    return code;
}

static int put_game(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    GameRow row = {.game = *request->put, .moved = request->put->count > 0};
    const StoreHeader *header = &row.game.header;
    bool added = false;
    int code = SQLITE_OK;
    if (header->has_creator)
        code = find_creator(database, header, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        code = insert_game(database, &row, &added);
    completion->id = header->id;
    if (code == SQLITE_OK && completion->result != STORE_DAMAGED && !added)
        completion->result = STORE_CONFLICT;
    return added ? put_moves(database, &row.game) : code;
}

/* ---- the service time ---- */

static uint64_t clock_sum(int64_t service_ms) {
    return fnv_number(FNV_START, (uint64_t)service_ms);
}

static int set_clock(Database *database, int64_t service_ms) {
    SqlBinder binder = sql_bind(database->statement[SQL_SET_CLOCK]);
    sql_bind_number(&binder, service_ms);
    sql_bind_number(&binder, (int64_t)clock_sum(service_ms));
    return run(&binder);
}

/* Reads the latest time of a move: the next best of a service time that is damaged. */
static int read_latest_move_time(Database *database, int64_t *latest_ms) {
    sqlite3_stmt *statement = database->statement[SQL_MOVE_TIMES];
    int code;
    *latest_ms = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (sqlite3_column_int64(statement, 0) > *latest_ms)
            *latest_ms = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code;
}

static int read_clock(Database *database, int64_t *service_ms) {
    sqlite3_stmt *statement = database->statement[SQL_CLOCK];
    int code = sqlite3_step(statement);
    bool valid = code == SQLITE_DONE;
    *service_ms = 0;
    if (code == SQLITE_ROW) {
        *service_ms = sqlite3_column_int64(statement, 0);
        valid = (uint64_t)sqlite3_column_int64(statement, 1) == clock_sum(*service_ms);
    }
    sqlite3_reset(statement);
    if (!valid) {
        int moves_code = read_latest_move_time(database, service_ms);
        code = code == SQLITE_ROW ? moves_code : code;
    }
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Runs a change. */
static int query_write(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    static RowChange *const row_changes[] = {
        [STORE_SEAT] = change_seat,       [STORE_DRAW] = change_draw, [STORE_END] = change_end,
        [STORE_REMATCH] = change_rematch, [STORE_HIDE] = hide_game,   [STORE_DELETE] = delete_game,
    };
    bool added = false;
    int code = SQLITE_OK;
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_CREATE:
        return create_game(database, request, completion);
    case STORE_MOVE:
        code = add_following_move(database, request, &added);
        return added || code != SQLITE_OK ? code
                                          : change_row(database, request, add_move, completion);
    case STORE_CLOCK:
        return set_clock(database, request->service_ms);
    case STORE_PROBE:
        return sql_step(database->statement[SQL_PROBE]);
    case STORE_PUT:
        return put_game(database, request, completion);
    default:
        assert(row_changes[request->kind]); /* no kind of a shared store */
        return change_row(database, request, row_changes[request->kind], completion);
    }
}

/* ---- lists ---- */

static void add_id(StoreCompletion *completion, size_t *capacity, uint64_t id) {
    if (completion->id_count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 64;
        completion->ids = memory_resize(completion->ids, *capacity, sizeof *completion->ids);
    }
    completion->ids[completion->id_count++] = id;
}

static int list_ids(Database *database, const StoreRequest *request, SqlStatement statement,
                    StoreCompletion *completion) {
    sqlite3_stmt *rows = database->statement[statement];
    SqlBinder binder = bind_id(database, statement, request->list.after);
    sql_bind_number(&binder, (int64_t)request->list.limit);
    if (statement != SQL_TIMED_GAMES)
        sql_bind_number(&binder, request->list.before_ms);
    uint64_t after = request->list.after;
    size_t capacity = 0, read = 0;
    int code;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        uint64_t id = (uint64_t)sqlite3_column_int64(rows, 0);
        /* On a damaged page ids may not ascend; who asks for those after the last would never end.
         */
        if (id <= after) {
            code = SQLITE_CORRUPT;
            break;
        }
        if (statement != SQL_FINISHED_GAMES || sqlite3_column_int(rows, 1))
            add_id(completion, &capacity, id);
        after = id;
        read++;
    }
    sqlite3_reset(rows);
    completion->id = read == request->list.limit ? after : 0;
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int query_next_game(Database *database, uint64_t after, QueryNext *next) {
    static const SqlStatement sources[] = {SQL_NEXT_GAME, SQL_NEXT_MOVES, SQL_NEXT_UNMOVED};
    *next = (QueryNext){0};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        bool found;
        int64_t id = 0;
        bind_id(database, sources[i], after);
        int code = sql_read_number(database->statement[sources[i]], &found, &id);
        if (code == SQLITE_OK && found && (uint64_t)id <= after)
            next->damage = "games are not in order";
        else if (database_is_damage(code))
            next->damage = sqlite3_errstr(code);
        else if (code != SQLITE_OK)
            return code;
        else if (found && (!next->found || (uint64_t)id < next->id))
            *next = (QueryNext){true, (uint64_t)id, next->damage};
    }
    return SQLITE_OK;
}

static int list_all(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    QueryNext next = {.id = request->list.after};
    const char *damage = NULL;
    size_t capacity = 0;
    int code = SQLITE_OK;
    while (completion->id_count < request->list.limit && code == SQLITE_OK) {
        code = query_next_game(database, next.id, &next);
        damage = next.damage ? next.damage : damage;
        if (!next.found)
            break;
        add_id(completion, &capacity, next.id);
    }
    completion->id = completion->id_count == request->list.limit ? next.id : 0;
    if (code != SQLITE_OK || !damage)
        return code;
    if (!sqlite3_get_autocommit(database->connection))
        return SQLITE_CORRUPT; /* the transaction would fail, so this runs again after it */
    completion->text = memory_strdup(damage);
    return SQLITE_OK;
}

/* Runs a query. After an error the completion has what could be read. */
static int query_read(Database *database, const StoreRequest *request,
                      StoreCompletion *completion) {
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_LOAD:
        return game_load(database, request->load.first, completion);
    case STORE_LIST_GAMES:
        return list_all(database, request, completion);
    case STORE_LIST_TIMED:
        return list_ids(database, request, SQL_TIMED_GAMES, completion);
    case STORE_LIST_UNSTARTED:
        return list_ids(database, request, SQL_UNSTARTED_GAMES, completion);
    case STORE_LIST_FINISHED:
        return list_ids(database, request, SQL_FINISHED_GAMES, completion);
    case STORE_TOTALS:
        completion->totals.games = database->games;
        return read_clock(database, &completion->totals.service_ms);
    default:
        assert(false); /* a kind of a shared store */
        return SQLITE_MISUSE;
    }
}

/* ---- the store ---- */

typedef struct SqliteStore {
    StoreQueue queue; /* first */
    pthread_t thread;

    /* Of the store's thread only. */
    Database *database;
    StoreRequestList batch, jobs;
    MaintenanceJob *job;   /* the first of `jobs`, begun, or NULL */
    int64_t checkpoint_ms; /* monotonic time of the last checkpoint */
} SqliteStore;

/* ---- the store's thread ---- */

/* Tells the operator what the database has noticed. */
static void report_notice(SqliteStore *store) {
    store_queue_report(&store->queue, store->database->notice.text);
    error_clear(&store->database->notice);
}

static void run_batch(SqliteStore *store) {
    size_t count = store->batch.count;
    if (count == 0)
        return;
    StoreRequest *const *requests = store->batch.items;
    uint64_t began = (uint64_t)monotonic_us();
    size_t changes = database_run(store->database, requests, count);
    store_queue_count_commit(&store->queue, changes, (uint64_t)monotonic_us() - began);
    report_notice(store);
    store_queue_report_damage(&store->queue, requests, count);
    store_queue_publish(&store->queue, requests, count);
    store->batch.count = 0;
    int64_t now_ms = monotonic_ms();
    bool is_due = now_ms - store->checkpoint_ms >= CHECKPOINT_INTERVAL_MS;
    database_checkpoint(store->database, is_due ? LOG_PAGES : LOG_PAGES_MAX);
    if (store->database->wal_pages == 0)
        store->checkpoint_ms = now_ms;
}

static void run_job(SqliteStore *store) {
    StoreRequest *request = store->jobs.items[0];
    if (!store->job)
        store->job = maintenance_begin(store->database, request, false);
    if (!maintenance_step(store->job, &request->completion))
        return;
    maintenance_end(store->job);
    store->job = NULL;
    store_request_list_drop(&store->jobs, 1);
    store_queue_publish(&store->queue, &request, 1);
}

static void *store_thread(void *context) {
    SqliteStore *store = context;
    const Database *database = store->database;
    while (store_queue_wait(&store->queue, &store->batch, &store->jobs,
                            database->has_log ? IDLE_MS : -1)) {
        if (store->batch.count == 0 && store->jobs.count == 0)
            checkpoint(store->database, SQLITE_CHECKPOINT_TRUNCATE);
        run_batch(store);
        if (store->jobs.count > 0)
            run_job(store);
    }
    if (store->job)
        maintenance_end(store->job);
    return NULL;
}

/* ---- the core's thread ---- */

static void free_store(SqliteStore *store) {
    database_close(store->database);
    store_request_list_free(&store->batch);
    store_request_list_free(&store->jobs);
    store_queue_free(&store->queue);
    free(store);
}

static void close_store(Store *base) {
    SqliteStore *store = (SqliteStore *)base;
    store_queue_close(&store->queue);
    pthread_join(store->thread, NULL);
    free_store(store);
}

Store *store_sqlite_open(const StoreOptions *options, Error *error) {
    static const StoreMethods methods = {store_queue_submit, store_queue_take, store_queue_stats,
                                         close_store};
    unsigned mode = (options->is_read_only ? DATABASE_EXISTING : DATABASE_CREATE) |
                    (options->is_forced ? DATABASE_FORCE : 0);
    Database *database = database_open(options->database, mode, error);
    if (!database)
        return NULL;
    SqliteStore *store = memory_allocate(sizeof *store);
    store_queue_init(&store->queue, &methods, options->notify, options->context, options->report);
    store->database = database;
    report_notice(store);
    if (pthread_create(&store->thread, NULL, store_thread, store) == 0)
        return &store->queue.store;
    free_store(store);
    error_set(error, ERROR_MEMORY, "the database thread cannot be started");
    return NULL;
}

/* ---- jobs without a server ---- */

bool store_sqlite_check(const char *path, StoreCompletion *completion, Error *error) {
    return maintenance_run(path, DATABASE_EXISTING, &(StoreRequest){.kind = STORE_CHECK},
                           completion, error);
}

bool store_sqlite_backup(const char *path, const char *to, bool replaces,
                         StoreCompletion *completion, Error *error) {
    StoreRequest request = {.kind = STORE_BACKUP, .backup = {to, replaces}};
    return maintenance_run(path, DATABASE_EXISTING, &request, completion, error);
}
