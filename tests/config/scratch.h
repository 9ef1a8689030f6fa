/* A folder below the build tree for one test program, which is also its working folder. */
#ifndef TESTS_CONFIG_SCRATCH_H
#define TESTS_CONFIG_SCRATCH_H

#include <stddef.h>

/* For cmocka's group setup and teardown: makes the folder and goes there; removes it. */
int scratch_enter(void **state);
int scratch_leave(void **state);

/* Writes a file, for text to its NUL. */
void scratch_write(const char *name, const char *text);
void scratch_write_bytes(const char *name, const char *bytes, size_t length);

/* The absolute name of a file in the folder, or of one in the source tree. Static, for one at a
 * time. */
const char *scratch_path(const char *name);
const char *scratch_source(const char *name);

/* What is said of a variant that there is not, with the names of those that there are: begins so
 * and ends with what was found. Returns `sentence`. */
enum { SCRATCH_SENTENCE_SIZE = 512 };
const char *scratch_unknown_variant(const char *beginning, const char *found,
                                    char sentence[SCRATCH_SENTENCE_SIZE]);

/* The whole text of a file; the caller frees it. */
char *scratch_read(const char *path);

#endif
