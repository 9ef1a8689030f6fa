/* The arguments of a command: options --NAME=VALUE, --NAME VALUE and -LETTER VALUE, and operands.
 * Not for several threads, as getopt_long keeps its state in globals. */
#ifndef CONFIG_ARGUMENTS_H
#define CONFIG_ARGUMENTS_H

#include "config/table.h"

/* An option that a script gives. Borrows its text. */
typedef struct OptionLine {
    char *text; /* such as "--theme=dark" */
    const char *file;
    int line; /* its number in the file */
} OptionLine;

typedef struct GivenOption {
    const Setting *setting;
    const char *value;
    int engine;             /* that it is for, 1 or 2; 0: both */
    const OptionLine *line; /* where it stands; NULL: on the command line */
} GivenOption;

/* Starts as {.command = ...}. Borrows the texts that it is read from. */
typedef struct Arguments {
    const ShellCommand *command;
    GivenOption *options; /* in their order */
    size_t count;
    const char **operands;
    size_t operand_count;
    const Setting *request; /* an option such as --help; what follows it is not read */
} Arguments;

/* Reads options and operands without their values, `arguments` beginning with the program's name.
 * `line` is NULL for a command line. The caller frees the arguments, on failure too. */
bool arguments_read(Arguments *given, int count, char *const arguments[], const OptionLine *line,
                    Error *error);
void arguments_free(Arguments *given);

/* Returns the value of the last option of that name; NULL if it is not given. */
const char *arguments_value(const Arguments *given, const char *name);

/* Stores what is given. The error begins with the place, if it is a line, and the option. */
bool arguments_store(const Arguments *given, void *values, Error *error);

/* Appends the help of a command. */
void arguments_help(const ShellCommand *command, Buffer *text);

#endif
