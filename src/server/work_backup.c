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

enum { PIECE_PAGES = 64 };

/*
 * SQLite copies pages, and copies again those that this connection changes meanwhile, so that the
 * copy is the file as it was when the last piece was done. Each piece is synced, so that the disk
 * is not kept busy for long by the last.
 */
typedef struct Backup {
    Work work;  /* first: the methods are given it */
    char *path; /* owned, and so is: */
    char *part; /* the file that is being written, beside it, with a name that nothing had */
    int file;   /* the same, to be synced; -1: not there yet */
    sqlite3 *copy;
    sqlite3_backup *copying;
} Backup;

/* Ends the work with a sentence. */
static bool refuse(const Backup *backup, StoreCompletion *completion, const char *what,
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
static const char *find_objection(const Backup *backup) {
    char log[STORE_PATH_SIZE + 8];
    struct stat status;
    if (!*backup->path || strlen(backup->path) >= STORE_PATH_SIZE)
        return "expected a file name, not too long";
    if (stat(backup->path, &status) != 0)
        return NULL;
    snprintf(log, sizeof log, "%s-wal", backup->work.database->path);
    if (same_file(&status, backup->work.database->path) || same_file(&status, log))
        return "that is the store itself; a backup needs another file";
    return S_ISREG(status.st_mode) ? NULL : "expected a regular file";
}

static bool execute(const Backup *backup, const char *sql) {
    return sqlite3_exec(backup->copy, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Nobody else can read it, not even for a moment. */
static bool make_part(Backup *backup) {
    backup->file = mkstemp(backup->part);
    return backup->file >= 0 && fcntl(backup->file, F_SETFD, FD_CLOEXEC) == 0;
}

static bool begin(Backup *backup, StoreCompletion *completion) {
    const char *objection = find_objection(backup);
    if (objection)
        return !refuse(backup, completion, objection, "");
    if (!make_part(backup))
        return !refuse(backup, completion, "cannot be written", strerror(errno));
    if (sqlite3_open_v2(backup->part, &backup->copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        !execute(backup, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF;"
                         "PRAGMA synchronous=OFF; PRAGMA cache_size=64") ||
        !(backup->copying =
              sqlite3_backup_init(backup->copy, "main", backup->work.database->connection, "main")))
        return !refuse(backup, completion, "cannot be written", sqlite3_errmsg(backup->copy));
    return true;
}

static bool sync_part(const Backup *backup, StoreCompletion *completion) {
    return fsync(backup->file) == 0 ||
           !refuse(backup, completion, "cannot be synced", strerror(errno));
}

/* Without WAL the copy is one file, which can be read where nothing can be written. */
static bool finish_copy(Backup *backup, StoreCompletion *completion) {
    int code = sqlite3_backup_finish(backup->copying);
    backup->copying = NULL;
    if (code == SQLITE_OK)
        code = sqlite3_exec(backup->copy, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_close(backup->copy);
    if (code != SQLITE_OK)
        return !refuse(backup, completion, "cannot be written", sqlite3_errstr(code));
    backup->copy = NULL;
    return sync_part(backup, completion);
}

static bool put_in_place(Backup *backup, StoreCompletion *completion) {
    Error error = {0};
    if (rename(backup->part, backup->path) != 0)
        return refuse(backup, completion, "cannot be put in place", strerror(errno));
    close(backup->file);
    backup->file = -1;
    if (!file_sync_folder(backup->path, &error))
        return refuse(backup, completion, error.text, "");
    return true;
}

static bool go_on(Work *work, StoreCompletion *completion) {
    Backup *backup = (Backup *)work;
    if (!backup->copying && !begin(backup, completion))
        return true;
    int code = sqlite3_backup_step(backup->copying, PIECE_PAGES);
    if (code == SQLITE_OK)
        return !sync_part(backup, completion);
    if (code != SQLITE_DONE)
        return refuse(backup, completion, "cannot be written", sqlite3_errstr(code));
    return !finish_copy(backup, completion) || put_in_place(backup, completion);
}

static void end(Work *work) {
    Backup *backup = (Backup *)work;
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

Work *backup_begin(const char *path) {
    static const WorkMethods methods = {go_on, end};
    static const char ending[] = ".part-XXXXXX";
    Backup *backup = memory_allocate(sizeof *backup);
    backup->work.methods = &methods;
    backup->path = memory_strdup(path);
    backup->part = memory_allocate(strlen(path) + sizeof ending);
    memcpy(backup->part, path, strlen(path));
    memcpy(backup->part + strlen(path), ending, sizeof ending);
    backup->file = -1;
    return &backup->work;
}
