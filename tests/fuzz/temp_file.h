/* An unnamed file for readers that need a path. */
#ifndef TESTS_FUZZ_TEMP_FILE_H
#define TESTS_FUZZ_TEMP_FILE_H

#include <stddef.h>

/* Replaces the content of the file. Returns its path, which is always the same. */
const char *temp_file_write(const void *bytes, size_t length);

#endif
