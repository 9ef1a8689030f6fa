/* A growing string, and a buffer that splits a stream of bytes into lines. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/compiler.h"

/* Starts as {0}. `bytes` is NULL or NUL-terminated. */
typedef struct Buffer {
    char *bytes;   /* owned */
    size_t length; /* without the NUL */
    size_t capacity;
} Buffer;

/* `bytes` may be NULL if there are none. */
void buffer_add(Buffer *buffer, const char *bytes, size_t length);

void buffer_add_string(Buffer *buffer, const char *string);

/* Appends formatted text. The arguments must not lie in the buffer. */
void buffer_add_format(Buffer *buffer, const char *format, ...) PRINTF_LIKE(2, 3);
void buffer_add_arguments(Buffer *buffer, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

/* Empties the buffer and keeps its memory. */
void buffer_clear(Buffer *buffer);

void buffer_free(Buffer *buffer);

/* Returns the string, owned by the caller, and resets the buffer. Returns "" if nothing was added.
 */
char *buffer_take(Buffer *buffer);

/* ---- lines: LF or CR LF ends one; the last one may lack it ---- */

/* Starts as {.limit = ...}. Holds at most one unfinished line besides what was added last. */
typedef struct LineBuffer {
    size_t limit; /* bytes of a line, without its end */
    Buffer bytes;
    size_t start;  /* of the bytes not yet returned */
    bool ended;    /* the stream has ended */
    bool skipping; /* to the end of a line that was too long */
} LineBuffer;

/* Adds bytes of the stream. A length of 0 marks its end. */
void line_buffer_add(LineBuffer *lines, const char *bytes, size_t length);

/* Reads some bytes from a file and adds them. Returns the result of read(): 0 at the end of the
 * file, -1 with errno set on failure. */
ssize_t line_buffer_read(LineBuffer *lines, int file);

/*
 * Returns the next line without its end, NUL-terminated, or NULL if more bytes are needed or the
 * stream has ended. It is valid until the next call, and may hold NUL bytes. A line longer than
 * the limit is cut there, and its *length is limit + 1.
 */
char *line_buffer_next(LineBuffer *lines, size_t *length);

/*
 * Looks at the lines that line_buffer_next will return, without taking them. *offset starts as 0
 * and is moved behind the line, whose end, a CR included, is not part of it. Returns NULL, and
 * leaves *offset, if more bytes are needed. Lines that are too long are not cut.
 */
const char *line_buffer_peek(const LineBuffer *lines, size_t *offset, size_t *length);

/* Returns the number of bytes not yet returned. */
size_t line_buffer_unread(const LineBuffer *lines);

void line_buffer_free(LineBuffer *lines);

#endif
