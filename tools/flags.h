/* Command lines of the tools: a table of options; every other argument is a file. */
#ifndef TOOLS_FLAGS_H
#define TOOLS_FLAGS_H

#include <stdbool.h>

#include "base/error.h"

typedef enum FlagKind {
    FLAG_SWITCH,  /* bool */
    FLAG_INTEGER, /* int64_t */
    FLAG_REAL,    /* double */
    FLAG_TEXT     /* const char *, borrowed from the arguments */
} FlagKind;

typedef struct Flag {
    const char *name; /* with its dashes; NULL ends the table */
    FlagKind kind;
    void *value; /* the variable, which holds the default */
    double min, max;
    const char *help;
} Flag;

/* Parses the arguments after the program's name. Stores the files in `files`, which has room for
 * `count`. On --help sets *help and stops. */
bool flags_read(const Flag *flags, int count, char *const arguments[], const char **files,
                int *file_count, bool *help, Error *error);

/* Writes the options with their defaults to standard output. */
void flags_print(const Flag *flags);

#endif
