/* The folders with the tables of solved endings, which the setting `endings` names. */
#ifndef CONFIG_ENDING_FOLDERS_H
#define CONFIG_ENDING_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/file.h"

/* The values of the setting that are not a folder, ending with NULL. */
extern const char *const ending_folder_words[];

enum { ENDING_FOLDERS_MAX = 2 };

/* For endings_open. Not to be copied, because `list` points into `paths`. */
typedef struct EndingFolders {
    const char *list[ENDING_FOLDERS_MAX];
    size_t count;
    char paths[ENDING_FOLDERS_MAX][FILE_PATH_SIZE];
} EndingFolders;

/*
 * Finds the folders to search, the preferred one first:
 *
 *     "auto"  the user's cache folder, which need not exist; then $CONGO_ENDINGS if it is set,
 *             or else the folder of the build in which the program lies, or else that of the
 *             tables installed with it
 *     "none"  no folder
 *     else    the folder with this path
 *
 * Returns false with an error, and without folders, if the path is not that of a folder.
 */
bool ending_folders_find(const char *setting, EndingFolders *folders, Error *error);

/* Gets the cache folder, $XDG_CACHE_HOME/congo/endings or ~/.cache/congo/endings, and creates it
 * (mode 0700) if needed. */
bool ending_folders_cache(char folder[FILE_PATH_SIZE], Error *error);

#endif
