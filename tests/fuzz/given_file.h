/* A file for readers that want a path: it has no name of its own and leaves nothing behind. */
#ifndef TESTS_FUZZ_GIVEN_FILE_H
#define TESTS_FUZZ_GIVEN_FILE_H

#include <stddef.h>

/* Puts the bytes into it, in the place of those before. Returns the path, which is always the same.
 */
const char *given_file(const void *bytes, size_t length);

#endif
