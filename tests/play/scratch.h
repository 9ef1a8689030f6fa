/* A temporary folder for a test, with the state folder in it. */
#ifndef TESTS_PLAY_SCRATCH_H
#define TESTS_PLAY_SCRATCH_H

#include <stddef.h>

enum { SCRATCH_PATH_SIZE = 1024 };

/* Creates the folder and sets XDG_STATE_HOME to "state" in it. For cmocka's set-up. */
int scratch_make(void **state);
/* Removes the folder. */
int scratch_remove(void **state);

/* Returns the path of a name in the folder, in one of several static buffers. */
const char *scratch_path(const char *name);
/* Creates a file there, or fails the test. */
void scratch_write(const char *name, const char *text);
/* Returns the number of files in a folder of that name, 0 if it does not exist. */
int scratch_count(const char *name);

#endif
