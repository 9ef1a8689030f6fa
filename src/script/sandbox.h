/* A temporary folder in which a script is played or recorded: the user's files neither change the
 * run nor are changed by it. */
#ifndef SCRIPT_SANDBOX_H
#define SCRIPT_SANDBOX_H

#include <stdbool.h>

#include "base/error.h"
#include "script/script.h"
#include "config/settings.h"

/* Makes the folder and lets the program's state lie in it. With a script (NULL: none), the folder
 * is also the working and home folder, and contains the files of the script. */
bool sandbox_enter(const Script *script, Error *error);

/* Writes the path of a file that was named relative to the original working folder. Returns false
 * if it is too long. */
bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]);

/* Removes the folder, if there is one. */
void sandbox_leave(void);

#endif
