/*
 * What is printed on standard output: collected, and written when somebody is to see it. The text
 * knows where it stands, so that blocks are set apart by exactly one empty line.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "base/error.h"

/* Starts as {.file = ...}. */
typedef struct Output {
    int file;
    Buffer text;  /* not yet written */
    int newlines; /* how many the printed text ends with; at the very beginning it is 2 */
    bool failed;  /* something could not be written; from then on nothing is */
} Output;

void output_init(Output *output, int file);
void output_free(Output *output);

void output_print(Output *output, const char *format, ...) PRINTF_LIKE(2, 3); /* up to 500 bytes */
void output_text(Output *output, const char *text);
/* Ends the line, if there is one, and makes sure that an empty line stands before what follows. */
void output_blank_line(Output *output);
/* Others have moved the cursor to a new line. */
void output_set_line_start(Output *output);
/* What has not been written is not to be. */
void output_discard(Output *output);
/* Whether there is something to write. */
bool output_is_pending(const Output *output);
/* Writes all; the error says why that cannot be. Nothing more is written after a failure. */
bool output_flush(Output *output, Error *error);

#endif
