#include <config.h>

#include "fault_injection.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    int left; /* calls before the one that fails, or 0 */
    int code;
    const char *failed;
} plan;

void fault_injection_plan(int number, int code) {
    plan.left = number;
    plan.code = code;
    plan.failed = NULL;
}

const char *fault_injection_failed_call(void) {
    return plan.failed;
}

/* Returns whether this call fails. */
static bool fails(const char *name, bool waits) {
    if (plan.left == 0 || (plan.code == EINTR && !waits) || --plan.left > 0)
        return false;
    plan.failed = name;
    errno = plan.code;
    return true;
}

/* Defines a wrapper that fails with a value or calls the real function. */
#define CALL(type, name, parameters, arguments, waits, failure)                                    \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails(#name, waits) ? failure : __real_##name arguments;                            \
    }

CALL(ssize_t, read, (int file, void *to, size_t size), (file, to, size), true, -1)
CALL(ssize_t, write, (int file, const void *from, size_t size), (file, from, size), true, -1)
CALL(int, flock, (int file, int operation), (file, operation), true, -1)
CALL(int, fstat, (int file, struct stat *status), (file, status), false, -1)
CALL(int, stat, (const char *path, struct stat *status), (path, status), false, -1)
CALL(int, lstat, (const char *path, struct stat *status), (path, status), false, -1)
CALL(int, fchmod, (int file, mode_t mode), (file, mode), false, -1)
CALL(int, rename, (const char *from, const char *to), (from, to), false, -1)
CALL(int, link, (const char *from, const char *to), (from, to), false, -1)
CALL(int, unlink, (const char *path), (path), false, -1)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), false, -1)
CALL(char *, realpath, (const char *path, char *real), (path, real), false, NULL)
CALL(DIR *, opendir, (const char *path), (path), false, NULL)

ssize_t __real_pread(int file, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int file, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int file, void *to, size_t size, off_t at) {
    return fails("pread", true) ? -1 : __real_pread(file, to, size, at);
}

/* Does not sync: a test of many faults need not wait for a disk. */
int __wrap_fsync(int file);
int __wrap_fsync(int file) {
    (void)file;
    return fails("fsync", false) ? -1 : 0;
}

/* Linux closes the file even if close() fails. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) {
    bool failed = fails("close", false);
    int result = __real_close(file);
    if (failed)
        errno = plan.code;
    return failed ? -1 : result;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    return fails("open", false) ? -1 : __real_open(path, flags, mode);
}
