/* The names in a folder, for a list to choose from. */
#ifndef TUI_FILE_DIALOGS_H
#define TUI_FILE_DIALOGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct FileNames {
    char **names; /* "../", then folders with a '/' behind them, then files; each group in order */
    size_t count;
} FileNames;

/* Hidden names are left out. */
bool file_dialogs_read_folder(const char *path, FileNames *list, Error *error);
void file_dialogs_free_names(FileNames *list);

bool file_dialogs_is_folder(const char *path);

#endif
