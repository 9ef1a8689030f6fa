#include <config.h>

#include "server/store/maintenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "server/store/store.h"
#include "server/store/game_load.h"
#include "server/store/store_sqlite.h"

enum {
    STEP_PAGES = 64, /* of a backup */
    STEP_US = 2000   /* of a check */
};

struct MaintenanceJob {
    Database *database; /* borrowed */
    StoreKind kind;
    StoreRequest *request;
    /* Of a backup. */
    char *path;    /* owned */
    char *part;    /* owned: the file that is being written, beside `path`, with a unique name */
    char *journal; /* owned: what SQLite may leave beside it on a full disk */
    int file;      /* descriptor of `part`, or -1 */
    sqlite3 *copy;
    sqlite3_backup *copying;
    /* Of a check. */
    bool thorough;
    uint64_t last_id;     /* of the games checked */
    bool damage_reported; /* of the lists of games */
    StoreCheckReport report;
};

/* ---- backup ----
 * SQLite copies pages, and copies a page again when this connection changes it, so the copy is the
 * file as of the last step. Each step is synced, so that the last one does not block the disk for
 * long. */

/* Completes the job with STORE_REJECTED. Returns true: the job is done. */
static bool reject(const MaintenanceJob *job, StoreCompletion *completion, const char *what,
                   const char *why) {
    char shown[SHORT_PATH_SIZE];
    Error error = {0};
    error_set(&error, ERROR_IO, "%s: %s%s%s", text_shorten_path(job->path, shown), what,
              *why ? ": " : "", why);
    completion->result = STORE_REJECTED;
    completion->text = memory_strdup(error.text);
    return true;
}

static bool is_same_file(const struct stat *status, const char *path) {
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == status->st_dev &&
           other.st_ino == status->st_ino;
}

/* Returns whether a file is empty or a backup: a database of congod that is not in WAL mode, as
 * one is that a server has used. */
static bool is_backup(const char *path) {
    unsigned char header[72] = {0};
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(header, 1, sizeof header, file) : 0;
    if (file)
        fclose(file);
    uint32_t application = 0;
    for (int i = 68; i < 72; i++)
        application = application << 8 | header[i];
    return file && (length == 0 || (length == sizeof header && header[18] == 1 &&
                                    memcmp(header, "SQLite format 3", 16) == 0 &&
                                    application == DATABASE_APPLICATION));
}

/* Returns why the backup may not replace its target, or NULL. */
static const char *find_target_error(const MaintenanceJob *job) {
    char log[STORE_PATH_SIZE + 8];
    struct stat status;
    if (!*job->path || strlen(job->path) >= STORE_PATH_SIZE)
        return "expected a file name that is shorter and not empty";
    if (stat(job->path, &status) != 0)
        return NULL;
    snprintf(log, sizeof log, "%s-wal", job->database->path);
    if (is_same_file(&status, job->database->path) || is_same_file(&status, log))
        return "this is the database itself; a backup needs another file";
    if (!S_ISREG(status.st_mode))
        return "expected a regular file";
    return job->request->backup.replaces || is_backup(job->path)
               ? NULL
               : "this file is not an earlier backup; --force replaces it nevertheless";
}

/* Returns whether the copy has begun. If not, the job is done. */
static bool begin_copy(MaintenanceJob *job, StoreCompletion *completion) {
    const char *target_error = find_target_error(job);
    if (target_error)
        return !reject(job, completion, target_error, "");
    job->file = mkstemp(job->part); /* readable only by its owner */
    job->journal = memory_allocate(strlen(job->part) + sizeof "-journal");
    sprintf(job->journal, "%s-journal", job->part);
    if (job->file < 0 || fcntl(job->file, F_SETFD, FD_CLOEXEC) != 0)
        return !reject(job, completion, "cannot be written", strerror(errno));
    if (sqlite3_open_v2(job->part, &job->copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
            SQLITE_OK ||
        sqlite3_exec(job->copy,
                     "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF;"
                     "PRAGMA synchronous=OFF; PRAGMA cache_size=64",
                     NULL, NULL, NULL) != SQLITE_OK ||
        !(job->copying = sqlite3_backup_init(job->copy, "main", job->database->connection, "main")))
        return !reject(job, completion, "cannot be written", sqlite3_errmsg(job->copy));
    return true;
}

static bool sync_part(const MaintenanceJob *job, StoreCompletion *completion) {
    return fsync(job->file) == 0 || !reject(job, completion, "cannot be synced", strerror(errno));
}

/* Leaves WAL mode, so that the copy is one file, which can be read on a read-only disk. */
static bool finish_copy(MaintenanceJob *job, StoreCompletion *completion) {
    int code = sqlite3_backup_finish(job->copying);
    job->copying = NULL;
    if (code == SQLITE_OK)
        code = sqlite3_exec(job->copy, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_close(job->copy);
    if (code != SQLITE_OK)
        return !reject(job, completion, "cannot be written", sqlite3_errstr(code));
    job->copy = NULL;
    return sync_part(job, completion);
}

static bool put_in_place(MaintenanceJob *job, StoreCompletion *completion) {
    Error error = {0};
    if (rename(job->part, job->path) != 0)
        return reject(job, completion, "cannot be put in place", strerror(errno));
    close(job->file);
    job->file = -1;
    return file_sync_folder(job->path, &error) || reject(job, completion, error.text, "");
}

static bool step_backup(MaintenanceJob *job, StoreCompletion *completion) {
    if (!job->copying && !begin_copy(job, completion))
        return true;
    int code = sqlite3_backup_step(job->copying, STEP_PAGES);
    if (code == SQLITE_OK)
        return !sync_part(job, completion);
    if (code != SQLITE_DONE)
        return reject(job, completion, "cannot be written", sqlite3_errstr(code));
    return !finish_copy(job, completion) || put_in_place(job, completion);
}

/* ---- check ---- */

static void report(MaintenanceJob *job, const char *name, const char *what) {
    check_report_add(&job->report, name, what);
}

/* Lets SQLite look for lost or shared pages, missing index entries and the like. */
static void check_file(MaintenanceJob *job) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(job->database->connection, "PRAGMA integrity_check(20)", -1,
                                  &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *line =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (line && sqlite3_stricmp(line, "ok") != 0)
            report(job, "the file", line);
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        report(job, "the file", sqlite3_errstr(code));
}

static void check_game(MaintenanceJob *job, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    int code = game_load(job->database, 0, &loaded);
    if (code != SQLITE_OK)
        store_completion_set_damaged(&loaded, "cannot be read: %s", sqlite3_errstr(code));
    check_report_add_game(&job->report, &loaded);
    store_completion_free(&loaded);
}

/* Finds the next game, or the next moves without one. Returns false if there are no more. */
static bool find_next(MaintenanceJob *job) {
    QueryNext next;
    int code = query_next_game(job->database, job->last_id, &next);
    if (code != SQLITE_OK)
        report(job, "the file", sqlite3_errstr(code));
    else if (next.damage && !job->damage_reported)
        report(job, "the file", next.damage);
    job->damage_reported = job->damage_reported || next.damage;
    job->last_id = next.id;
    return code == SQLITE_OK && next.found;
}

static bool step_check(MaintenanceJob *job, StoreCompletion *completion) {
    int64_t end_us = monotonic_us() + STEP_US;
    if (job->thorough)
        check_file(job);
    job->thorough = false;
    do {
        if (!find_next(job)) {
            check_report_take(&job->report, completion);
            return true;
        }
        check_game(job, job->last_id);
    } while (monotonic_us() < end_us);
    return false;
}

/* ---- jobs ---- */

MaintenanceJob *maintenance_begin(Database *database, StoreRequest *request, bool thorough) {
    static const char ending[] = ".part-XXXXXX";
    MaintenanceJob *job = memory_allocate(sizeof *job);
    *job = (MaintenanceJob){.database = database,
                            .kind = request->kind,
                            .request = request,
                            .file = -1,
                            .thorough = thorough};
    if (request->kind == STORE_BACKUP) {
        size_t size = strlen(request->backup.path) + sizeof ending;
        job->path = memory_strdup(request->backup.path);
        job->part = memory_allocate(size);
        snprintf(job->part, size, "%s%s", job->path, ending);
    }
    return job;
}

bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = job->kind, .request = job->request};
    if (job->database->failure.code != ERROR_NONE) {
        completion->result = STORE_FAILED;
        completion->text = memory_strdup(job->database->failure.text);
        return true;
    }
    return job->kind == STORE_BACKUP ? step_backup(job, completion) : step_check(job, completion);
}

void maintenance_end(MaintenanceJob *job) {
    sqlite3_backup_finish(job->copying);
    sqlite3_close(job->copy);
    if (job->file >= 0) {
        close(job->file);
        unlink(job->part);
        unlink(job->journal);
    }
    free(job->journal);
    free(job->part);
    free(job->path);
    check_report_free(&job->report);
    free(job);
}

bool maintenance_run(const char *path, unsigned mode, StoreRequest *request,
                     StoreCompletion *completion, Error *error) {
    *completion = (StoreCompletion){.kind = request->kind};
    Database *database = database_open(path, mode, error);
    if (!database)
        return false;
    MaintenanceJob *job = maintenance_begin(database, request, true);
    while (!maintenance_step(job, completion))
        continue;
    maintenance_end(job);
    database_close(database);
    return true;
}

/* ---- putting a backup in the place of the database ---- */

enum {
    NAME_ROOM = 32, /* for what is added to the database's name */
    NAME_SIZE = STORE_PATH_SIZE + NAME_ROOM,
    KEPT_MAX = 10000,
    LOCK_FIRST = 0x40000000, /* the bytes of a database that SQLite locks */
    LOCK_COUNT = 512
};

/* What belongs to a database and is kept with it. */
static const char *const log_endings[] = {"-wal", "-journal"};

enum { LOG_COUNT = sizeof log_endings / sizeof *log_endings };

static bool exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

/* ---- the end of a restore ---- */

static void name_kept(const char *path, int number, const char *ending, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s.replaced-%d%s", path, number, ending);
}

/* After a crash the log may have its new name, and the database still its old one. */
static bool is_free(const char *path, int number) {
    char kept[NAME_SIZE], log[NAME_SIZE];
    name_kept(path, number, "", kept);
    bool free = !exists(kept);
    for (size_t i = 0; i < LOG_COUNT && free; i++) {
        name_kept(path, number, log_endings[i], kept);
        snprintf(log, sizeof log, "%s%s", path, log_endings[i]);
        free = !exists(kept) || !exists(log);
    }
    return free;
}

/* Renames a file, and makes it durable. An absent file is fine. */
static bool move_file(const char *from, const char *to, Error *error) {
    if (rename(from, to) != 0)
        return errno == ENOENT || file_error_set_errno(error, from, "cannot be renamed");
    return file_sync_folder(to, error);
}

static bool keep_database(const char *path, char kept[NAME_SIZE], Error *error) {
    char log[NAME_SIZE], kept_log[NAME_SIZE];
    int number = 1;
    while (number < KEPT_MAX && !is_free(path, number))
        number++;
    if (number == KEPT_MAX)
        return file_error_set(error, path, "too many databases are kept beside it");
    snprintf(log, sizeof log, "%s-shm", path);
    unlink(log); /* only an index of the log */
    for (size_t i = 0; i < LOG_COUNT; i++) {
        name_kept(path, number, log_endings[i], kept_log);
        snprintf(log, sizeof log, "%s%s", path, log_endings[i]);
        if (!move_file(log, kept_log, error))
            return false;
    }
    name_kept(path, number, "", kept);
    bool existed = exists(path);
    if (!move_file(path, kept, error))
        return false;
    if (!existed)
        kept[0] = '\0';
    return true;
}

/* Finishes a restore; `kept` gets the name of what was in place, or "". */
static bool finish(const char *path, char kept[NAME_SIZE], Error *error) {
    char pending[NAME_SIZE];
    struct stat locked, named;
    kept[0] = '\0';
    snprintf(pending, sizeof pending, "%s.restoring", path);
    int file = open(pending, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || file_error_set_errno(error, pending, "cannot be opened");
    bool good = file_lock(file, false);
    if (!good)
        file_error_set(error, path, "another process is restoring it");
    /* Another process may have finished it before this one had the lock. */
    else if (fstat(file, &locked) == 0 && stat(pending, &named) == 0 &&
             locked.st_ino == named.st_ino)
        good = keep_database(path, kept, error) && move_file(pending, path, error);
    close(file);
    return good;
}

bool restore_finish(const char *path, Error *error) {
    char kept[NAME_SIZE];
    return strlen(path) >= STORE_PATH_SIZE || finish(path, kept, error);
}

/* ---- the copy ---- */

/* Gives the copy the mode and owner of the database, or of its folder if there is none. */
static bool copy_permissions(const char *path, const char *copy, Error *error) {
    struct stat status, own;
    char folder[NAME_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    snprintf(slash ? slash + 1 : folder, 2, ".");
    mode_t mode = 0600;
    if (stat(path, &status) == 0)
        mode = status.st_mode & 0777;
    else if (stat(folder, &status) != 0)
        return file_error_set_errno(error, path, "cannot be restored");
    if (stat(copy, &own) != 0 || chmod(copy, mode) != 0)
        return file_error_set_errno(error, copy, "cannot be changed");
    if (own.st_uid == status.st_uid && own.st_gid == status.st_gid)
        return true;
    if (chown(copy, status.st_uid, status.st_gid) == 0 || (errno == EPERM && !exists(path)))
        return true;
    return file_error_set(error, path,
                          "it belongs to another user; only that user and root can restore it");
}

static bool check_copy(const char *copy, const char *from, bool allow_damage, RestoreResult *result,
                       Error *error) {
    StoreCompletion check;
    char shown[SHORT_PATH_SIZE];
    StoreRequest request = {.kind = STORE_CHECK};
    bool good = maintenance_run(copy, DATABASE_EXISTING, &request, &check, error);
    result->damaged = check.totals.damaged;
    store_completion_free(&check);
    if (!good || result->damaged == 0 || allow_damage)
        return good;
    return error_set(error, ERROR_STATE,
                     "%s: it has %llu damaged games or pages; --force restores it nevertheless",
                     text_shorten_path(from, shown), (unsigned long long)result->damaged);
}

static bool make_copy(const char *path, const char *from, const char *copy, bool allow_damage,
                      Error *error) {
    StoreCompletion copied;
    StoreRequest request = {.kind = STORE_BACKUP, .backup = {.path = copy}};
    unsigned mode = DATABASE_EXISTING | (allow_damage ? DATABASE_FORCE : 0);
    if (!maintenance_run(from, mode, &request, &copied, error))
        return false;
    bool good = copied.result == STORE_OK;
    if (!good)
        error_set(error, ERROR_IO, "%s", copied.text);
    store_completion_free(&copied);
    return good && copy_permissions(path, copy, error);
}

/* ---- the beginning of a restore ---- */

/* Locks a database as SQLite does, whatever it contains. Returns false with an error if a server
 * has it. *file is -1 if there is no database. */
static bool lock_database(const char *path, int *file, Error *error) {
    struct stat status;
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCK_FIRST, .l_len = LOCK_COUNT};
    *file = -1;
    if (lstat(path, &status) != 0)
        return errno == ENOENT || file_error_set_errno(error, path, "cannot be restored");
    if (!S_ISREG(status.st_mode))
        return file_error_set(error, path,
                              "expected a regular file to restore, not a link or a folder");
    *file = open(path, O_RDWR | O_CLOEXEC);
    if (*file < 0)
        return file_error_set_errno(error, path, "cannot be opened");
    return fcntl(*file, F_SETLK, &lock) == 0 ||
           file_error_set(error, path, "another process has it open; stop congod first");
}

/* A copy of the database itself would read as a backup. */
static bool check_backup(const char *path, const char *from, Error *error) {
    struct stat status, backup;
    if (stat(from, &backup) != 0)
        return file_error_set_errno(error, from, "cannot be opened");
    return stat(path, &status) != 0 || status.st_dev != backup.st_dev ||
           status.st_ino != backup.st_ino ||
           file_error_set(error, from, "this is the database itself");
}

static bool restore_locked(const char *path, const char *from, bool allow_damage,
                           RestoreResult *result, Error *error) {
    char copy[NAME_SIZE], pending[NAME_SIZE], kept[NAME_SIZE];
    snprintf(copy, sizeof copy, "%s.restore", path);
    snprintf(pending, sizeof pending, "%s.restoring", path);
    unlink(copy); /* that of an earlier restore */
    if (!make_copy(path, from, copy, allow_damage, error) ||
        !check_copy(copy, from, allow_damage, result, error)) {
        unlink(copy);
        return false;
    }
    if (!move_file(copy, pending, error) || !finish(path, kept, error))
        return false;
    return text_copy(result->kept, sizeof result->kept, kept);
}

bool restore_run(const char *path, const char *from, bool allow_damage, RestoreResult *result,
                 Error *error) {
    int file;
    *result = (RestoreResult){0};
    if (strlen(path) >= STORE_PATH_SIZE - NAME_ROOM)
        return file_error_set(error, path, "expected a shorter name");
    bool good = restore_finish(path, error) && check_backup(path, from, error) &&
                lock_database(path, &file, error);
    if (!good)
        return false;
    good = restore_locked(path, from, allow_damage, result, error);
    if (file >= 0)
        close(file);
    return good;
}
