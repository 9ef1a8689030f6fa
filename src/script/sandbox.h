/* A temporary folder in which a script is played or recorded. It isolates the run from the user's
 * files. */
#ifndef SCRIPT_SANDBOX_H
#define SCRIPT_SANDBOX_H

#include <stdbool.h>

#include "base/error.h"
#include "script/script.h"
#include "config/settings.h"

/* Creates the folder and moves the program's state folder into it. With a script (NULL: none), the
 * folder is also the working and home folder and contains the files of the script. Returns false
 * with an error on failure. */
bool sandbox_enter(const Script *script, Error *error);

/* Resolves a path against the original working folder. Returns false if the result is too long. */
bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]);

/* Removes the folder, if there is one. */
void sandbox_leave(void);

#endif
