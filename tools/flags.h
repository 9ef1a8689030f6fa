/* Command lines of the tools: a table of options; every other argument is a file. --help lists the
 * options with their defaults. */
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

typedef struct Tool {
    const char *usage; /* the line of the help; its first word is the tool's name */
    const Flag *flags;
    /* Checks whether the options and the number of files suffice. */
    bool (*check)(int file_count, Error *error);
    bool (*run)(const char **files, int file_count, Error *error);
} Tool;

/* The main() of a tool: reads the arguments and runs it, or prints the help. Reports an error in
 * one line. Returns the exit status, which is 2 for wrong arguments. */
int tool_main(const Tool *tool, int count, char *const arguments[]);

#endif
