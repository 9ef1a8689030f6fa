/* The line interface. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "config/settings.h"

/* Plays by lines on standard input and output until "exit" or the end of the input. Returns the
 * program's exit status; reports a failure on standard error. */
int cli_run(const Settings *settings);

#endif
