#include <config.h>

#include "tui/file_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/memory.h"

enum { NAMES_MAX = 10000, PATH_SIZE = 8192 };

bool file_dialogs_is_folder(const char *path) {
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

static void add_name(FileNames *list, const char *path, const char *name) {
    char full[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", path, name);
    char *copy = memory_allocate(strlen(name) + 2);
    sprintf(copy, "%s%s", name, file_dialogs_is_folder(full) ? "/" : "");
    list->names = memory_resize(list->names, list->count + 1, sizeof *list->names);
    list->names[list->count++] = copy;
}

bool file_dialogs_read_folder(const char *path, FileNames *list, Error *error) {
    *list = (FileNames){NULL, 0};
    DIR *directory = opendir(path);
    if (directory == NULL)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    for (struct dirent *entry; list->count < NAMES_MAX && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' || strcmp(entry->d_name, "..") == 0)
            add_name(list, path, entry->d_name);
    closedir(directory);
    if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare);
    return true;
}

void file_dialogs_free_names(FileNames *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (FileNames){NULL, 0};
}
