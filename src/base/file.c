#include <config.h>

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"

const char *file_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_error_set(Error *error, const char *path, const char *sentence) {
    char shown[SHORT_PATH_SIZE];
    return error_set(error, ERROR_IO, "%s: %s", text_shorten_path(path, shown), sentence);
}

static bool io_error(Error *error, const char *path, const char *what) {
    return error_set(error, ERROR_IO, "%s: %s: %s", path, what, strerror(errno));
}

bool file_error_set_errno(Error *error, const char *path, const char *what) {
    char shown[SHORT_PATH_SIZE];
    return io_error(error, text_shorten_path(path, shown), what);
}

/* Reads up to `size` bytes from the start of a file. Returns their number, or -1 with errno set. */
static ssize_t read_all(int file, char *bytes, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t count = pread(file, bytes + used, size - used, (off_t)used);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        used += (size_t)count;
    }
    return (ssize_t)used;
}

static bool check_regular(const struct stat *status, const char *path, Error *error) {
    return S_ISREG(status->st_mode) ||
           error_set(error, ERROR_IO, "%s: expected a file, found %s", path,
                     S_ISDIR(status->st_mode) ? "a folder" : "something else");
}

/* O_NONBLOCK: opening a pipe without a writer must not wait. */
static int open_regular(const char *path, const char *shown, Error *error) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        io_error(error, shown, "cannot be read");
        return -1;
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        io_error(error, shown, "cannot be read");
    else if (check_regular(&status, shown, error))
        return descriptor;
    close(descriptor);
    return -1;
}

static int line_of(const char *text, const char *place) {
    int line = 1;
    for (; text < place; text++)
        line += *text == '\n';
    return line;
}

char *file_read_text(const char *path, const char *shown, size_t most, Error *error) {
    int descriptor = open_regular(path, shown, error);
    if (descriptor < 0)
        return NULL;
    char *text = memory_allocate(most + 2);
    ssize_t length = read_all(descriptor, text, most + 1);
    int reason = errno;
    close(descriptor);
    const char *zero = length > 0 ? memchr(text, '\0', (size_t)length) : NULL;
    if (length < 0)
        error_set(error, ERROR_IO, "%s: cannot be read: %s", shown, strerror(reason));
    else if ((size_t)length > most)
        error_set(error, ERROR_IO, "%s: expected at most %zu bytes, found more", shown, most);
    else if (zero)
        error_set(error, ERROR_SYNTAX, "%s:%d: expected text, found a zero byte", shown,
                  line_of(text, zero));
    else
        return text;
    free(text);
    return NULL;
}

bool file_write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd writable = {.fd = file, .events = POLLOUT};
            poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Returns the folder of a file, "." for a bare name. The caller frees it. */
static char *file_folder(const char *path) {
    char *folder = memory_strdup(*path ? path : ".");
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    else
        strcpy(folder, ".");
    return folder;
}

bool file_sync_folder(const char *path, Error *error) {
    char *folder = file_folder(path);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced =
        file >= 0 ? fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP : errno == EACCES;
    if (!synced)
        file_error_set_errno(error, folder, file < 0 ? "cannot be opened" : "cannot be synced");
    if (file >= 0)
        close(file);
    free(folder);
    return synced;
}

bool file_print(FILE *stream, const char *name, const char *text, size_t length, Error *error) {
    bool incomplete = ferror(stream) != 0; /* what was written before; its errno is gone */
    bool written = length == 0 || fwrite(text, 1, length, stream) == length;
    if (fflush(stream) != 0 || !written)
        return error_set(error, errno == EPIPE ? ERROR_PIPE : ERROR_IO, "%s: %s", name,
                         strerror(errno));
    return !incomplete || error_set(error, ERROR_IO, "%s: some of it could not be written", name);
}

/* ---- whole files ---- */

enum { TEMPORARY_TRIES = 100, STREAM_PIECE = 65536 };

static bool write_error(Error *error, const char *path) {
    if (errno == ENOSPC || errno == EDQUOT)
        return error_set(error, ERROR_IO,
                         "%s: not written: the disk is full; the old file is unchanged", path);
    return io_error(error, path, "not written");
}

static bool size_error(Error *error, const char *path) {
    return error_set(error, ERROR_RANGE, "%s: expected a file of at most %d MiB", path,
                     FILE_SIZE_MAX >> 20);
}

static bool check_open(int file, const char *path, size_t *size, Error *error) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return io_error(error, path, "cannot be read");
    *size = (size_t)status.st_size;
    return check_regular(&status, path, error) &&
           (status.st_size <= FILE_SIZE_MAX || size_error(error, path));
}

char *file_read_open(int file, const char *path, size_t *length, Error *error) {
    size_t size = 0;
    if (!check_open(file, path, &size, error))
        return NULL;
    char *text = malloc(size + 1);
    if (!text) {
        error_set(error, ERROR_MEMORY, "%s: not enough memory for its %zu bytes", path, size);
        return NULL;
    }
    ssize_t used = read_all(file, text, size); /* fewer bytes if the file has become shorter */
    if (used < 0) {
        io_error(error, path, "cannot be read");
        free(text);
        return NULL;
    }
    text[used] = '\0';
    *length = (size_t)used;
    return text;
}

/* Returns -1 with an error if the file is not regular or cannot be opened. */
static int open_to_read(const char *path, Error *error) {
    struct stat status;
    /* Opening a device may have effects, and opening a pipe without O_NONBLOCK waits. */
    if (stat(path, &status) == 0 && !check_regular(&status, path, error))
        return -1;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        io_error(error, path, "cannot be opened");
    return file;
}

bool file_check_readable(const char *path, Error *error) {
    size_t size = 0;
    int file = open_to_read(path, error);
    if (file < 0)
        return false;
    bool good = check_open(file, path, &size, error);
    close(file);
    return good;
}

char *file_read(const char *path, size_t *length, Error *error) {
    int file = open_to_read(path, error);
    if (file < 0)
        return NULL;
    char *text = file_read_open(file, path, length, error);
    close(file);
    return text;
}

/* Like read(), but waits if another program has made the stream non-blocking. */
static ssize_t read_piece(int file, char *piece, size_t size) {
    for (;;) {
        ssize_t count = read(file, piece, size);
        if (count >= 0 || (errno != EINTR && errno != EAGAIN))
            return count;
        if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
    }
}

char *file_read_stream(int file, const char *name, size_t *length, Error *error) {
    Buffer text = {0};
    char piece[STREAM_PIECE];
    ssize_t count;
    while ((count = read_piece(file, piece, sizeof piece)) > 0 && text.length <= FILE_SIZE_MAX)
        buffer_add(&text, piece, (size_t)count);
    bool done = count >= 0 || io_error(error, name, "cannot be read");
    if (count > 0 || text.length > FILE_SIZE_MAX)
        done = size_error(error, name);
    *length = text.length;
    if (done)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

/* ---- atomic writing ---- */

/* A failed fsync is final: the data may be gone, and a second call would succeed. */
bool file_write_synced(int file, const char *path, const char *text, size_t length, Error *error) {
    return (file_write_all(file, text, length) && fsync(file) == 0) || write_error(error, path);
}

/* A path with symbolic links followed, and the mode of the file that is there. */
typedef struct WriteTarget {
    char path[FILE_PATH_SIZE];
    mode_t mode;
    bool exists;
} WriteTarget;

static bool resolve_target(const char *path, WriteTarget *target, Error *error) {
    struct stat status;
    if (!*path || !text_copy(target->path, sizeof target->path, path))
        return error_set(error, ERROR_RANGE, "expected a file name of 1 to %d bytes",
                         FILE_PATH_SIZE - 1);
    char *real = realpath(path, NULL);
    if (!real && errno == ENOENT && lstat(path, &status) != 0)
        return true;
    if (!real)
        return io_error(error, path, "cannot be followed");
    bool fits = text_copy(target->path, sizeof target->path, real);
    free(real);
    if (!fits || stat(target->path, &status) != 0)
        return io_error(error, path, "cannot be inspected");
    target->exists = true;
    target->mode = status.st_mode & 07777;
    return check_regular(&status, path, error);
}

bool file_check_writable(const char *path, bool *exists, Error *error) {
    WriteTarget target = {.exists = false};
    if (!resolve_target(path, &target, error))
        return false;
    *exists = target.exists;
    char *folder = file_folder(target.path);
    bool good = access(folder, W_OK | X_OK) == 0 || io_error(error, path, "not written");
    free(folder);
    return good;
}

/* Creates an empty file with a new name in the target's folder. Returns -1 with errno on failure.
 */
static int open_temporary(const WriteTarget *target, mode_t mode, char path[FILE_PATH_SIZE]) {
    char *folder = file_folder(target->path);
    int file = -1;
    errno = EEXIST;
    for (int number = 0; number < TEMPORARY_TRIES && file < 0 && errno == EEXIST; number++) {
        int length = snprintf(path, FILE_PATH_SIZE, "%s/.congo-%ld-%d" FILE_TEMPORARY_SUFFIX,
                              folder, (long)getpid(), number);
        if (length < FILE_PATH_SIZE)
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
    return error_set(error, ERROR_STATE, "%s: the file already exists", path);
}

/* Gives a finished file its name without replacing another file. */
static bool name_new_file(const char *temporary, const char *path, Error *error) {
    struct stat status;
    if (link(temporary, path) == 0) {
        unlink(temporary);
        return true;
    }
    /* Some file systems have no hard links (vfat). There, a look before rename() has to do. */
    if (errno == EEXIST || lstat(path, &status) == 0)
        return exists_error(error, path);
    return rename(temporary, path) == 0 || write_error(error, path);
}

static bool write_and_close(int file, const WriteTarget *target, const char *text, size_t length,
                            Error *error) {
    bool done = file_write_synced(file, target->path, text, length, error);
    if (done && target->exists && fchmod(file, target->mode) != 0)
        done = write_error(error, target->path);
    if (close(file) != 0 && done)
        done = write_error(error, target->path);
    return done;
}

bool file_write_atomic(const char *path, const char *text, size_t length, unsigned mode,
                       bool overwrite, Error *error) {
    WriteTarget target = {0};
    char temporary[FILE_PATH_SIZE];
    if (!resolve_target(path, &target, error))
        return false;
    if (target.exists && !overwrite)
        return exists_error(error, path);
    int file = open_temporary(&target, target.exists ? target.mode : (mode_t)mode, temporary);
    if (file < 0)
        return write_error(error, path);
    bool done = write_and_close(file, &target, text, length, error);
    if (done && overwrite)
        done = rename(temporary, target.path) == 0 || write_error(error, target.path);
    else if (done)
        done = name_new_file(temporary, target.path, error);
    if (!done) {
        unlink(temporary);
        return false;
    }
    return file_sync_folder(target.path, error);
}

/* ---- locked files ---- */

bool file_lock(int file, bool wait) {
    int result;
    do
        result = flock(file, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

int file_open_lock(const char *path, Error *error) {
    enum { LOCK_MODE = 0600 };
    static const char ending[] = ".lock";
    size_t size = strlen(path) + sizeof ending;
    char *lock = memory_allocate(size);
    snprintf(lock, size, "%s%s", path, ending);
    int file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, LOCK_MODE);
    if (file < 0 || !file_lock(file, true)) {
        io_error(error, lock, "cannot be locked");
        if (file >= 0)
            close(file);
        file = -1;
    }
    free(lock);
    return file;
}

/* Returns whether the path still names the open file; if not, sets errno, ESTALE for another file.
 */
static bool is_file_at(int file, const char *path) {
    struct stat opened, named;
    if (fstat(file, &opened) != 0 || lstat(path, &named) != 0)
        return false;
    errno = ESTALE;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

int file_open_locked(const char *path, int flags, unsigned mode, Error *error) {
    bool creates = flags & O_CREAT;
    int file = open(path, O_RDWR | flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, (mode_t)mode);
    if (file < 0) {
        bool is_taken = errno == (creates ? EEXIST : ENOENT);
        error_set(error, is_taken ? ERROR_STATE : ERROR_IO, "%s: cannot be %s: %s", path,
                  creates ? "created" : "opened", strerror(errno));
        return -1;
    }
    if (file_lock(file, false) && is_file_at(file, path))
        return file;
    if (errno == EWOULDBLOCK || errno == ESTALE || errno == ENOENT) {
        error_set(error, ERROR_STATE, "%s: another program is using it", path);
    } else {
        io_error(error, path, "cannot be locked");
        if (flags & O_EXCL)
            unlink(path);
    }
    close(file);
    return -1;
}

static char *locked_temporary_path(const char *path) {
    static const char ending[] = ".new";
    size_t size = strlen(path) + sizeof ending;
    char *temporary = memory_allocate(size);
    snprintf(temporary, size, "%s%s", path, ending);
    return temporary;
}

/* Replaces the path by a new file that is already locked. Returns -1 with an error on failure. */
static int create_locked(const char *path, const char *temporary, const char *text, size_t length,
                         unsigned mode, Error *error) {
    int file = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
    if (file < 0) {
        io_error(error, temporary, "cannot be created");
        return -1;
    }
    bool done = file_lock(file, false) || io_error(error, path, "cannot be locked");
    done = done && file_write_synced(file, path, text, length, error);
    if (done && rename(temporary, path) != 0)
        done = io_error(error, path, "cannot be replaced");
    if (done)
        return file;
    close(file);
    unlink(temporary);
    return -1;
}

bool file_replace_locked(int *file, const char *path, const char *text, size_t length,
                         unsigned mode, Error *error) {
    char *temporary = locked_temporary_path(path);
    int created = create_locked(path, temporary, text, length, mode, error);
    free(temporary);
    if (created < 0)
        return false;
    close(*file);
    *file = created;
    return file_sync_folder(path, error);
}

void file_remove_locked(const char *path) {
    char *temporary = locked_temporary_path(path);
    unlink(temporary);
    unlink(path);
    free(temporary);
    file_sync_folder(path, NULL);
}

/* ---- folders ---- */

bool file_make_folder(const char *path, unsigned mode, Error *error) {
    struct stat status;
    if (mkdir(path, (mode_t)mode) == 0)
        return true;
    int reason = errno;
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISDIR(status.st_mode))
        return error_set(error, ERROR_IO, "%s: expected a folder, found a file", path);
    if (exists && access(path, X_OK) == 0)
        return true;
    if (reason == EEXIST)
        reason = errno; /* why it cannot be used */
    return error_set(error, ERROR_IO, "%s: the folder cannot be created: %s", path,
                     strerror(reason));
}

bool file_make_folders(const char *path, unsigned mode, Error *error) {
    char *parent = memory_strdup(path);
    bool made = true;
    for (char *slash = *path ? strchr(parent + 1, '/') : NULL; slash && made;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = file_make_folder(parent, mode, error);
        *slash = '/';
    }
    free(parent);
    return made && file_make_folder(path, mode, error);
}

typedef struct ListedFile {
    char *path;
    FileStamp stamp;
} ListedFile;

static int newest_first(const void *left, const void *right) {
    const ListedFile *a = left, *b = right;
    if (a->stamp.seconds != b->stamp.seconds)
        return a->stamp.seconds < b->stamp.seconds ? 1 : -1;
    if (a->stamp.nanoseconds != b->stamp.nanoseconds)
        return a->stamp.nanoseconds < b->stamp.nanoseconds ? 1 : -1;
    return strcmp(b->path, a->path);
}

bool file_list_folder(const char *folder, const char *suffix, FileList *list, Error *error) {
    *list = (FileList){0};
    ListedFile *files = NULL;
    DIR *stream = opendir(folder);
    if (!stream)
        return io_error(error, folder, "cannot be read");
    for (struct dirent *entry; (entry = readdir(stream));) {
        char path[FILE_PATH_SIZE];
        struct stat status;
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length >= FILE_PATH_SIZE || !text_ends_with(path, suffix) ||
            lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        files = memory_resize(files, list->count + 1, sizeof *files);
        files[list->count++] = (ListedFile){
            memory_strdup(path), {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec}};
    }
    closedir(stream);
    list->paths = memory_resize(NULL, list->count + 1, sizeof *list->paths);
    list->stamps = memory_resize(NULL, list->count + 1, sizeof *list->stamps);
    if (files != NULL) {
        qsort(files, list->count, sizeof *files, newest_first);
        for (size_t i = 0; i < list->count; i++) {
            list->paths[i] = files[i].path;
            list->stamps[i] = files[i].stamp;
        }
    }
    free(files);
    return true;
}

void file_list_free(FileList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    free(list->stamps);
    *list = (FileList){0};
}
