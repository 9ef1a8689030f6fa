/* The line interface. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "config/settings.h"

/* Plays by lines on standard input and output until told to end, or until the input ends. Returns
 * the program's exit status; what makes it a failure is told on standard error. */
int cli_run(const Settings *settings);

#endif
