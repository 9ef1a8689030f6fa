/* The line interface: its loop, input, prompt and signals. */
#ifndef CLI_CLI_LOOP_H
#define CLI_CLI_LOOP_H

#include <stdbool.h>

#include "base/error.h"
#include "config/settings.h"

/* Plays by lines on standard input and output until "exit" or the end of the input. Fails with
 * ERROR_PIPE if nobody reads the output any more. */
bool cli_run(const Settings *settings, Error *error);

#endif
