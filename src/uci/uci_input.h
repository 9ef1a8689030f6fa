/* Lines of input, whatever their bytes and length. */
#ifndef UCI_UCI_INPUT_H
#define UCI_UCI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { UCI_LINE_MAX = 4 << 20 }; /* bytes; the longest game that is recorded fits */

typedef enum UciInputStatus {
    UCI_INPUT_LINE,     /* `text` is a line, without its end */
    UCI_INPUT_TOO_LONG, /* a line of more than UCI_LINE_MAX bytes was skipped */
    UCI_INPUT_BINARY,   /* a line with a zero byte was skipped */
    UCI_INPUT_END       /* there is nothing more to read */
} UciInputStatus;

/* Starts as {.file = ...}. */
typedef struct UciInput {
    FILE *file;
    char *text; /* owned; valid until the next call */
    size_t capacity;
    UciInputStatus last; /* of the lines read */
    bool unread;         /* it is to be read again */
} UciInput;

/* Reads a line; the last one may lack its end. */
UciInputStatus uci_input_read_line(UciInput *input);
/* The line read last, unchanged, is read again. */
void uci_input_unread_line(UciInput *input);
void uci_input_free(UciInput *input);

#endif
