#include <config.h>

#include "config/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/wording.h"
#include "rules/memory.h"

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
