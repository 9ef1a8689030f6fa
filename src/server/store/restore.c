#include <config.h>

#include "server/store/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "server/store/maintenance.h"

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
    const StoreRequest request = {.kind = STORE_CHECK};
    bool good = maintenance_run(copy, DATABASE_EXISTING, &request, &check, error);
    result->damaged = check.totals.damaged;
    store_completion_free(&check);
    if (!good || result->damaged == 0 || allow_damage)
        return good;
    return error_set(error, ERROR_STATE,
                     "%s: it has %llu damaged games or pages; --force restores it nevertheless",
                     text_shorten_path(from, shown), (unsigned long long)result->damaged);
}

static bool make_copy(const char *path, const char *from, const char *copy, Error *error) {
    StoreCompletion copied;
    const StoreRequest request = {.kind = STORE_BACKUP, .path = copy};
    if (!maintenance_run(from, DATABASE_EXISTING, &request, &copied, error))
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
    if (!make_copy(path, from, copy, error) ||
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
