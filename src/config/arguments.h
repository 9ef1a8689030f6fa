/* Arguments of the commands that are given from the shell. */
#ifndef CONFIG_ARGUMENTS_H
#define CONFIG_ARGUMENTS_H

#include <stdbool.h>

#include "base/error.h"

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* Reads a whole number within limits; `what` says whose it is. */
bool arguments_parse_integer(const char *what, const char *text, int least, int most, int *number,
                             Error *error);

/* The value of an option, behind its '=' or in the next argument, to which *index then moves; NULL
 * when the argument is not that option, or has no value. */
const char *arguments_option_value(const char *option, int count, char *const arguments[],
                                   int *index);

#endif
