/* The names in a folder, for a list to choose from. */
#ifndef TUI_FILE_NAMES_H
#define TUI_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"

typedef struct FileNames {
    char **names; /* "../", then folders with a '/' behind them, then files; each group in order */
    size_t count;
} FileNames;

/* Hidden names are left out. */
bool file_names_read(const char *path, FileNames *list, Error *error);
void file_names_free(FileNames *list);

bool file_names_is_folder(const char *path);

#endif
