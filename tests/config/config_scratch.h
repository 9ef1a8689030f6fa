/* A folder in the build tree as the working folder of a test program. */
#ifndef TESTS_CONFIG_CONFIG_SCRATCH_H
#define TESTS_CONFIG_CONFIG_SCRATCH_H

#include <stddef.h>

/* Setup and teardown of a group of tests: creates and enters the folder; removes it. */
int scratch_enter(void **state);
int scratch_leave(void **state);

/* Write a file in the folder. */
void scratch_write(const char *name, const char *text);
void scratch_write_bytes(const char *name, const char *bytes, size_t length);

/* Return the absolute path of a file in the folder or in the source tree, in static memory. */
const char *scratch_path(const char *name);
const char *scratch_source(const char *name);

/* Writes `beginning` and the message about an unknown variant with the names of all variants.
 * Returns `sentence`. */
enum { SCRATCH_SENTENCE_SIZE = 512 };
const char *scratch_unknown_variant(const char *beginning, const char *found,
                                    char sentence[SCRATCH_SENTENCE_SIZE]);

/* Returns the text of a file; the caller frees it. */
char *scratch_read(const char *path);

#endif
