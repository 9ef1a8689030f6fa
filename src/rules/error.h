/* What went wrong, as a code for programs and one sentence for people. */
#ifndef RULES_ERROR_H
#define RULES_ERROR_H

#include <stdbool.h>

#include "rules/compiler.h"

typedef enum ErrorCode {
    ERROR_NONE,
    ERROR_SYNTAX,      /* text that cannot be read */
    ERROR_RANGE,       /* a value outside its limits */
    ERROR_ILLEGAL,     /* the rules forbid it */
    ERROR_AMBIGUOUS,   /* several moves fit */
    ERROR_IO,          /* a file or the system refused */
    ERROR_MEMORY,      /* no memory left */
    ERROR_STATE,       /* not possible now */
    ERROR_UNSUPPORTED, /* known, but not done here */
} ErrorCode;

typedef struct Error {
    ErrorCode code;
    char text[400]; /* one sentence; empty if code is ERROR_NONE */
} Error;

/* Sets the code and the sentence, from which the middle is cut if it is too long; control
 * characters in it become question marks. Always returns false, so that a function can end with
 * `return error_set(...)`. `error` may be NULL: then only that. The arguments may point into
 * `error` itself. */
bool error_set(Error *error, ErrorCode code, const char *format, ...) PRINTF_LIKE(3, 4);

/* Puts text, such as "file:line: ", before the sentence, cut in the same way if it becomes too
 * long. Does nothing if `error` is NULL or holds no error. Always returns false. */
bool error_prefix(Error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Forgets the error. `error` may be NULL. */
void error_clear(Error *error);

#endif
