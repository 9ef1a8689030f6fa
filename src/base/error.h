/* An error: a code for programs and one sentence for people. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

#include "base/compiler.h"

typedef enum ErrorCode {
    ERROR_NONE,
    ERROR_SYNTAX,      /* text that cannot be read */
    ERROR_RANGE,       /* a value outside its limits */
    ERROR_ILLEGAL,     /* the rules forbid it */
    ERROR_AMBIGUOUS,   /* several moves fit */
    ERROR_IO,          /* a file or the system refused */
    ERROR_PIPE,        /* the pipe has no reader */
    ERROR_MEMORY,      /* no memory left */
    ERROR_STATE,       /* not possible now */
    ERROR_UNSUPPORTED, /* known, but not supported */
} ErrorCode;

typedef struct Error {
    ErrorCode code;
    char text[400]; /* one sentence; empty if code is ERROR_NONE */
} Error;

/* Sets the code and the sentence. A sentence that is too long loses its middle; control characters
 * become '?'. Always returns false, so that a function can end with `return error_set(...)`.
 * `error` may be NULL. The arguments may point into `error` itself. */
bool error_set(Error *error, ErrorCode code, const char *format, ...) PRINTF_LIKE(3, 4);

/* Puts text such as "file:line: " before the sentence, and shortens the result in the same way.
 * Does nothing if `error` is NULL or holds no error. Always returns false. */
bool error_prefix(Error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Writes the sentence with a full stop, and with a capital unless it begins with a name such as a
 * file, a field or a move. Returns `text`. */
enum { ERROR_SENTENCE_SIZE = sizeof((Error *)0)->text + 2 };
const char *error_sentence(const Error *error, char text[ERROR_SENTENCE_SIZE]);

/* Resets to ERROR_NONE. `error` may be NULL. */
void error_clear(Error *error);

#endif
