/* Runs the line interface on a pipe and splits its output into answers. */
#ifndef TESTS_SUPPORT_PIPE_H
#define TESTS_SUPPORT_PIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"

/* Runs a shell command such as "src/congo --ui=cli" on the input and appends its output. Fails if
 * the command cannot be run, hangs, or does not exit with 0. SIGPIPE must be ignored. */
bool pipe_run(const char *command, const Buffer *input, Buffer *output, Error *error);

/* An echoed line and the answer to it. Starts as {.rest = OUTPUT}. */
typedef struct Exchange {
    const char *line;
    size_t line_length;
    const char *answer; /* up to the next prompt or the end */
    size_t answer_length;
    const char *rest;
    const char *prompt; /* with the line break before it; NULL: that of the manual */
} Exchange;

/* Finds the next exchange. Returns false after the last prompt, at which nothing was typed. */
bool exchange_next(Exchange *exchange);

#endif
