#include <config.h>

#include "server/store/maintenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "net/identity.h"
#include "server/store/game_replay.h"

MaintenanceJob *maintenance_begin(Database *database, const StoreRequest *request, bool thorough) {
    MaintenanceJob *job =
        request->kind == STORE_BACKUP ? backup_create(request->path) : check_create(thorough);
    job->database = database;
    job->kind = request->kind;
    job->request_id = request->request_id;
    return job;
}

bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = job->kind, .request_id = job->request_id};
    if (job->database->failure.code == ERROR_NONE)
        return job->methods->step(job, completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(job->database->failure.text);
    return true;
}

void maintenance_end(MaintenanceJob *job) {
    job->methods->end(job);
}

enum { STEP_PAGES = 64 };

/*
 * SQLite copies pages, and copies again those that this connection changes meanwhile, so that the
 * copy is the file as it was when the last piece was done. Each piece is synced, so that the disk
 * is not kept busy for long by the last.
 */
typedef struct BackupJob {
    MaintenanceJob job; /* first: the methods are given it */
    char *path;         /* owned, and so is: */
    char *part; /* the file that is being written, beside it, with a name that nothing had */
    int file;   /* the same, to be synced; -1: not there yet */
    sqlite3 *copy;
    sqlite3_backup *copying;
} BackupJob;

/* Ends the work with a sentence. */
static bool backup_fail(const BackupJob *backup, StoreCompletion *completion, const char *what,
                        const char *why) {
    char shown[SHORT_PATH_SIZE];
    Error error = {0};
    error_set(&error, ERROR_IO, "%s: %s%s%s", text_shorten_path(backup->path, shown), what,
              *why ? ": " : "", why);
    completion->result = STORE_REFUSED;
    completion->text = memory_strdup(error.text);
    return true;
}

static bool same_file(const struct stat *status, const char *path) {
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == status->st_dev &&
           other.st_ino == status->st_ino;
}

/* What a backup must not replace, as a sentence; NULL: it may be written. */
static const char *find_target_error(const BackupJob *backup) {
    char log[STORE_PATH_SIZE + 8];
    struct stat status;
    if (!*backup->path || strlen(backup->path) >= STORE_PATH_SIZE)
        return "expected a file name, not too long";
    if (stat(backup->path, &status) != 0)
        return NULL;
    snprintf(log, sizeof log, "%s-wal", backup->job.database->path);
    if (same_file(&status, backup->job.database->path) || same_file(&status, log))
        return "that is the store itself; a backup needs another file";
    return S_ISREG(status.st_mode) ? NULL : "expected a regular file";
}

static bool execute(const BackupJob *backup, const char *sql) {
    return sqlite3_exec(backup->copy, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Nobody else can read it, not even for a moment. */
static bool create_part(BackupJob *backup) {
    backup->file = mkstemp(backup->part);
    return backup->file >= 0 && fcntl(backup->file, F_SETFD, FD_CLOEXEC) == 0;
}

static bool backup_start(BackupJob *backup, StoreCompletion *completion) {
    const char *objection = find_target_error(backup);
    if (objection)
        return !backup_fail(backup, completion, objection, "");
    if (!create_part(backup))
        return !backup_fail(backup, completion, "cannot be written", strerror(errno));
    if (sqlite3_open_v2(backup->part, &backup->copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        !execute(backup, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF;"
                         "PRAGMA synchronous=OFF; PRAGMA cache_size=64") ||
        !(backup->copying =
              sqlite3_backup_init(backup->copy, "main", backup->job.database->connection, "main")))
        return !backup_fail(backup, completion, "cannot be written", sqlite3_errmsg(backup->copy));
    return true;
}

static bool sync_part(const BackupJob *backup, StoreCompletion *completion) {
    return fsync(backup->file) == 0 ||
           !backup_fail(backup, completion, "cannot be synced", strerror(errno));
}

/* Without WAL the copy is one file, which can be read where nothing can be written. */
static bool finish_copy(BackupJob *backup, StoreCompletion *completion) {
    int code = sqlite3_backup_finish(backup->copying);
    backup->copying = NULL;
    if (code == SQLITE_OK)
        code = sqlite3_exec(backup->copy, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_close(backup->copy);
    if (code != SQLITE_OK)
        return !backup_fail(backup, completion, "cannot be written", sqlite3_errstr(code));
    backup->copy = NULL;
    return sync_part(backup, completion);
}

static bool put_in_place(BackupJob *backup, StoreCompletion *completion) {
    Error error = {0};
    if (rename(backup->part, backup->path) != 0)
        return backup_fail(backup, completion, "cannot be put in place", strerror(errno));
    close(backup->file);
    backup->file = -1;
    if (!file_sync_folder(backup->path, &error))
        return backup_fail(backup, completion, error.text, "");
    return true;
}

static bool backup_step(MaintenanceJob *job, StoreCompletion *completion) {
    BackupJob *backup = (BackupJob *)job;
    if (!backup->copying && !backup_start(backup, completion))
        return true;
    int code = sqlite3_backup_step(backup->copying, STEP_PAGES);
    if (code == SQLITE_OK)
        return !sync_part(backup, completion);
    if (code != SQLITE_DONE)
        return backup_fail(backup, completion, "cannot be written", sqlite3_errstr(code));
    return !finish_copy(backup, completion) || put_in_place(backup, completion);
}

static void backup_end(MaintenanceJob *job) {
    BackupJob *backup = (BackupJob *)job;
    sqlite3_backup_finish(backup->copying);
    sqlite3_close(backup->copy);
    if (backup->file >= 0) {
        close(backup->file);
        unlink(backup->part);
    }
    free(backup->part);
    free(backup->path);
    free(backup);
}

MaintenanceJob *backup_create(const char *path) {
    static const MaintenanceMethods methods = {backup_step, backup_end};
    static const char ending[] = ".part-XXXXXX";
    BackupJob *backup = memory_allocate(sizeof *backup);
    backup->job.methods = &methods;
    backup->path = memory_strdup(path);
    backup->part = memory_allocate(strlen(path) + sizeof ending);
    memcpy(backup->part, path, strlen(path));
    memcpy(backup->part + strlen(path), ending, sizeof ending);
    backup->file = -1;
    return &backup->job;
}

enum {
    STEP_US = 2000,         /* of work for a step */
    REPORT_LINES_MAX = 1000 /* of what is wrong */
};

typedef struct CheckJob {
    MaintenanceJob job; /* first: the methods are given it */
    bool thorough;
    uint64_t after; /* the last game looked at */
    StoreTotals totals;
    Buffer text;
} CheckJob;

static void check_report(CheckJob *check, const char *name, const char *wrong) {
    check->totals.damaged++;
    if (check->totals.damaged == REPORT_LINES_MAX + 1)
        buffer_add_string(&check->text, "and more\n");
    if (check->totals.damaged <= REPORT_LINES_MAX)
        buffer_add_format(&check->text, "%s: %s\n", name, wrong);
}

/* What SQLite finds: pages that are lost or used twice, rows that an index has not, and the like.
 */
static void examine_file(CheckJob *check) {
    sqlite3 *connection = check->job.database->connection;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection, "PRAGMA integrity_check(20)", -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *line =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (line && sqlite3_stricmp(line, "ok") != 0)
            check_report(check, "the file", line);
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        check_report(check, "the file", sqlite3_errstr(code));
}

static void check_game(CheckJob *check, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    Error error = {0};
    int code = query_load_game(check->job.database, &loaded);
    check->totals.games++;
    if (code != SQLITE_OK)
        error_set(&error, ERROR_IO, "cannot be read: %s", sqlite3_errstr(code));
    else if (loaded.result == STORE_MISSING)
        error_set(&error, ERROR_STATE, "there are moves of it, but not the game");
    else if (loaded.result == STORE_DAMAGED)
        error_set(&error, ERROR_STATE, "%s", loaded.text);
    else
        game_replay_check(loaded.game, &error);
    if (error.code != ERROR_NONE)
        check_report(check, game_id_from_number(id).text, error.text);
    if (loaded.game)
        check->totals.moves += loaded.game->count;
    store_completion_free(&loaded);
}

static int next_id(CheckJob *check, SqlStatement statement, bool *found, int64_t *id) {
    SqlBinder binder = sql_bind(check->job.database, statement);
    sql_bind_number(&binder, (int64_t)check->after);
    return sql_read_number(check->job.database, statement, found, id);
}

/* The next game that is there, or of which there are moves. False: no more. */
static bool find_next(CheckJob *check) {
    bool game_found = false, moves_found = false;
    int64_t game = 0, moves = 0;
    int code = next_id(check, SQL_NEXT_GAME, &game_found, &game);
    if (code == SQLITE_OK)
        code = next_id(check, SQL_NEXT_MOVES, &moves_found, &moves);
    if (code != SQLITE_OK) {
        check_report(check, "the file", sqlite3_errstr(code));
        return false;
    }
    if (moves_found && (!game_found || moves < game))
        game = moves;
    check->after = (uint64_t)game;
    return game_found || moves_found;
}

static bool check_step(MaintenanceJob *job, StoreCompletion *completion) {
    CheckJob *check = (CheckJob *)job;
    int64_t until = monotonic_us() + STEP_US;
    if (check->thorough)
        examine_file(check);
    check->thorough = false;
    do {
        if (!find_next(check)) {
            check->totals.bytes = database_size(job->database);
            completion->totals = check->totals;
            completion->text = buffer_take(&check->text);
            return true;
        }
        check_game(check, check->after);
    } while (monotonic_us() < until);
    return false;
}

static void check_end(MaintenanceJob *job) {
    buffer_free(&((CheckJob *)job)->text);
    free(job);
}

MaintenanceJob *check_create(bool thorough) {
    static const MaintenanceMethods methods = {check_step, check_end};
    CheckJob *check = memory_allocate(sizeof *check);
    check->job.methods = &methods;
    check->thorough = thorough;
    return &check->job;
}
