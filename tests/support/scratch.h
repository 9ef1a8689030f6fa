/* A temporary folder for a test, with the state folder in it. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

enum { SCRATCH_PATH_SIZE = 1024, SCRATCH_SENTENCE_SIZE = 512 };

/* Create the folder in the working folder, that of the build, and set XDG_STATE_HOME to "state" in
 * it; the second makes it the working folder. For cmocka's set-up. */
int scratch_make(void **state);
int scratch_enter(void **state);
/* Remove the folder, after scratch_make and after scratch_enter. */
int scratch_remove(void **state);
int scratch_leave(void **state);

/* Returns the path of a name in the folder, in one of several static buffers. */
const char *scratch_path(const char *name);
/* Returns the path of a file in the source tree, in static memory. */
const char *scratch_source(const char *name);
/* Write a file in the folder, or fail the test. */
void scratch_write(const char *name, const char *text);
void scratch_write_bytes(const char *name, const char *bytes, size_t length);
/* Returns the text of a file; the caller frees it. */
char *scratch_read(const char *path);
/* Returns the number of files in a folder of that name, 0 if it does not exist. */
int scratch_count(const char *name);

/* Lets no file grow, as on a disk that is full, or lets files grow again. */
void scratch_fill_disk(bool full);

/* Writes `beginning` and the message about an unknown variant with the names of all variants.
 * Returns `sentence`. */
const char *scratch_unknown_variant(const char *beginning, const char *found,
                                    char sentence[SCRATCH_SENTENCE_SIZE]);

#endif
