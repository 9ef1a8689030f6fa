/* A growing string. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stddef.h>

#include "base/compiler.h"

/* Starts as {0}. `bytes` is NULL or NUL-terminated. */
typedef struct Buffer {
    char *bytes;   /* owned */
    size_t length; /* without the NUL */
    size_t capacity;
} Buffer;

void buffer_add(Buffer *buffer, const char *bytes, size_t length);
void buffer_add_string(Buffer *buffer, const char *string);

/* Appends formatted text, cut to 500 bytes. */
void buffer_add_format(Buffer *buffer, const char *format, ...) PRINTF_LIKE(2, 3);

/* Empties the buffer and keeps its memory. */
void buffer_clear(Buffer *buffer);
void buffer_free(Buffer *buffer);

/* Returns the string, owned by the caller, and resets the buffer. Returns "" if nothing was added.
 */
char *buffer_take(Buffer *buffer);

#endif
