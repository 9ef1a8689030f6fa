/*
 * Where a script is played or recorded: a folder of its own, empty at the beginning and gone at the
 * end, so that nothing of the user's changes what happens, and nothing of the user's is changed.
 */
#ifndef SCRIPT_SANDBOX_H
#define SCRIPT_SANDBOX_H

#include <stdbool.h>

#include "base/error.h"
#include "script/script.h"
#include "config/settings.h"

/* Makes the folder, in which from now on the program's state lies. With a script, it is also the
 * working and home folder, and has the script's files. NULL: only the state. */
bool sandbox_enter(const Script *script, Error *error);

/* The path of a file that was named before the stage was entered; false if it is too long. */
bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]);

/* Removes the folder; does nothing when none was entered. */
void sandbox_leave(void);

#endif
