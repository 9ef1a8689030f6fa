/* Lines of input, whatever their bytes and length. */
#ifndef UCI_INPUT_H
#define UCI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { INPUT_LINE_MAX = 4 << 20 }; /* bytes; the longest game that is recorded fits */

typedef enum InputStatus {
    INPUT_LINE,     /* `text` is a line, without its end */
    INPUT_TOO_LONG, /* a line of more than INPUT_LINE_MAX bytes was skipped */
    INPUT_BINARY,   /* a line with a zero byte was skipped */
    INPUT_END       /* there is nothing more to read */
} InputStatus;

/* Starts as {.file = ...}. */
typedef struct Input {
    FILE *file;
    char *text; /* owned; valid until the next call */
    size_t capacity;
    InputStatus last; /* of the lines read */
    bool again;       /* it is to be read again */
} Input;

/* Reads a line; the last one may lack its end. */
InputStatus input_read(Input *input);
/* The line read last, unchanged, is read again. */
void input_unread(Input *input);
void input_free(Input *input);

#endif
