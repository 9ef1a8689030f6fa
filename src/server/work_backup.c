#include <config.h>

#include "server/work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/folder.h"
#include "config/wording.h"
#include "rules/memory.h"

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
