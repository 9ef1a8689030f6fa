/* Folders of files that must outlive a power cut. */
#ifndef CONFIG_FOLDER_H
#define CONFIG_FOLDER_H

#include <stdbool.h>

#include "rules/error.h"

/* The folder that a file is in, "." for a bare name; the caller frees it. */
char *file_folder(const char *path);

/* Syncs the folder that a file is in: only then the file's name, or its removal, is safe. Where
 * folders cannot be synced, or this one not be read, there is nothing more to be had: that is no
 * error. */
bool file_sync_folder(const char *path, Error *error);

#endif
