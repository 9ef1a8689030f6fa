/* Text of any length, put together piece by piece. */
#ifndef RULES_BUFFER_H
#define RULES_BUFFER_H

#include <stddef.h>

#include "rules/compiler.h"

/* Starts as {0}; `bytes` is NULL or ends with a NUL that `length` does not count. */
typedef struct Buffer {
    char *bytes; /* owned */
    size_t length;
    size_t capacity;
} Buffer;

void buffer_add(Buffer *buffer, const char *bytes, size_t length);
void buffer_add_string(Buffer *buffer, const char *string);
void buffer_add_format(Buffer *buffer, const char *format, ...)
    PRINTF_LIKE(2, 3); /* up to 500 bytes */

/* Empties the text and keeps its memory. */
void buffer_clear(Buffer *buffer);
void buffer_free(Buffer *buffer);

/* What was put together, now the caller's ("" if nothing was); the text is empty again. */
char *buffer_take(Buffer *buffer);

#endif
