#include <config.h>

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

/* Reads up to `size` bytes. Returns their number, or -1 with errno set. */
static ssize_t read_all(int descriptor, char *buffer, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t count = read(descriptor, buffer + used, size - used);
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

/* O_NONBLOCK: opening a pipe without a writer must not wait. */
static int open_regular(const char *path, const char *shown, Error *error) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        error_set(error, ERROR_IO, "%s: cannot be read: %s", shown, strerror(errno));
        return -1;
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        error_set(error, ERROR_IO, "%s: expected a file, found %s", shown,
                  S_ISDIR(status.st_mode) ? "a folder" : "something else");
        close(descriptor);
        return -1;
    }
    return descriptor;
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

char *file_folder(const char *path) {
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
    char shown[SHORT_PATH_SIZE];
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced =
        file >= 0 ? fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP : errno == EACCES;
    if (!synced)
        error_set(error, ERROR_IO, "%s: cannot be %s: %s", text_shorten_path(folder, shown),
                  file < 0 ? "opened" : "synced", strerror(errno));
    if (file >= 0)
        close(file);
    free(folder);
    return synced;
}

bool file_print(FILE *stream, const char *name, const char *text, size_t length, Error *error) {
    bool written = length == 0 || fwrite(text, 1, length, stream) == length;
    return (fflush(stream) == 0 && written && !ferror(stream)) ||
           error_set(error, ERROR_IO, "%s: %s", name, strerror(errno));
}
