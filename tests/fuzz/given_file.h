/* An unnamed file for readers that need a path. */
#ifndef TESTS_FUZZ_GIVEN_FILE_H
#define TESTS_FUZZ_GIVEN_FILE_H

#include <stddef.h>

/* Replaces the content. Returns the path, which is always the same. */
const char *given_file(const void *bytes, size_t length);

#endif
