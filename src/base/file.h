/* Text files, and folders whose entries must survive a power cut. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* Reads a regular file of at most `most` bytes without NUL bytes. Returns its text, owned by the
 * caller, or NULL with an error that begins with `shown`, the file's name in messages. */
char *file_read_text(const char *path, const char *shown, size_t most, Error *error);

/* Writes all bytes to an open file, waiting where it does not block. Returns false with errno set
 * on failure. */
bool file_write_all(int file, const char *bytes, size_t length);

/* Returns the folder that a file is in, "." for a bare name. The caller frees it. */
char *file_folder(const char *path);

/* Syncs the folder that a file is in, which makes the file's name, or its removal, durable. A
 * folder that cannot be synced, or not be read, is no error: nothing more can be done there. */
bool file_sync_folder(const char *path, Error *error);

/* Writes text to a stream and flushes it. The error begins with `name`, the stream's in messages.
 */
bool file_print(FILE *stream, const char *name, const char *text, size_t length, Error *error);

#endif
