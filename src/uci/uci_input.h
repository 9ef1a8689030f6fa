/* Lines of a client's input. */
#ifndef UCI_UCI_INPUT_H
#define UCI_UCI_INPUT_H

#include "base/line_buffer.h"

enum { UCI_LINE_MAX = 4 << 20 }; /* bytes; room for the longest game that is recorded */

typedef enum UciInputStatus {
    UCI_INPUT_LINE,
    UCI_INPUT_TOO_LONG, /* a line of more than UCI_LINE_MAX bytes was skipped */
    UCI_INPUT_BINARY,   /* a line with a zero byte was skipped */
    UCI_INPUT_END
} UciInputStatus;

/* Starts as {.file = ..., .lines.limit = UCI_LINE_MAX}. */
typedef struct UciInput {
    int file;
    LineBuffer lines;
    char *text;            /* of the last line; valid until the next call */
    UciInputStatus status; /* of the last line */
    bool unread;           /* the next call returns the last line again */
} UciInput;

/* Reads a line into input->text, without its end. A read error counts as the end. */
UciInputStatus uci_input_read_line(UciInput *input);

/* Lets the next call return the last line again. Its text must be unchanged. */
void uci_input_unread_line(UciInput *input);

#endif
