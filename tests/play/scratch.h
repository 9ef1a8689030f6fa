/* A folder of a test's own below the current one, with the state folder in it. */
#ifndef TESTS_PLAY_SCRATCH_H
#define TESTS_PLAY_SCRATCH_H

#include <stddef.h>

enum { SCRATCH_PATH_SIZE = 1024 };

/* Makes the folder and lets XDG_STATE_HOME point to "state" in it. For cmocka's set-up. */
int scratch_make(void **state);
/* Removes all of it. */
int scratch_remove(void **state);

/* The path of a name in the folder; one of several static texts. */
const char *scratch_path(const char *name);
/* Makes a file there, or fails the test. */
void scratch_write(const char *name, const char *text);
/* How many files a folder of that name holds; 0 when it is not there. */
int scratch_count(const char *name);

#endif
