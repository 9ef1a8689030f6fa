/* The command lines of the tools: a table of options, and whatever else is there is a file. */
#ifndef TOOLS_FLAGS_H
#define TOOLS_FLAGS_H

#include <stdbool.h>

#include "base/error.h"

typedef enum FlagKind {
    FLAG_SWITCH,  /* bool */
    FLAG_INTEGER, /* int64_t */
    FLAG_REAL,    /* double */
    FLAG_TEXT     /* const char *, an argument */
} FlagKind;

typedef struct Flag {
    const char *name; /* with its dashes; NULL ends a table */
    FlagKind kind;
    void *value; /* holds the default until the option is read */
    double min, max;
    const char *help;
} Flag;

/* Reads the arguments after the program's name. What is no option goes to `files`, which has room
 * for `count`. Sets *help, and nothing counts then, when --help is among them. */
bool flags_read(const Flag *flags, int count, char *const arguments[], const char **files,
                int *file_count, bool *help, Error *error);

/* Writes the options with their defaults to standard output. */
void flags_print(const Flag *flags);

#endif
