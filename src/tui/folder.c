#include <config.h>

#include "tui/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/memory.h"

enum { NAMES_MAX = 10000, PATH_SIZE = 8192 };

bool folder_is(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_folder_name(const char *name) {
    return name[strlen(name) - 1] == '/';
}

static int compare(const void *a, const void *b) {
    const char *left = *(char *const *)a;
    const char *right = *(char *const *)b;
    if (is_folder_name(left) != is_folder_name(right))
        return is_folder_name(left) ? -1 : 1;
    return strcmp(left, right);
}

static void add_name(Folder *folder, const char *path, const char *name) {
    char full[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", path, name);
    char *copy = memory_allocate(strlen(name) + 2);
    sprintf(copy, "%s%s", name, folder_is(full) ? "/" : "");
    folder->names = memory_resize(folder->names, folder->count + 1, sizeof *folder->names);
    folder->names[folder->count++] = copy;
}

bool folder_read(const char *path, Folder *folder, Error *error) {
    *folder = (Folder){NULL, 0};
    DIR *directory = opendir(path);
    if (directory == NULL)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    for (struct dirent *entry; folder->count < NAMES_MAX && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' || strcmp(entry->d_name, "..") == 0)
            add_name(folder, path, entry->d_name);
    closedir(directory);
    if (folder->count > 0)
        qsort(folder->names, folder->count, sizeof *folder->names, compare);
    return true;
}

void folder_free(Folder *folder) {
    for (size_t i = 0; i < folder->count; i++)
        free(folder->names[i]);
    free(folder->names);
    *folder = (Folder){NULL, 0};
}
