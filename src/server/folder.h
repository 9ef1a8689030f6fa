/* Folders of files that must outlive a power cut. */
#ifndef SERVER_FOLDER_H
#define SERVER_FOLDER_H

#include <stdbool.h>

#include "rules/error.h"

/* Syncs the folder that a file is in: only then its name is safe. */
bool folder_sync(const char *path, Error *error);

#endif
