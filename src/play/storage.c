#include <config.h>

#include "play/storage.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "rules/gamereader.h"

enum { FOLDER_MODE = 0700, TEMPORARY_TRIES = 100, STREAM_PIECE = 65536 };

static bool io_error(Error *error, const char *path, const char *what) {
    return error_set(error, ERROR_IO, "%s: %s: %s", path, what, strerror(errno));
}

static bool write_error(Error *error, const char *path) {
    if (errno == ENOSPC || errno == EDQUOT)
        return error_set(error, ERROR_IO,
                         "%s: not written, the disk is full; what was there is kept", path);
    return io_error(error, path, "not written");
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool check_regular(const struct stat *status, const char *path, Error *error) {
    return S_ISREG(status->st_mode) ||
           error_set(error, ERROR_IO, "%s: expected a regular file", path);
}

static bool size_error(Error *error, const char *path) {
    return error_set(error, ERROR_RANGE, "%s: expected a file of at most %d MiB", path,
                     STORAGE_FILE_MAX >> 20);
}

static bool check_readable(int file, const char *path, size_t *size, Error *error) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return io_error(error, path, "cannot be read");
    if (!check_regular(&status, path, error))
        return false;
    if (status.st_size > STORAGE_FILE_MAX)
        return size_error(error, path);
    *size = (size_t)status.st_size;
    return true;
}

char *storage_read_fd(int file, const char *path, size_t *length, Error *error) {
    size_t size = 0;
    if (!check_readable(file, path, &size, error))
        return NULL;
    char *text = malloc(size + 1);
    if (!text) {
        error_set(error, ERROR_MEMORY, "%s: no memory for its %zu bytes", path, size);
        return NULL;
    }
    size_t used = 0;
    while (used < size) {
        ssize_t got = pread(file, text + used, size - used, (off_t)used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            io_error(error, path, "cannot be read");
            free(text);
            return NULL;
        }
        if (got == 0)
            break; /* it became shorter */
        used += (size_t)got;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

char *storage_read(const char *path, size_t *length, Error *error) {
    struct stat status;
    /* A device may do something when it is only opened. Without O_NONBLOCK the opening of a pipe
     * that has just got the name would wait for its writer. */
    if (stat(path, &status) == 0 && !check_regular(&status, path, error))
        return NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        io_error(error, path, "cannot be opened");
        return NULL;
    }
    char *text = storage_read_fd(file, path, length, error);
    close(file);
    return text;
}

/* One piece of what comes; 0 at the end, -1 with errno. A stream that others share may have been
 * made not to wait. */
static ssize_t read_piece(int file, char *piece, size_t size) {
    for (;;) {
        ssize_t got = read(file, piece, size);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
    }
}

char *storage_read_stream(int file, const char *name, size_t *length, Error *error) {
    Buffer text = {0};
    char piece[STREAM_PIECE];
    ssize_t got;
    while ((got = read_piece(file, piece, sizeof piece)) > 0 && text.length <= STORAGE_FILE_MAX)
        buffer_add(&text, piece, (size_t)got);
    bool read = got == 0 || (got < 0 && io_error(error, name, "cannot be read"));
    if (got > 0 || text.length > STORAGE_FILE_MAX)
        read = size_error(error, name);
    *length = text.length;
    if (read)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

/* ---- writing ------------------------------------------------------------------------------ */

bool storage_write_all(int file, const char *path, const char *text, size_t length, Error *error) {
    size_t done = 0;
    while (done < length) {
        ssize_t count = write(file, text + done, length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return write_error(error, path);
        done += (size_t)count;
    }
    /* A failed fsync is not tried again: what it could not write may be forgotten by then. */
    if (fsync(file) != 0)
        return write_error(error, path);
    return true;
}

bool storage_lock(int file, bool wait) {
    int result;
    do
        result = flock(file, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

bool storage_is_file_at(int file, const char *path) {
    struct stat opened, named;
    if (fstat(file, &opened) != 0 || lstat(path, &named) != 0)
        return false;
    errno = ESTALE;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

int storage_newer_first(const struct timespec *a, const struct timespec *b) {
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? 1 : -1;
    return (a->tv_nsec < b->tv_nsec) - (a->tv_nsec > b->tv_nsec);
}

/* What is to be written where: a symbolic link followed, the old file's mode. */
typedef struct WriteTarget {
    char path[STORAGE_PATH_SIZE];
    mode_t mode;
    bool exists;
} WriteTarget;

static bool resolve_target(const char *path, WriteTarget *target, Error *error) {
    struct stat status;
    if (strlen(path) >= sizeof target->path || !*path)
        return error_set(error, ERROR_RANGE, "expected a file name of 1 to %d bytes",
                         STORAGE_PATH_SIZE - 1);
    target->exists = false;
    snprintf(target->path, sizeof target->path, "%s", path);
    char *real = realpath(path, NULL);
    if (!real && errno == ENOENT && lstat(path, &status) != 0)
        return true;
    if (!real)
        return io_error(error, path, "cannot be followed");
    snprintf(target->path, sizeof target->path, "%s", real);
    free(real);
    if (stat(target->path, &status) != 0)
        return io_error(error, path, "cannot be looked at");
    if (!S_ISREG(status.st_mode))
        return error_set(error, ERROR_IO, "%s: expected a regular file", path);
    target->exists = true;
    target->mode = status.st_mode & 07777;
    return true;
}

/* Makes an empty file with a new name beside the target; -1 with errno. */
static int open_temporary(const WriteTarget *target, mode_t mode, char path[STORAGE_PATH_SIZE]) {
    char *folder = file_folder(target->path);
    int file = -1;
    errno = EEXIST;
    for (int number = 0; number < TEMPORARY_TRIES && file < 0 && errno == EEXIST; number++) {
        int length = snprintf(path, STORAGE_PATH_SIZE, "%s/.congo-%ld-%d.tmp", folder,
                              (long)getpid(), number);
        if (length < STORAGE_PATH_SIZE)
            file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        else
            errno = ENAMETOOLONG;
    }
    int reason = errno;
    free(folder);
    errno = reason;
    return file;
}

static bool exists_error(Error *error, const char *path) {
    return error_set(error, ERROR_STATE, "%s: there is a file of that name already", path);
}

/* Gives the finished file its name, but never that of another file. */
static bool name_new_file(const char *temporary, const WriteTarget *target, Error *error) {
    struct stat status;
    if (link(temporary, target->path) == 0) {
        unlink(temporary);
        return true;
    }
    if (errno == EEXIST)
        return exists_error(error, target->path);
    /* Some file systems have no second names (vfat). Looking first leaves a gap of a moment. */
    if (lstat(target->path, &status) == 0)
        return exists_error(error, target->path);
    if (rename(temporary, target->path) != 0)
        return write_error(error, target->path);
    return true;
}

static bool place_file(const char *temporary, const WriteTarget *target, bool overwrite,
                       Error *error) {
    if (!overwrite)
        return name_new_file(temporary, target, error);
    if (rename(temporary, target->path) != 0)
        return write_error(error, target->path);
    return true;
}

static bool write_and_close(int file, const WriteTarget *target, const char *text, size_t length,
                            Error *error) {
    bool done = storage_write_all(file, target->path, text, length, error);
    if (done && target->exists && fchmod(file, target->mode) != 0)
        done = write_error(error, target->path);
    if (close(file) != 0 && done)
        done = write_error(error, target->path);
    return done;
}

bool storage_write(const char *path, const char *text, size_t length, unsigned mode, bool overwrite,
                   Error *error) {
    WriteTarget target = {0};
    char temporary[STORAGE_PATH_SIZE];
    if (!resolve_target(path, &target, error))
        return false;
    if (target.exists && !overwrite)
        return exists_error(error, path);
    int file = open_temporary(&target, target.exists ? target.mode : (mode_t)mode, temporary);
    if (file < 0)
        return write_error(error, path);
    if (!write_and_close(file, &target, text, length, error) ||
        !place_file(temporary, &target, overwrite, error)) {
        unlink(temporary);
        return false;
    }
    return file_sync_folder(target.path, error);
}

/* ---- files that are held ------------------------------------------------------------------ */

static char *locked_temporary_path(const char *path) {
    static const char ending[] = ".new";
    size_t size = strlen(path) + sizeof ending;
    char *temporary = memory_allocate(size);
    snprintf(temporary, size, "%s%s", path, ending);
    return temporary;
}

static bool lock_and_write(int file, const char *path, const char *text, size_t length,
                           Error *error) {
    if (!storage_lock(file, false))
        return io_error(error, path, "cannot be locked");
    return storage_write_all(file, path, text, length, error);
}

/* Gives the path a new file that is locked already; -1 with an error. */
static int create_locked(const char *path, const char *temporary, const char *text, size_t length,
                         unsigned mode, Error *error) {
    int file = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
    if (file < 0) {
        io_error(error, temporary, "cannot be made");
        return -1;
    }
    bool done = lock_and_write(file, path, text, length, error);
    if (done && rename(temporary, path) != 0)
        done = io_error(error, path, "cannot be replaced");
    if (done)
        return file;
    close(file);
    unlink(temporary);
    return -1;
}

bool storage_replace_locked(int *file, const char *path, const char *text, size_t length,
                            unsigned mode, Error *error) {
    char *temporary = locked_temporary_path(path);
    int made = create_locked(path, temporary, text, length, mode, error);
    free(temporary);
    if (made < 0)
        return false;
    close(*file);
    *file = made;
    return file_sync_folder(path, error);
}

void storage_remove_locked(const char *path) {
    char *temporary = locked_temporary_path(path);
    unlink(temporary);
    unlink(path);
    free(temporary);
    file_sync_folder(path, NULL);
}

/* ---- the state folder --------------------------------------------------------------------- */

/* A private folder, as the XDG rules ask. One that is there is good, also where nothing may be
 * written. */
static bool make_one(const char *path, Error *error) {
    if (mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST)
        return true;
    int reason = errno;
    if (access(path, X_OK) == 0)
        return true;
    errno = reason;
    return io_error(error, path, "the folder cannot be made");
}

/* The folder and those above it that are missing. */
static bool make_folders(char *path, Error *error) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_one(path, error))
            return false;
        *slash = '/';
    }
    return make_one(path, error);
}

bool storage_state_folder(char folder[STORAGE_PATH_SIZE], Error *error) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length;
    if (state && state[0] == '/') /* a relative one is to be ignored, say the XDG rules */
        length = snprintf(folder, STORAGE_PATH_SIZE, "%s/congo", state);
    else if (home && home[0] == '/')
        length = snprintf(folder, STORAGE_PATH_SIZE, "%s/.local/state/congo", home);
    else
        return error_set(error, ERROR_IO,
                         "there is no state folder: expected a home folder in HOME");
    if (length >= STORAGE_PATH_SIZE)
        return error_set(error, ERROR_IO, "the path of the state folder is too long");
    return make_folders(folder, error);
}

bool storage_state_path(const char *name, char path[STORAGE_PATH_SIZE], Error *error) {
    char folder[STORAGE_PATH_SIZE];
    if (!storage_state_folder(folder, error))
        return false;
    int length = snprintf(path, STORAGE_PATH_SIZE, "%s/%s", folder, name);
    return length < STORAGE_PATH_SIZE ||
           error_set(error, ERROR_IO, "the path of the state folder is too long");
}

bool storage_expand_home(const char *text, char *path, size_t size) {
    const char *home = getenv("HOME");
    int length;
    if (home != NULL && text[0] == '~' && (text[1] == '/' || text[1] == '\0'))
        length = snprintf(path, size, "%s%s", home, text + 1);
    else
        length = snprintf(path, size, "%s", text);
    return length >= 0 && (size_t)length < size;
}

/* The games of a file. */

enum { NUMBER_WIDTH = 32 };

Record *storage_load_game(const char *path, int number, Error *error) {
    size_t length;
    char *text = storage_read(path, &length, error);
    if (!text)
        return NULL;
    GameReader reader;
    gamereader_init(&reader, path, text, length);
    Record *record = NULL;
    int read = 0;
    bool failed = false;
    while (!failed && (number == 0 || read < number) && gamereader_more(&reader)) {
        record_free(record);
        record = gamereader_next(&reader, false, error);
        failed = !record;
        read++;
    }
    free(text);
    if (failed)
        return NULL;
    if (read > 0 && (number == 0 || read == number))
        return record;
    record_free(record);
    if (read == 0)
        error_set(error, ERROR_RANGE, "%s: there is no game in it", path);
    else
        error_set(error, ERROR_RANGE, "%s: expected a game number of 1 to %d", path, read);
    return NULL;
}

static char *game_title(const Record *record) {
    static const char form[] = "%s - %s, %s, %zu move%s, %s";
    const char *white = record_tag_or_unknown(record, "White"),
               *black = record_tag_or_unknown(record, "Black");
    const char *variant = record->variant.name;
    const char *result = result_text(record_outcome_at(record, record->count).result);
    size_t moves = (record->count + 1) / 2;
    size_t room = sizeof form + strlen(white) + strlen(black) + strlen(variant) + NUMBER_WIDTH;
    char *title = memory_allocate(room);
    snprintf(title, room, form, white, black, variant, moves, moves == 1 ? "" : "s", result);
    return title;
}

static void gamelist_add(GameList *list, char *title) {
    list->titles = memory_resize(list->titles, list->count + 1, sizeof *list->titles);
    list->titles[list->count++] = title;
}

bool storage_list_games(const char *path, GameList *list, Error *error) {
    size_t length;
    *list = (GameList){0};
    char *text = storage_read(path, &length, error);
    if (!text)
        return false;
    GameReader reader;
    gamereader_init(&reader, path, text, length);
    bool done = true;
    while (done && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, error);
        done = record != NULL;
        if (record)
            gamelist_add(list, game_title(record));
        record_free(record);
    }
    free(text);
    if (done && list->count == 0)
        done = error_set(error, ERROR_RANGE, "%s: there is no game in it", path);
    if (!done)
        storage_free_games(list);
    return done;
}

size_t storage_count_games(const char *path) {
    size_t length, count = 0;
    char *text = storage_read(path, &length, NULL);
    GameReader reader;
    gamereader_init(&reader, path, text, text ? length : 0);
    bool more = text != NULL;
    while (more && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, NULL);
        more = record || gamereader_recover(&reader);
        record_free(record);
        count++;
    }
    free(text);
    return count;
}

void storage_free_games(GameList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->titles[i]);
    free(list->titles);
    *list = (GameList){0};
}
