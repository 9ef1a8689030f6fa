#include <config.h>

#include "temp_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

/* Opens an unnamed file, in memory if possible. */
static int open_file(void) {
    char shared[] = "/dev/shm/congo-fuzz-XXXXXX", common[] = "/tmp/congo-fuzz-XXXXXX";
    char *name = shared;
    int file = mkstemp(name);
    if (file < 0)
        file = mkstemp(name = common);
    fuzz_require(file >= 0 && unlink(name) == 0);
    return file;
}

const char *temp_file_write(const void *bytes, size_t length) {
    static char path[32];
    static int file = -1;
    if (file < 0) {
        file = open_file();
        snprintf(path, sizeof path, "/dev/fd/%d", file);
    }
    fuzz_require(ftruncate(file, 0) == 0);
    fuzz_require(pwrite(file, bytes, length, 0) == (ssize_t)length);
    fuzz_require(lseek(file, 0, SEEK_SET) == 0);
    return path;
}
