/* Buffered standard output of the line interface. Counts the newlines at the end of its text, so
 * that one empty line separates two blocks. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "base/error.h"
#include "rules/notation.h"

typedef struct Output {
    int file;
    Buffer text;            /* not yet written */
    int newlines;           /* at the end of all text so far; 2 at the start */
    bool failed;            /* a write failed: nothing more is written */
    NotationStyle notation; /* of the moves in it; for the presenter */
} Output;

/* Returns the style of moves in lines, which can be read and typed anywhere. */
NotationStyle output_style(Notation notation);

void output_init(Output *output, int file);
void output_free(Output *output);

void output_print(Output *output, const char *format, ...) PRINTF_LIKE(2, 3);
void output_text(Output *output, const char *text);
/* Writes indented lines, with line breaks between words. */
void output_wrapped(Output *output, const char *text);
/* Ends the current line and the current block. */
void output_blank_line(Output *output);
/* Notes that the cursor was moved to the start of a line. */
void output_set_line_start(Output *output);
/* Drops the text not yet written. */
void output_discard(Output *output);
bool output_is_pending(const Output *output);
/* Writes the buffered text. After a failure every later call fails. */
bool output_flush(Output *output, Error *error);

/* Writes a whole text to standard output and frees it. */
bool output_write(Buffer *text, Error *error);

#endif
