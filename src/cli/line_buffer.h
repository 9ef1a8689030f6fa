/* Lines of a file that is no terminal. */
#ifndef CLI_LINE_BUFFER_H
#define CLI_LINE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"

enum { LINE_LENGTH_MAX = 8192 }; /* bytes, without the line's end */

/* Starts as {0}. */
typedef struct LineBuffer {
    Buffer bytes; /* read, from `at` on not yet given out */
    size_t at;
    bool ended; /* there is no more to read */
    bool skip;  /* the rest of a line that was too long is to be left out */
} LineBuffer;

/* Adds what was read; nothing is the end of the file. */
void line_buffer_add(LineBuffer *lines, const char *bytes, size_t length);

/* The next whole line, which line_buffer_add or the next call may overwrite, and its length; the
 * last one may lack its end. One that is longer than LINE_LENGTH_MAX is cut behind that. NULL: more
 * must be read first, or everything has been. */
char *line_buffer_next(LineBuffer *lines, size_t *length);
void line_buffer_free(LineBuffer *lines);

/* Whether a line can be worked on: not too long, UTF-8, and without control characters. Tabs become
 * blanks. */
bool line_buffer_validate(char *line, size_t length, Error *error);

#endif
