/* The names in a folder, for a list to choose from. */
#ifndef TUI_FOLDER_H
#define TUI_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"

typedef struct Folder {
    char **names; /* "../", then folders with a '/' behind them, then files; each group in order */
    size_t count;
} Folder;

/* Hidden names are left out. */
bool folder_read(const char *path, Folder *folder, Error *error);
void folder_free(Folder *folder);

bool folder_is(const char *path);

#endif
