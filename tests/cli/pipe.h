/* The line interface at a pipe: what it answers to the lines of a text. */
#ifndef TESTS_CLI_PIPE_H
#define TESTS_CLI_PIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"

/* Runs a shell command, "src/congo --ui=cli", with the text as its input, and adds what it prints
 * to `output`. False with an error when it cannot be run, hangs, or does not end well. SIGPIPE must
 * be ignored. */
bool pipe_run(const char *command, const Buffer *input, Buffer *output, Error *error);

/* What stands behind one prompt after the other: the line, repeated, and the answer to it. */
typedef struct Exchange {
    const char *line;
    size_t line_length;
    const char *answer; /* up to the next prompt, or the end */
    size_t answer_length;
    const char *rest; /* for the reader: begins as the output */
} Exchange;

/* The next one; false after the last prompt, which nothing was typed at. */
bool exchange_next(Exchange *exchange);

#endif
